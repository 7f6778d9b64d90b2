// Says whether the device or the server is cut off, and goes back to where the player was once somebody answers.

const goal = location.pathname === "/offline" ? "/" : location.href;
const link = document.querySelector("a");
link.href = goal;

async function look() {
  document.documentElement.classList.toggle("network", navigator.onLine);
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.replace(goal);
}

setInterval(look, 2000);
addEventListener("online", look);
document.addEventListener("visibilitychange", look);
look();
