// Brings in the worker that has a page ready for when the network is gone, in the language of the pages.

const { lang } = document.documentElement;
navigator.serviceWorker?.register(`/worker.js?language=${lang}`).catch(() => null);
