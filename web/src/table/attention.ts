/** "Your turn": a sound, and a notification if the person asked for one and looks elsewhere. */
import { play } from "../lib/sound";

export function callToPlay(text: string): void {
  play("turn");
  if (!document.hidden || typeof Notification === "undefined" || Notification.permission !== "granted") return;
  new Notification("Cinq", { body: text, icon: "/icon-192.png", tag: "cinq-turn" });
}
