// The steps of a first deal, one at a time: the last of a decision shows what is advised. While others play, the last
// words stay.

const strip = document.getElementById("tutor-strip");
const at = (selector) => document.querySelector(selector);
const steps = () => [...strip.querySelectorAll("#tutor p")];
let moment = "";
let page = 0;

/** Show what there is to say now. */
export function explain() {
  if (!strip) return;
  const now = steps().length ? at("#tutor").dataset.moment : "";
  if (now && now !== moment) [moment, page] = [now, 0];
  if (now) tell();
  else strip.querySelector("[data-next]").hidden = true;
}

function tell() {
  const step = steps()[page];
  const told = strip.querySelector(".told");
  if (told.textContent !== step.textContent) told.textContent = step.textContent;
  strip.querySelector("[data-next]").hidden = page === steps().length - 1;
  point(step.dataset.advised ?? "");
}

/** Mark what an action is done with: cards of the hand, or a button. */
export function point(action) {
  for (const one of document.querySelectorAll(".advised")) one.classList.remove("advised");
  const [word, ...cards] = action.split(" ");
  if (word === "play" || word === "discard") {
    for (const card of cards) at(`#hand [data-card="${card}"]`)?.classList.add("advised");
  } else if (action) {
    const button = at(`#say [data-action="${action}"]`);
    const level = at(`#${button?.closest(".bids")?.id.replace("bids", "level")}`);
    if (level) level.checked = true;
    button?.classList.add("advised");
  }
}

strip?.addEventListener("click", (event) => {
  if (!event.target.closest("[data-next]")) return;
  page += 1;
  tell();
  if (page === steps().length - 1) (at("#hand .open") ?? at("#say button") ?? at("#say")).focus({ preventScroll: true });
});
