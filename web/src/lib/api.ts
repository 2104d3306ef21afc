/** What the page asks over HTTP, and where the socket is. */
import { nonce } from "./proof";
import type { Item } from "./board";
import type { Sentence } from "./texts";
import type * as Wire from "./wire";

export type { Wire };
/** What `hint` carries: `minds/mind.py`'s Hint. */
export type CoachHint = {
  best: Item;
  why: Sentence;
  chances?: readonly { action: Item; win: number }[];
};

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetch(path, {
    headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({}))) as Partial<Wire.Problem>;
    throw new Refused(answer.status, problem.code ?? "unavailable", problem.message ?? answer.statusText);
  }
  return (await answer.json()) as T;
}

/** This browser's share of the shuffle. */

export const api = {
  socket: (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`,
  games: () => call<Wire.GameInfo[]>("/api/games"),
  make: (table: Partial<Wire.NewTable> & { game: string }) =>
    call<Wire.MadeTable>("/api/tables", { ...table, nonce: nonce() }),
  tables: () => call<Wire.TableLine[]>("/api/tables"),
  finished: () => call<Wire.FinishedGame[]>("/api/games/finished"),
  replay: (id: string, seat: number | null) => call<Wire.Replay>(`/api/replay/${id}${seat === null ? "" : `?seat=${seat}`}`),
  /** What a fall of wood looked like, in the game's own bytes. */
  fall: async (id: string, step: number): Promise<ArrayBuffer> => {
    const answer = await fetch(`/api/falls/${id}/${step}`);
    if (!answer.ok) throw new Refused(answer.status, "unknown", answer.statusText);
    return answer.arrayBuffer();
  },
  lookBack: (id: string, seat: number) => call<Wire.LookBack>(`/api/lookback/${id}?seat=${seat}`),
  /** Where a table stands, to offer a chair again. */
  phase: async (id: string) => (await call<Wire.Sync>(`/api/tables/${id}`)).table.phase,
  verify: (id: string) => call<Wire.Verdict>(`/api/verify/${id}`),
};
