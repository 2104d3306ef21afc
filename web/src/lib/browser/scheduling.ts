/** Waiting for the browser: the main thread, an idle moment. */

/** Resolves in a task of its own, so that the browser can answer a tap in between. */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Resolves when the browser is idle, after a second at most; after 200 ms where it cannot tell. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) =>
    "requestIdleCallback" in window
      ? requestIdleCallback(() => resolve(), { timeout: 1000 })
      : setTimeout(resolve, 200),
  );
