// The first page: a name is kept as soon as it is written, and goes along with the first table.

const who = document.querySelector(".who");

function keep() {
  if (who.reportValidity()) fetch(who.action, { method: "POST", body: new URLSearchParams(new FormData(who)), redirect: "manual" });
}

document.documentElement.classList.add("scripted");
who.addEventListener("change", keep);
who.addEventListener("submit", (event) => {
  event.preventDefault();
  keep();
});
for (const tile of document.querySelectorAll(".tile")) {
  tile.addEventListener("formdata", (event) => event.formData.set("name", who.elements.name.value));
}
