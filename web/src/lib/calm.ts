/** Calls when the person has touched nothing for a while; the function it gives stops the waiting. */
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel", "scroll"] as const;

export function whenCalm(milliseconds: number, call: () => void): () => void {
  let timer = 0;
  function wait(): void {
    clearTimeout(timer);
    timer = window.setTimeout(() => (stop(), call()), milliseconds);
  }
  function stop(): void {
    clearTimeout(timer);
    for (const touch of TOUCHES) removeEventListener(touch, wait, true);
  }
  for (const touch of TOUCHES) addEventListener(touch, wait, { capture: true, passive: true });
  wait();
  return stop;
}
