// The felt's hands and eyes: sends what is tapped, shows what the server says. It holds no rule; a card moves only when
// the server's frame moves it. Without this module the page works as forms.

import { Idiomorph } from "../vendor/idiomorph.js";
import { asked as query, follow } from "./live.js";
import { learnt, teach } from "./coach.js";
import { beside, elsewhere } from "./room_felt.js";
import { fly, look, pause } from "./motion.js";
import "./prefs.js";
import { ring, toggleSound } from "./sounds.js";
import { call, mark } from "./turn.js";
import { explain, point } from "./tutor.js";

const body = document.body;
const address = `/t/${body.dataset.code}`;
let seq = Number(body.dataset.seq);
let pending = null;
const KEPT = 40; // lines of news

const at = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// --- what the server says --------------------------------------------------------------------------------------------

function show({ seq: number, regions }) {
  if (number < seq) return;
  const before = look();
  const focused = document.activeElement?.closest("#hand, #say") != null;
  const { live: news, ...changed } = regions;
  for (const [id, html] of Object.entries(changed)) morph(id, html);
  if (at("#room").dataset.seat !== body.dataset.seat) return location.reload();
  if (number > seq) {
    settle();
    asked = "";
  }
  mend();
  seq = number;
  if (Object.keys(regions).length === 0) return;
  fly(before);
  if (news) ring(tell(news));
  const began = attend();
  if (focused) keepFocus(began);
}

function morph(id, html) {
  const region = document.getElementById(id);
  if (!region) return;
  Idiomorph.morph(region, html, {
    morphStyle: "outerHTML",
    restoreFocus: true,
    callbacks: { beforeAttributeUpdated: (name) => name !== "open" && name !== "checked" },
  });
}

// News is put after what was read out before, of which some stays to be looked up; their kinds. What a whole felt tells
// again is no news.
function tell(html) {
  const news = new DOMParser().parseFromString(html, "text/html").getElementById("live");
  const old = (line) => document.getElementById(line.id);
  const lines = [...news.children].filter((line) => !("whole" in news.dataset) || !old(line));
  for (const line of lines) old(line)?.remove();
  at("#live").append(...lines);
  for (const line of all("#live p").slice(0, -KEPT)) line.remove();
  return lines.map((line) => line.dataset.kind);
}

// What the player has chosen and not sent yet is not in the server's frames: it is put back after each.
let picked = [];
let asked = "";

function mend() {
  const cards = all("#hand [data-pick]");
  picked = picked.filter((text) => cards.some((card) => card.dataset.pick === text));
  for (const card of cards) card.setAttribute("aria-pressed", String(picked.includes(card.dataset.pick)));
  const confirm = at("#say [data-discard]");
  if (confirm) {
    confirm.dataset.action = `discard ${picked.join(" ")}`;
    confirm.setAttribute("aria-disabled", String(picked.length !== Number(confirm.dataset.discard)));
  }
  for (const ask of all("#say .ask")) ask.classList.toggle("asking", ask.id === asked);
  for (const card of all("#hand [data-ask]")) card.classList.toggle("lifted", card.dataset.ask === asked);
}

// The card that is one too many takes the place of the first.
function pick(card) {
  const text = card.dataset.pick;
  const most = Number(at("#say [data-discard]").dataset.discard);
  picked = picked.includes(text) ? picked.filter((one) => one !== text) : [...picked, text].slice(-most);
  mend();
}

function ask(card) {
  asked = asked === card.dataset.ask ? "" : card.dataset.ask;
  mend();
  if (asked) at(`#${asked} .main`).focus({ preventScroll: true });
}

// Whose turn it is, in the window's title; the sheet of a deal that has just ended comes up by itself.
let mine = null;
let over = false;

function attend() {
  const began = mine === false && "mine" in at("#say").dataset;
  mine = "mine" in at("#say").dataset;
  if (began) call();
  mark(mine);
  force();
  teach();
  explain();
  const sheet = at("#sheet");
  const ended = sheet.classList.contains("over");
  if (ended && !over) setTimeout(() => ended === over && openSheet(), pause());
  if (!ended && over) closePanels();
  over = ended;
  return began;
}

// The only card that may be played goes by itself, if the player likes it so: late enough to be seen, and never where
// something else could be said.
let forcing = null;

function force() {
  clearTimeout(forcing);
  const only = () => all("#hand .open:not([data-ask])").length === 1 && all("#hand .open, #say .choices .button").length === 1;
  if (body.dataset.forced !== "on" || !at("#say.say-play[data-mine]") || !only()) return;
  forcing = setTimeout(() => !pending && at("#say.say-play[data-mine]") && only() && act(at("#hand .open")), pause() + 400);
}

const openSheet = () => all(":popover-open").length === 0 && at("#sheet").showPopover();
const closePanels = () => all(":popover-open").forEach((panel) => panel.hidePopover());

// Whether there was an answer.
async function resync() {
  const answer = await fetch(`${address}/felt${query()}`, { headers: { accept: "application/json" } }).catch(() => null);
  const frame = answer?.ok ? await answer.json() : null;
  if (frame?.elsewhere) live.leave();
  else if (frame) show(frame);
  return Boolean(frame);
}

// --- what the player does --------------------------------------------------------------------------------------------

