/** What follows is a task of its own, so that a tap is not kept waiting for everything at once. */
export const breath = (): Promise<void> => new Promise((go) => setTimeout(go));

/** What follows waits until nothing is left to do, a second at most; where that cannot be known, a moment. */
export const idle = (): Promise<void> =>
  new Promise((go) => ("requestIdleCallback" in window ? requestIdleCallback(() => go(), { timeout: 1000 }) : setTimeout(go, 200)));
