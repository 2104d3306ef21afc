/**
 * Shows changes one after the other, and tells their story when the picture has caught up.
 * Decides when a change is given to the board (which may take its own time to draw it); does not look into it.
 */

/** With more changes waiting than this, they are all shown at once. */
const TOO_FAR_BEHIND = 8;

/** Milliseconds until the next change may be shown, and until the story of this one may be told. */
export type Delays = { next: number; story: number };

export class Pacer<Change> {
  #queue: Change[] = [];
  #nextTimer: ReturnType<typeof setTimeout> | undefined;
  #storyTimer: ReturnType<typeof setTimeout> | undefined;
  #storyDue = 0;

  /**
   * `show` puts a change on the screen and returns its delays; null for a change without a story.
   * `tell` tells the story of all that was shown since the last call.
   */
  constructor(
    private readonly show: (change: Change) => Delays | null,
    private readonly tell: () => void,
  ) {}

  /** `now`: one's own action, which is shown at once, after all that still waited. */
  push(change: Change, now = false): void {
    this.#queue.push(change);
    if (this.#queue.length > TOO_FAR_BEHIND) this.#catchUp(0);
    else if (now) this.#catchUp(1);
    if (!this.#nextTimer) this.#next();
  }

  /** Whether such a change still waits to be shown. */
  waits(wanted: (change: Change) => boolean): boolean {
    return this.#queue.some(wanted);
  }

  /** Drops what waits to be shown or told. */
  clear(): void {
    clearTimeout(this.#nextTimer);
    clearTimeout(this.#storyTimer);
    this.#nextTimer = this.#storyTimer = undefined;
    this.#storyDue = 0;
    this.#queue = [];
  }

  #catchUp(but: number): void {
    clearTimeout(this.#nextTimer);
    this.#nextTimer = undefined;
    while (this.#queue.length > but) this.#showOne(this.#queue.shift()!);
  }

  #next(): void {
    this.#nextTimer = undefined;
    while (this.#queue.length) {
      const wait = this.#showOne(this.#queue.shift()!);
      if (wait > 0) {
        this.#nextTimer = setTimeout(() => this.#next(), wait);
        return;
      }
    }
  }

  #showOne(change: Change): number {
    const delays = this.show(change);
    if (delays) this.#scheduleStory(delays.story);
    return delays?.next ?? 0;
  }

  /** What is shown while an earlier story still waits is told with it, not before it. */
  #scheduleStory(wait: number): void {
    clearTimeout(this.#storyTimer);
    this.#storyDue = Math.max(this.#storyDue, performance.now() + wait);
    const left = this.#storyDue - performance.now();
    if (left > 0) this.#storyTimer = setTimeout(this.tell, left);
    else this.tell();
  }
}
