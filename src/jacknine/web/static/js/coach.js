// Three marks on a newcomer's first deal of a game, each at its moment. An action makes the mark that is shown go.

const coach = document.getElementById("coach");
const at = (selector) => document.querySelector(selector);
const marks = coach ? [...coach.querySelectorAll("li")] : [];
const TIMES = [
  () => "mine" in at("#say").dataset,
  () => at("#say.say-play[data-mine]"),
  () => Number(at("#trick").dataset.number) > 1 || at("#trick[data-won]"),
];
let seen = 0;

/** Show the next mark if its moment has come. */
export function teach() {
  if (!coach || seen === marks.length) return;
  if (at("#sheet.over")) return finish("/me/explained", { game: coach.dataset.game });
  const due = TIMES[seen]();
  if (due && coach.hidden) {
    coach.dataset.at = marks[seen].dataset.at;
    coach.hidden = false;
    coach.querySelector("p").textContent = marks[seen].textContent;
  }
}

/** Let the mark that is shown go. */
export function learnt() {
  if (!coach || coach.hidden) return;
  coach.hidden = true;
  coach.querySelector("p").textContent = "";
  seen += 1;
  if (seen === marks.length) finish("/me/explained", { game: coach.dataset.game });
  else teach();
}

function finish(address, fields) {
  seen = marks.length;
  coach.hidden = true;
  fetch(address, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }).catch(() => null);
}

coach?.addEventListener("click", (event) => {
  const { value } = event.target.closest("button") ?? {};
  if (value === "stop") finish(coach.action, { hints: "false" });
  if (value === "seen") learnt();
  // The felt has the focus again, at what may be done now.
  if (value) (at("#hand .open") ?? at("#say button") ?? at("#say")).focus({ preventScroll: true });
});
