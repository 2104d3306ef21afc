import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { breath } from "./lib/breath";
import { prefs } from "./lib/prefs.svelte";

prefs.shine();
prefs.speak(prefs.lang, false);
void breath().then(() => {
  const target = document.getElementById("app")!;
  target.replaceChildren();
  mount(App, { target });
});

// A newer page was built while this one was open: its parts are gone, so fetch the new one, once.
addEventListener("vite:preloadError", (event) => {
  const last = Number(sessionStorage.getItem("cinq:reloaded") ?? 0);
  if (Date.now() - last < 10_000) return;
  event.preventDefault();
  sessionStorage.setItem("cinq:reloaded", String(Date.now()));
  location.reload();
});

if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
