/** Timers of a component: they are cleared when it is destroyed. Call while the component is being set up. */
import { onDestroy } from "svelte";

export type After = (milliseconds: number, call: () => void) => void;
export type Timers = { after: After; clear: () => void };

export function componentTimers(): Timers {
  const running = new Set<ReturnType<typeof setTimeout>>();
  function after(milliseconds: number, call: () => void): void {
    const timer = setTimeout(() => {
      running.delete(timer);
      call();
    }, milliseconds);
    running.add(timer);
  }
  function clear(): void {
    running.forEach(clearTimeout);
    running.clear();
  }
  onDestroy(clear);
  return { after, clear };
}
