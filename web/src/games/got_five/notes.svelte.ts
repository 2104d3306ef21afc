/** One's private note sheet: kept in this browser only, for the game whose deal it belongs to. */
import { NUMBERS } from "./tiles";

type Kept = { crossed: number[]; boxes: (number | null)[] };
const EMPTY: Kept = { crossed: [], boxes: [null, null, null, null, null] };

export class Notes {
  crossed = $state.raw<ReadonlySet<number>>(new Set());
  boxes = $state<(number | null)[]>([...EMPTY.boxes]);
  private past: number[][] = [];
  undoable = $state(false);

  constructor(private readonly key: string) {
    const kept = this.read();
    this.crossed = new Set(kept.crossed);
    this.boxes = kept.boxes;
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

  private read(): Kept {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "null") as Kept | null;
      return kept && kept.crossed.every((number) => NUMBERS.includes(number))
        ? kept
        : { ...EMPTY, boxes: [...EMPTY.boxes] };
    } catch {
      return { ...EMPTY, boxes: [...EMPTY.boxes] };
    }
  }

  private write(): void {
    try {
      sessionStorage.setItem(this.key, JSON.stringify({ crossed: [...this.crossed], boxes: this.boxes }));
    } catch {
      // A browser that keeps nothing: the sheet lives as long as the page.
    }
  }
}
