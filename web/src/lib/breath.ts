/** What follows is a task of its own, so that a tap is not kept waiting for everything at once. */
export const breath = (): Promise<void> => new Promise((go) => setTimeout(go));
