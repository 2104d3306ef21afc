/** Requests that wait for an answer. Each has a reference, and is sent again after a lost connection until answered. */
import type { FromSeat, ToSeat } from "../wire";

export class PendingRequests {
  #waiting = new Map<string, { message: FromSeat; resolve: (answer: ToSeat) => void }>();
  #count = 0;

  /** Returns the message with its reference, and the answer to come. */
  add(message: FromSeat): { full: FromSeat; answer: Promise<ToSeat> } {
    this.#count += 1;
    const ref = `${Date.now().toString(36)}-${this.#count}`;
    const full = { ...message, ref };
    const answer = new Promise<ToSeat>((resolve) => this.#waiting.set(ref, { message: full, resolve }));
    return { full, answer };
  }

  /** Resolves the request that this message answers, and returns it; null if it answers none. */
  resolve(answer: ToSeat): FromSeat | null {
    const ref = "ref" in answer ? answer.ref : null;
    const found = ref ? this.#waiting.get(ref) : undefined;
    if (!ref || !found) return null;
    this.#waiting.delete(ref);
    found.resolve(answer);
    return found.message;
  }

  /** Whether this message answers a request of that type. */
  isFor(answer: ToSeat, type: FromSeat["type"]): boolean {
    const ref = "ref" in answer ? answer.ref : null;
    return !!ref && this.#waiting.get(ref)?.message.type === type;
  }

  /** All unanswered requests, oldest first. */
  open(): FromSeat[] {
    return [...this.#waiting.values()].map(({ message }) => message);
  }
}
