/** One's own estimates, one a stick; they stay in this browser, under the name of the game and seat. */
import type { Estimates } from "./eye";

const STORED = "cinq:estimates";
type Stored = { key: string; estimates: Estimates };

function stored(key: string): Estimates {
  try {
    const kept = JSON.parse(localStorage.getItem(STORED) ?? "null") as Stored | null;
    return kept?.key === key ? kept.estimates : {};
  } catch {
    return {};
  }
}

export class OwnEstimates {
  all = $state.raw<Estimates>({});

  /** Without a key (a lesson, a replay) they live as long as the page. */
  constructor(private readonly key: string | undefined) {
    if (key) this.all = stored(key);
  }

  set(stick: number, mm: number): void {
    this.all = { ...this.all, [stick]: mm };
    if (!this.key) return;
    try {
      localStorage.setItem(STORED, JSON.stringify({ key: this.key, estimates: this.all }));
    } catch {
      /* private mode */
    }
  }
}
