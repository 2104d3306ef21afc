/** "Your turn": a sound, and a notification if the person asked for one and looks elsewhere. */
import { prefs } from "../lib/prefs.svelte";
import { play } from "../lib/browser/sound";

export function callToPlay(text: string): void {
  play("turn");
  if (document.hidden && prefs.saved.notify && Notification.permission === "granted") void notify(text);
}

/** By the worker where there is one: phones allow no other way, and a tap leads back to the table. */
async function notify(body: string): Promise<void> {
  const what = { body, icon: "/icon-192.png", tag: "cinq-turn", data: location.href };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) await worker.showNotification("Cinq", what);
  else new Notification("Cinq", what);
}
