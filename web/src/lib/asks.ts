/** Things said that want an answer: each has a reference, and is said again after a lost line until it is answered. */

export type Word = { type: string } & Record<string, unknown>;

export class Asks {
  #waiting = new Map<string, { message: Word; resolve: (answer: Word) => void }>();
  #count = 0;

  /** The message with its reference, and the answer to come. */
  ask(message: Word): { full: Word; answer: Promise<Word> } {
    this.#count += 1;
    const ref = `${Date.now().toString(36)}-${this.#count}`;
    const full = { ...message, ref };
    const answer = new Promise<Word>((resolve) => this.#waiting.set(ref, { message: full, resolve }));
    return { full, answer };
  }

  /** Hands an answer to whoever asked; the question it answers, if it is one of ours. */
  answered(answer: Word): Word | null {
    const ref = answer.ref as string | null | undefined;
    const found = ref ? this.#waiting.get(ref) : undefined;
    if (!ref || !found) return null;
    this.#waiting.delete(ref);
    found.resolve(answer);
    return found.message;
  }

  /** All that is still unanswered, oldest first. */
  open(): Word[] {
    return [...this.#waiting.values()].map(({ message }) => message);
  }
}
