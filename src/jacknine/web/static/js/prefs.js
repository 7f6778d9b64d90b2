// Preferences hold as soon as they are chosen; without this module a button sends them.

document.documentElement.classList.add("scripted");

for (const form of document.querySelectorAll(".prefs")) {
  const silent = () => form.elements.notify?.value === "true" && globalThis.Notification?.permission !== "granted";
  form.addEventListener("change", async (event) => {
    // The only moment at which the browser may ask: the player has just wished for it.
    if (event.target.name === "notify" && silent()) await globalThis.Notification?.requestPermission();
    form.requestSubmit();
  });
  if (silent()) form.querySelector("[role=status]").textContent = form.dataset.silent;
}
