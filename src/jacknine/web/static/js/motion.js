// Moves cards from where they were to where they are. Input never waits: what moves here is paint, not place.

const body = document.body;
const CARD = 180;
const SWEEP = 250;
const DEAL = 600;
const READ = { slow: 1400, normal: 900, fast: 450, instant: 0 };

let swept = "";
let sweeping = null;

const still = () => body.dataset.motion === "off" || body.dataset.pace === "instant";
const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const seat = (place) => document.querySelector(`#seat-${place} .plate`)?.getBoundingClientRect();
const centre = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** How long a finished trick is read before something covers it, in milliseconds. */
export const pause = () => (still() ? READ.instant : (READ[body.dataset.pace] ?? READ.normal));

/** Where every card is now, and what lies in the trick. */
export function look() {
  clearTimeout(sweeping);
  const trick = document.getElementById("trick");
  const boxes = new Map();
  for (const card of document.querySelectorAll("#felt [data-card]")) {
    boxes.set(card.dataset.card, { box: card.getBoundingClientRect(), node: card, laid: card.matches(".laid, .turned") });
  }
  const talon = document.querySelector("#seat-s .talon")?.getBoundingClientRect();
  return { boxes, talon, won: trick.dataset.won, swept: trick.classList.contains("swept") };
}

/** Animate from what `look` saw to what is there now. */
export function fly(before) {
  const trick = document.getElementById("trick");
  if (swept && trick.dataset.number === swept && trick.dataset.won) trick.classList.add("swept");
  else swept = "";
  if (!still()) {
    const now = [...document.querySelectorAll("#felt [data-card]")];
    const fresh = now.filter((card) => !before.boxes.has(card.dataset.card) && card.closest("#hand"));
    for (const card of now) move(card, before.boxes.get(card.dataset.card)?.box, fresh, before.talon);
    const here = new Set(now.map((card) => card.dataset.card));
    for (const [text, { box, node, laid }] of before.boxes) {
      if (laid && !here.has(text) && !before.swept) carry(node, box, before.won);
    }
  }
  // A finished trick that waits for the viewer's own lead is swept when it has been read.
  if (trick.dataset.won && "mine" in document.getElementById("say").dataset && !document.querySelector("#sheet.over")) {
    sweeping = setTimeout(() => sweep(trick), pause());
  }
}

function move(card, old, fresh, talon) {
  const box = card.getBoundingClientRect();
  const place = fresh.indexOf(card);
  const origin = old ?? (place >= 0 ? (talon ?? document.getElementById("trick").getBoundingClientRect()) : seat(card.dataset.from));
  if (!origin) return;
  if (calm()) {
    if (!old) card.animate({ opacity: [0, 1] }, 120);
    return;
  }
  const [from, to] = [centre(origin), centre(box)];
  if (old && Math.hypot(from.x - to.x, from.y - to.y) < 2) return;
  const scale = old ? old.width / box.width : 0.5;
  card.animate(
    { transform: [`translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`, "none"], ...(old ? {} : { opacity: [0.4, 1] }) },
    place < 0
      ? { duration: CARD, easing: "ease-out" }
      : { duration: CARD, delay: (place * (DEAL - CARD)) / Math.max(1, fresh.length - 1), easing: "ease-out", fill: "backwards" },
  );
}

// A card that has left the table goes to whoever won it; a picture of it goes, the card itself is gone.
function carry(node, box, won) {
  const target = seat(won);
  if (!target || calm()) return;
  const ghost = node.cloneNode(true);
  ghost.removeAttribute("id");
  ghost.removeAttribute("data-card");
  ghost.setAttribute("aria-hidden", "true");
  ghost.className = "card flying";
  Object.assign(ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${node.offsetWidth || box.width}px` });
  body.append(ghost);
  const [from, to] = [centre(box), centre(target)];
  ghost
    .animate(
      { transform: ["none", `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(0.3)`], opacity: [1, 0.2] },
      { duration: SWEEP, easing: "ease-in" },
    )
    .finished.finally(() => ghost.remove());
}

function sweep(trick) {
  swept = trick.dataset.number;
  for (const card of trick.querySelectorAll(".laid")) if (!still()) carry(card, card.getBoundingClientRect(), trick.dataset.won);
  trick.classList.add("swept");
}
