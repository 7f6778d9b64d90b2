// Tells the player that it is his turn, in the ways that he has chosen and his device knows.

import { ring } from "./sounds.js";

const { dataset } = document.body;
const calm = document.title;

/** Say in the window's title whether it is his turn. */
export function mark(mine) {
  document.title = mine && dataset.title === "on" ? `● ${dataset.turn} · ${calm}` : calm;
}

/** It has become his turn: call him. */
export function call() {
  ring(["turn"]);
  if (dataset.vibration === "on") navigator.vibrate?.(60);
  if (dataset.notify === "on" && document.hidden && globalThis.Notification?.permission === "granted") notify();
}

async function notify() {
  const told = { body: dataset.turn, tag: location.pathname, icon: document.querySelector("link[rel=apple-touch-icon]").href };
  // Phones take notifications from the worker only.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(calm, told);
  new Notification(calm, told).onclick = () => focus();
}
