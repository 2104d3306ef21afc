/** The tokens of the chairs that this browser holds, of its last twenty tables: who has a token owns the chair. */
const KEY = "cinq:chairs";
type Chairs = Record<string, { token: string; at: number; game?: string }>;

function read(): Chairs {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Chairs;
  } catch {
    return {};
  }
}

export const tokenOf = (table: string): string | null => read()[table]?.token ?? null;

export function keepChair(table: string, token: string, game?: string): void {
  const chairs = read();
  chairs[table] = { token, at: Date.now(), ...(game ? { game } : {}) };
  // An older table is found again by its link alone, as a spectator.
  const recent = Object.entries(chairs)
    .sort((a, b) => b[1].at - a[1].at)
    .slice(0, 20);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(recent)));
  } catch {
    /* private mode: the chair lasts as long as this page */
  }
}

export const heldTables = (): { table: string; game?: string }[] =>
  Object.entries(read())
    .sort((a, b) => b[1].at - a[1].at)
    .map(([table, { game }]) => ({ table, ...(game ? { game } : {}) }));

/** Games this browser saw to their end: only public ones are listed by the server, one's own are kept here. */
export type Seen = { id: string; game: string; names: string[]; winners: number[]; finished: number };
const SEEN = "cinq:seen";

export function seenGames(): Seen[] {
  try {
    return JSON.parse(localStorage.getItem(SEEN) ?? "[]") as Seen[];
  } catch {
    return [];
  }
}

export function keepGame(game: Seen): void {
  const kept = [game, ...seenGames().filter((one) => one.id !== game.id)].slice(0, 20);
  try {
    localStorage.setItem(SEEN, JSON.stringify(kept));
  } catch {
    /* private mode */
  }
}
