// While a deal is reviewed, or an expert looks at the visitor's decisions: how far it is, and the page when it is done.

async function look() {
  const answer = await fetch(location.pathname).catch(() => null);
  if (!answer?.ok) return void setTimeout(look, 3000);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const bar = document.querySelector("#asked progress");
  const now = page.querySelector("#asked progress");
  // The open cards and the expert's part are pages, and counts, of their own.
  if (now && now.getAttribute("aria-labelledby") === bar.getAttribute("aria-labelledby")) {
    bar.max = now.max;
    bar.value = now.value;
    return void setTimeout(look, 500);
  }
  if (!document.querySelector(".decided")) return location.reload();
  const open = [...document.querySelectorAll("details[open]")].map((one) => one.id);
  const focused = document.activeElement.closest("details")?.id;
  document.querySelector("main").replaceWith(page.querySelector("main"));
  for (const id of open) document.getElementById(id).open = true;
  if (focused) document.querySelector(`#${focused} summary`).focus();
}

setTimeout(look, 500);
