// A replay without reloading: the ways through the deal are links, and the arrow keys press them. A page that comes is
// put in the place of the one that is shown, so nothing jumps. Without this module the links load pages.

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", ArrowUp: "trick-back", ArrowDown: "trick-forward", Home: "first", End: "last" };
const PARTS = ["felt", "sheet", "menu"];
let asked = 0;

async function go(address, focus) {
  const mine = ++asked;
  const answer = await fetch(address, { headers: { accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return location.assign(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== asked) return;
  for (const id of PARTS) {
    const old = document.getElementById(id);
    const next = document.adoptNode(page.getElementById(id));
    if (id !== "felt" && old.matches(":popover-open")) old.replaceChildren(...next.childNodes);
    else old.replaceWith(next);
  }
  history.replaceState(null, "", address);
  prepare();
  (document.getElementById(focus) ?? document.querySelector("#say a"))?.focus({ preventScroll: true });
}

function prepare() {
  const copy = document.querySelector(".copy");
  if (copy && navigator.clipboard) copy.hidden = false;
}

document.addEventListener("click", (event) => {
  if (event.target.closest(".copy")) return navigator.clipboard.writeText(document.querySelector(".position-line").value);
  const link = event.target.closest("#say a, .course-lines a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href, link.id);
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, #menu, #sheet") || event.ctrlKey || event.metaKey || event.altKey) return;
  const link = document.getElementById(`step-${KEYS[event.key]}`);
  if (KEYS[event.key]) event.preventDefault();
  link?.click();
});

prepare();
