/** One's private note sheet, kept in this browser under the name of the game and seat it belongs to. */
import { NUMBERS } from "../tiles/tiles";

type Kept = { crossed: number[]; boxes: (number | null)[] };
const STORED = "cinq-got-five-notes";
/** Games whose notes are kept; the oldest are forgotten first. */
const GAMES = 20;
const empty = (): Kept => ({ crossed: [], boxes: [null, null, null, null, null] });

/** What is stored, oldest game first; a browser that keeps nothing has nothing. */
function stored(): [string, Kept][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(found) ? (found as [string, Kept][]) : [];
  } catch {
    return [];
  }
}

export class Notes {
  crossed = $state.raw<ReadonlySet<number>>(new Set());
  boxes = $state<(number | null)[]>(empty().boxes);
  private past: number[][] = [];
  undoable = $state(false);

  /** Without a key (a lesson, a replay) the sheet lives as long as the page. */
  constructor(private readonly key: string | null) {
    this.show(this.read());
  }

  /** Another tab of this seat has written on the sheet. */
  reread(): void {
    if (this.key !== null) this.show(this.read());
  }

  /** Cross out or rub out many at once: one stroke of the pencil. */
  mark(numbers: readonly number[], crossed: boolean): void {
    const next = new Set(this.crossed);
    for (const number of numbers) {
      if (crossed) next.add(number);
      else next.delete(number);
    }
    this.crossed = next;
    this.write();
  }

  /** Remember where a stroke began, so that it can be taken back whole. */
  begin(): void {
    this.past.push([...this.crossed]);
    this.undoable = true;
  }

  undo(): void {
    this.crossed = new Set(this.past.pop() ?? []);
    this.undoable = this.past.length > 0;
    this.write();
  }

  box(slot: number, number: number | null): void {
    this.boxes[slot] = number;
    this.write();
  }

  private show(kept: Kept): void {
    this.crossed = new Set(kept.crossed);
    this.boxes = kept.boxes;
  }

  private read(): Kept {
    const kept = stored().find(([key]) => key === this.key)?.[1];
    return kept?.crossed.every((number) => NUMBERS.includes(number)) ? kept : empty();
  }

  private write(): void {
    if (this.key === null) return;
    const others = stored().filter(([key]) => key !== this.key);
    const all = [...others, [this.key, { crossed: [...this.crossed], boxes: this.boxes }]];
    try {
      localStorage.setItem(STORED, JSON.stringify(all.slice(-GAMES)));
    } catch {
      // A browser that keeps nothing: the sheet lives as long as the page.
    }
  }
}
