/** Calls back once there was no input for `milliseconds`; the returned function stops the waiting. */
const INPUT_EVENTS = ["pointerdown", "pointermove", "keydown", "wheel", "scroll"] as const;

export function onInactivity(milliseconds: number, call: () => void): () => void {
  let timer = 0;
  function restart(): void {
    clearTimeout(timer);
    timer = window.setTimeout(() => (stop(), call()), milliseconds);
  }
  function stop(): void {
    clearTimeout(timer);
    for (const name of INPUT_EVENTS) removeEventListener(name, restart, true);
  }
  for (const name of INPUT_EVENTS) addEventListener(name, restart, { capture: true, passive: true });
  restart();
  return stop;
}
