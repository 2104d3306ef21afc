/** Shows changes one after the other, each for as long as it takes to be seen. Knows nothing of what they are. */

/** Behind by more than this, catching up matters more than watching. */
const TOO_FAR_BEHIND = 8;

export class Pacer<Change> {
  #queue: Change[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `show` puts a change on the screen and says for how many milliseconds it wants to be alone. */
  constructor(private readonly show: (change: Change) => number) {}

  /** `now`: one's own doing, for which nobody waits; what was still to be shown is shown before it. */
  push(change: Change, now = false): void {
    this.#queue.push(change);
    if (this.#queue.length > TOO_FAR_BEHIND) this.#catchUp(0);
    else if (now) this.#catchUp(1);
    if (!this.#timer) this.#next();
  }

  /** Whether a change that is wanted still waits to be shown. */
  waits(wanted: (change: Change) => boolean): boolean {
    return this.#queue.some(wanted);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
  }

  #catchUp(but: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#queue.length > but) this.show(this.#queue.shift()!);
  }

  #next(): void {
    this.#timer = undefined;
    const change = this.#queue.shift();
    if (change === undefined) return;
    const wait = this.show(change);
    if (wait > 0) this.#timer = setTimeout(() => this.#next(), wait);
    else this.#next();
  }
}
