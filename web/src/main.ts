import { hydrate, mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { yieldToMain } from "./lib/browser/scheduling";
import { prefs } from "./lib/prefs.svelte";
import { atHome, router } from "./lib/router.svelte";

prefs.applyTheme();
const { documentElement: root } = document;
const target = document.getElementById("app")!;
const home = atHome(router.page) ? import("./home/Home.svelte").catch(() => undefined) : undefined;
// Prerendered cards are hydrated; on any other page the app is mounted anew.
void Promise.all([home, prefs.setLanguage(prefs.lang, false), yieldToMain()]).then(([loaded]) => {
  const props = loaded ? { Home: loaded.default } : {};
  if ("prerendered" in root.dataset) hydrate(App, { target, props });
  else {
    target.replaceChildren();
    mount(App, { target, props });
    root.dataset.prerendered = "";
  }
  performance.mark("alive"); // for the bench
});

// A newer page was built while this one was open: its parts are gone, so fetch the new one, once.
addEventListener("vite:preloadError", (event) => {
  const last = Number(sessionStorage.getItem("cinq:reloaded") ?? 0);
  if (Date.now() - last < 10_000) return;
  event.preventDefault();
  sessionStorage.setItem("cinq:reloaded", String(Date.now()));
  location.reload();
});

// It fetches the home page once more to keep it: not while the first picture is being made.
if ("serviceWorker" in navigator && import.meta.env.PROD)
  setTimeout(() => void navigator.serviceWorker.register("/sw.js"), 2000);
