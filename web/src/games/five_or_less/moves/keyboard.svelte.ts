/** Whether the last thing this person used was a keyboard: only then do keys need to be shown. */
class Keyboard {
  used = $state(false);
  constructor() {
    addEventListener("keydown", () => (this.used = true), true);
    addEventListener("pointerdown", () => (this.used = false), true);
  }
}
export const keyboard = new Keyboard();