async function act(button) {
  if (pending) return;
  const action = button.dataset.action;
  const key = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const order = (pending = { key, seen: seq });
  body.classList.add("waiting");
  learnt();
  button.classList.remove("lifted");
  button.classList.add("pending");
  if (!button.closest("#hand, #say")) closePanels();
  const answer = await send({ seen_seq: order.seen, key, action }, order);
  if (answer?.status === 200) {
    const { seq: done } = await answer.json();
    if (done > seq) await sleep(700);
    if (done > seq || pending === order) await resync();
    if (action === "rematch") location.assign(at("#say a.main")?.href ?? address);
  } else if (answer) {
    const refusal = await answer.json().catch(() => ({}));
    if (pending === order) settle();
    if (refusal.regions) show(refusal);
    say(refusal.reason?.text ?? refusal.message ?? refusal.error?.text ?? "");
  }
  if (pending === order) settle();
}

// The same key until there is an answer, or a newer position tells that the table has moved on.
async function send(order, mark) {
  for (let wait = 250; pending === mark || wait === 250; wait = Math.min(wait * 2, 4000)) {
    try {
      const answer = await fetch(`${address}/act`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify(order),
        signal: AbortSignal.timeout(6000),
      });
      if (answer.status < 500) return answer;
    } catch {
      body.classList.add("unsent");
    }
    await sleep(wait);
  }
  return null;
}

function settle() {
  pending = null;
  body.classList.remove("waiting", "unsent");
  all(".pending").forEach((button) => button.classList.remove("pending"));
}

function say(text) {
  const line = at("#say .reason");
  line.textContent = "";
  requestAnimationFrame(() => (line.textContent = text));
}

function refuse(button) {
  say(button.dataset.reason ?? at("#say").dataset.waiting ?? "");
  const hand = at("#hand");
  hand.classList.remove("show-legal");
  void hand.offsetWidth;
  hand.classList.add("show-legal");
}

// What an expert would do here, and why; the table may have moved on before the answer comes.
async function advise(button) {
  const asked = seq;
  button.classList.add("waiting");
  const answer = await fetch(`${address}/advice`, { headers: { accept: "application/json" } }).catch(() => null);
  button.classList.remove("waiting");
  if (!answer || seq !== asked) return;
  const told = await answer.json();
  say(told.text ?? told.error?.text ?? "");
  if (told.action) point(told.action);
}

document.addEventListener("click", (event) => {
  const advice = event.target.closest("[data-advice]");
  if (advice) return advise(advice);
  const button = event.target.closest("[data-action], [data-pick], #sound button");
  if (!button) return at("#say .reason").replaceChildren();
  event.preventDefault();
  if (button.closest("#sound")) return toggleSound();
  const lifted = all(".lifted").filter((other) => other !== button);
  lifted.forEach((other) => other.classList.remove("lifted"));
  if (button.getAttribute("aria-disabled") === "true") return refuse(button);
  at("#say .reason").replaceChildren();
  if (button.dataset.pick) return pick(button);
  if (body.dataset.tap === "two" && button.closest("#hand") && !button.classList.contains("lifted")) {
    return button.classList.add("lifted");
  }
  if (button.dataset.ask) return ask(button);
  if (!button.closest(".ask")) asked = "";
  mend();
  act(button);
});

// --- keyboard --------------------------------------------------------------------------------------------------------

const cards = () => all("#hand button");
const choices = () => all("#say :is(button, a, input[type=radio])").filter((one) => one.checkVisibility());
// Passing is the first call everywhere.
const calls = () => choices().filter((one) => one.matches("button")).sort((a, b) => b.matches(".pass") - a.matches(".pass"));

// Focus that a move has left without its card goes to the next thing to press, or waits for one in its place.
function keepFocus(began) {
  const here = document.activeElement;
  if (here?.matches("#hand .open, #say :is(button, a, input)") || (here?.matches("button, a") && !began)) return;
  (at("#hand .open") ?? choices()[0] ?? cards()[0] ?? at("#say")).focus({ preventScroll: true });
}

function step(by) {
  const list = choices().includes(document.activeElement) ? choices() : cards();
  const here = list.indexOf(document.activeElement);
  const next = here < 0 ? list.findIndex((card) => card.matches(".open")) : (here + by + list.length) % list.length;
  list[Math.max(0, next)]?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=radio]), select, summary, :popover-open")) return;
  const row = all(".row").findIndex((one) => one.contains(document.activeElement));
  const moves = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), Home: () => cards()[0]?.focus(), End: () => cards().at(-1)?.focus() };
  moves.ArrowDown = moves.ArrowUp = () =>
    (event.key === "ArrowUp" && row < 1 ? choices()[0] : all(".row")[event.key === "ArrowUp" ? 0 : Math.min(row + 1, 1)]?.querySelector("button"))?.focus();
  // Among levels the arrows are the browser's own.
  if (moves[event.key] && !event.target.matches("input")) {
    event.preventDefault();
    moves[event.key]();
  } else if (event.key.toLowerCase() === "l") {
    at("#last")?.togglePopover();
  } else if (/^[1-9]$/.test(event.key)) {
    const list = at("#say.say-auction") ? calls() : cards();
    list[Number(event.key) - 1]?.focus();
    list[Number(event.key) - 1]?.click();
  }
});

// --- begin -----------------------------------------------------------------------------------------------------------

document.documentElement.classList.add("scripted");
mend();
attend();
const live = follow(address, {
  show,
  resync,
  notice: (lost) => (at("#notice").textContent = lost ? body.dataset.lost : ""),
  elsewhere: () => elsewhere(at("#notice")),
});
beside(address);
