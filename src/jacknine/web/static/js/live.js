// Keeps the felt told: a WebSocket, else server-sent events, else a question every two seconds. State only comes down,
// whole on every connection, so nothing that was missed matters.

const HEARTBEAT = 15_000;
const SILENCE = 35_000;

// Every window has a name of its own, so that the newest one of a player can be told from those it replaces.
const name = () => [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36)).join("");
let mark = name();

/** What tells the server which window asks, and what it shows. */
export const asked = (face = "felt") => `?w=${mark}&face=${face}`;

export function follow(address, { show, resync, notice, elsewhere, face = "felt" }) {
  let failures = { socket: 0, events: 0 };
  let delay = 250;
  let heard = Date.now();
  let link = null;
  let lost = null;

  let ended = false;

  const reached = () => {
    heard = Date.now();
    delay = 250;
    clearTimeout(lost);
    lost = null;
    notice(false);
  };

  const hear = (text) => {
    reached();
    const frame = JSON.parse(text);
    if (frame.elsewhere) leave();
    else show(frame);
  };

  // The table goes on in a newer window of the same player: this one says so and asks no more.
  const leave = () => {
    ended = true;
    link?.close();
    elsewhere();
  };

  const gone = () => {
    link = null;
    if (ended) return;
    lost ??= setTimeout(() => notice(true), 1500);
    setTimeout(connect, Math.random() * delay);
    delay = Math.min(delay * 2, 5000);
  };

  function connect() {
    if (link || ended) return;
    if (failures.socket < 2) bySocket();
    else if (failures.events < 2) byEvents();
    else byAsking();
  }

  function bySocket() {
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${address}/live${asked(face)}`);
    let opened = false;
    link = { close: () => socket.close(), beat: () => socket.readyState === WebSocket.OPEN && socket.send(".") };
    socket.onopen = () => {
      opened = true;
      failures.socket = 0;
    };
    socket.onmessage = (message) => hear(message.data);
    socket.onclose = () => {
      failures.socket += opened || !navigator.onLine ? 0 : 1;
      gone();
    };
  }

  function byEvents() {
    const stream = new EventSource(`${address}/events${asked(face)}`);
    link = { close: () => stream.onerror(), beat() {} };
    stream.onmessage = (message) => {
      failures.events = 0;
      hear(message.data);
    };
    // A stream that ended for good is made anew by hand; the socket gets another chance.
    stream.onerror = () => {
      stream.close();
      failures.events += 1;
      if (navigator.onLine) failures.socket -= 1;
      gone();
    };
  }

  // Until half a minute is over, or the server is back: then the other ways get another chance.
  function byAsking() {
    let rounds = 0;
    let missed = false;
    const ask = async () => {
      const answered = await resync();
      if (link !== asking) return;
      if (answered) reached();
      else notice(true);
      rounds += 1;
      if (rounds === 15 || (answered && missed)) asking.close();
      missed = !answered;
    };
    const timer = setInterval(ask, 2000);
    const asking = {
      close() {
        clearInterval(timer);
        failures = { socket: 1, events: 1 };
        gone();
      },
      beat() {},
    };
    link = asking;
    ask();
  }

  // Phones drop connections without telling: silence ends them, and coming back asks at once.
  setInterval(() => {
    link?.beat();
    if (link && Date.now() - heard > SILENCE) {
      heard = Date.now();
      link.close();
    }
  }, HEARTBEAT);

  const back = () => {
    if (ended || document.visibilityState !== "visible") return;
    delay = 250;
    resync();
    connect();
  };
  document.addEventListener("visibilitychange", back);
  addEventListener("online", back);
  addEventListener("offline", () => link?.close());
  addEventListener("pagehide", () => link?.close());
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    mark = name();
    ended = false;
    back();
  });

  connect();
  return { leave };
}
