import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { prefs } from "./lib/prefs.svelte";

prefs.shine();
// The texts come first: a page that flashes its message ids is worse than one that waits 20 ms.
await prefs.speak(prefs.lang, false);
mount(App, { target: document.getElementById("app")! });

if ("serviceWorker" in navigator && import.meta.env.PROD) void navigator.serviceWorker.register("/sw.js");
