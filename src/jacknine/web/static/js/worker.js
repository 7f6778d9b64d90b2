// Keeps one page for when nobody answers, and nothing else: what a table shows is true only as the server says it.

const SHELF = "offline";
const PAGE = "/offline";
const PART = /^\/static\/(css|js)\/offline\./;
const GONE = [502, 504];

async function fill() {
  const page = await fetch(PAGE, { cache: "no-store" });
  const parts = (await page.clone().text()).match(/\/static\/[^"]+/g);
  await caches.delete(SHELF);
  const shelf = await caches.open(SHELF);
  // The page comes last: where it is, its parts are.
  await shelf.addAll(parts);
  await shelf.put(PAGE, page);
}

async function visit(event) {
  const answer = await Promise.resolve(event.preloadResponse)
    .then((early) => early ?? fetch(event.request))
    .catch(() => null);
  if (answer && !GONE.includes(answer.status)) return answer;
  return (await caches.match(PAGE)) ?? answer ?? Response.error();
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(fill());
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(visit(event));
  else if (PART.test(new URL(url).pathname)) {
    event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
  }
});

// A notification that it is somebody's turn brings him to his table.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const back = async () => {
    const windows = await clients.matchAll({ type: "window" });
    const table = windows.find((one) => new URL(one.url).pathname === event.notification.tag);
    return table ? table.focus() : clients.openWindow(event.notification.tag);
  };
  event.waitUntil(back());
});
