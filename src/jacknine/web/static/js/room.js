// The room: keeps the chairs up to date, goes to the table when it starts, and helps the link on its way to friends.

import { Idiomorph } from "../vendor/idiomorph.js";
import { asked, follow } from "./live.js";
import { elsewhere } from "./room_felt.js";

const body = document.body;
const address = `/t/${body.dataset.code}`;
const at = (selector) => document.querySelector(selector);
const gathering = at("#chairs").matches("[data-gathering]");
const seated = Boolean(at(".chair.mine"));
const notice = at("#notice");

function show({ regions }) {
  if (regions.chairs) Idiomorph.morph(at("#chairs"), regions.chairs, { morphStyle: "outerHTML", restoreFocus: true });
  const chairs = at("#chairs");
  if (chairs.dataset.next) location.assign(chairs.dataset.next);
  else if (!chairs.matches("[data-gathering]") && (gathering || (!seated && at(".chair.mine")))) location.assign(address);
}

// Whether there was an answer.
async function resync() {
  const answer = await fetch(`${address}/felt${asked("room")}`, { headers: { accept: "application/json" } }).catch(() => null);
  const frame = answer?.ok ? await answer.json() : null;
  if (frame?.elsewhere) live.leave();
  else if (frame) show(frame);
  return Boolean(frame);
}

const live = follow(address, {
  show,
  resync,
  face: "room",
  notice: (lost) => {
    notice.hidden = !lost;
    notice.textContent = lost ? body.dataset.lost : "";
  },
  elsewhere: () => elsewhere(notice),
});

// --- the link --------------------------------------------------------------------------------------------------------

const share = at(".share");
const link = at("#link")?.textContent;

// Where the page is not served securely the browser lends neither its share sheet nor its clipboard.
async function copy() {
  if (navigator.clipboard) await navigator.clipboard.writeText(link);
  else {
    getSelection().selectAllChildren(at("#link"));
    document.execCommand("copy");
  }
  at("#shared").textContent = isSecureContext ? share.dataset.copied : share.dataset.insecure;
}

if (share) {
  at("#whatsapp").href += `?text=${encodeURIComponent(`${share.dataset.text} ${link}`)}`;
  at("#whatsapp").hidden = Boolean(navigator.share);
  at("#copy").addEventListener("click", copy);
  at("#share").addEventListener("click", async () => {
    if (!navigator.share) return copy();
    await navigator.share({ title: document.title, text: share.dataset.text, url: link }).catch(() => null);
  });
}
document.documentElement.classList.add("scripted");
