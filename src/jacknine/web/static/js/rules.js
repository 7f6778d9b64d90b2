// A press on a card of an example points at the line that says what comes of it. The page reads well without this, too.

const CARD = ".example .held [data-place]";

function press(card) {
  const example = card.closest(".example");
  for (const marked of example.querySelectorAll(".pressed")) marked.classList.remove("pressed");
  const line = example.querySelectorAll(".outcomes > li")[card.dataset.place];
  card.classList.add("pressed");
  line.classList.add("pressed");
  example.querySelector("[role=status]").textContent = line.textContent;
}

for (const card of document.querySelectorAll(CARD)) {
  card.tabIndex = 0;
  card.setAttribute("role", "button");
}

document.querySelector(".press").hidden = false;

document.addEventListener("click", (event) => {
  const card = event.target.closest(CARD);
  if (card) press(card);
});

document.addEventListener("keydown", (event) => {
  const card = event.target.closest(CARD);
  if (!card || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault();
  press(card);
});
