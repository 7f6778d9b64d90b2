// Short sounds for what happens, one at a time, off by one press.

const body = document.body;
const NAMES = ["card", "trick", "turn", "announcement", "deal-end"];
const FILES = Object.fromEntries(body.dataset.sounds.split(" ").map((url, place) => [NAMES[place], url]));
const KINDS = {
  played: "card",
  trick: "trick",
  turn: "turn",
  belote: "announcement",
  rebelote: "announcement",
  declarations: "announcement",
  declared: "announcement",
  roem: "announcement",
  ekka: "announcement",
  belot: "announcement",
  swapped: "announcement",
  claimed: "announcement",
  false_claim: "announcement",
  called: "announcement",
  deal_over: "deal-end",
};
const LOUDEST = ["deal-end", "announcement", "turn", "trick", "card"];
const players = {};

/** Sound the most telling of the given kinds of news. */
export function ring(kinds) {
  if (body.dataset.sound !== "on") return;
  const sounds = kinds.map((kind) => KINDS[kind]);
  const name = LOUDEST.find((one) => sounds.includes(one));
  if (!name) return;
  const player = (players[name] ??= new Audio(FILES[name]));
  player.currentTime = 0;
  // Browsers refuse to play before the first touch; that is no error.
  player.play().catch(() => {});
}

/** Switch sound on or off, here at once and in the player's own settings. */
export function toggleSound() {
  const on = body.dataset.sound !== "on";
  body.dataset.sound = on ? "on" : "off";
  const form = document.getElementById("sound");
  form.elements.sound.value = String(on);
  fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), redirect: "manual" });
  form.elements.sound.value = String(!on);
  form.querySelector("button").setAttribute("aria-pressed", String(on));
}
