// What goes on beside the game: phrases, the clock, and the word that the table is open in another window.

const body = document.body;
const SYSTEMS = { arabic: "arab", urdu: "arabext", devanagari: "deva" };

/** Say that this window is not the one any more, and offer to make it so. */
export function elsewhere(notice) {
  body.classList.add("elsewhere");
  const here = Object.assign(document.createElement("button"), { className: "button main", textContent: body.dataset.here });
  here.addEventListener("click", () => location.reload());
  notice.hidden = false;
  notice.replaceChildren(body.dataset.elsewhere, " ", here);
  here.focus();
}

/** Phrases go up by themselves, and the clock goes down. */
export function beside(address) {
  const panel = document.getElementById("phrases");
  panel?.addEventListener("submit", (event) => {
    event.preventDefault();
    panel.hidePopover();
    const said = new URLSearchParams({ phrase: event.submitter.value });
    fetch(`${address}/phrase`, { method: "POST", body: said, headers: { accept: "application/json" } }).catch(() => null);
  });
  const mute = document.getElementById("mute");
  if (mute) {
    mute.checked = localStorage.getItem("mute") === "on";
    const hush = () => body.classList.toggle("muted", mute.checked);
    hush();
    mute.addEventListener("change", () => {
      localStorage.setItem("mute", mute.checked ? "on" : "off");
      hush();
    });
    muteOne(panel);
  }
  if (body.dataset.now) {
    const ahead = Date.now() - Number(body.dataset.now);
    tick(ahead);
    setInterval(() => tick(ahead), 250);
  }
}

// Who is not to be heard is chosen among those who sit here now, and kept for this table, whatever chair he takes.
function muteOne(panel) {
  const { code } = body.dataset;
  const [table, ...people] = (localStorage.getItem("muted") ?? "").split(" ");
  const muted = new Set(table === code ? people : []);
  const list = document.getElementById("mutes");
  const style = new CSSStyleSheet();
  document.adoptedStyleSheets.push(style);
  const hush = () => style.replaceSync([...muted].map((one) => `[data-by="${CSS.escape(one)}"] { display: none; }`).join(""));
  const fill = () => {
    const people = [...document.querySelectorAll("#seats [data-person]")];
    list.hidden = !people.length;
    list.replaceChildren(list.firstElementChild, ...people.map((one) => {
      const value = one.dataset.person;
      const box = Object.assign(document.createElement("input"), { type: "checkbox", value, checked: muted.has(value) });
      const label = Object.assign(document.createElement("label"), { className: "mute" });
      label.append(box, " ", one.querySelector(".name bdi").cloneNode(true));
      return label;
    }));
  };
  hush();
  fill();
  panel.addEventListener("beforetoggle", fill);
  list.addEventListener("change", ({ target }) => {
    muted[target.checked ? "add" : "delete"](target.value);
    localStorage.setItem("muted", [code, ...muted].join(" "));
    hush();
  });
}

// The server's clock decides; this one only shows it.
function tick(ahead) {
  const room = document.getElementById("room");
  const clock = room.querySelector(".clock");
  if (!clock) return;
  const left = Math.max(0, Number(room.dataset.until) + ahead - Date.now());
  clock.textContent = Math.ceil(left / 1000).toLocaleString(`en-u-nu-${SYSTEMS[body.dataset.digits] ?? "latn"}`);
  clock.style.setProperty("--left", left / 1000 / Number(room.dataset.clock));
  clock.classList.toggle("low", left < 5000);
}
