/** The HTTP requests of the page, and the address of its socket. */
import { nonceFor, pin } from "../proof/recording";
import type * as Wire from "../wire";

export type { Wire };

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function call<T>(path: string, body?: unknown, token?: string): Promise<T> {
  const answer = await fetch(path, {
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  if (!answer.ok) {
    const problem: Partial<Wire.Problem> = await answer.json().catch(() => ({}));
    throw new Refused(answer.status, problem.code ?? "unavailable", problem.message ?? answer.statusText);
  }
  return (await answer.json()) as T;
}

/** Makes a table. A game that starts at once starts in a second step: the nonce answers the commitment of the first. */
async function make(table: Partial<Wire.NewTable> & { game: string }): Promise<Wire.MadeTable> {
  const inTwoSteps = !!table.start && !!table.name;
  const made = await call<Wire.MadeTable>("/api/tables", inTwoSteps ? { ...table, start: false } : table);
  const game = `${made.table}-1`;
  const { commitment } = pin(game, made.commitment, true);
  if (inTwoSteps && made.token) {
    const start: Wire.Start = { type: "start", nonce: nonceFor(game), commitment };
    await call(`/api/tables/${made.table}/messages`, start, made.token);
  }
  return made;
}

export const api = {
  socket: (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`,
  /** What others on the server's network open; nothing where only this computer can reach it. */
  network: () => call<string[]>("/api/network"),
  games: () => call<Wire.GameInfo[]>("/api/games"),
  make,
  tables: () => call<Wire.ListedTable[]>("/api/tables"),
  finished: () => call<Wire.FinishedGame[]>("/api/games/finished"),
  /** `open`: hidden cards face up, where the game has any. */
  replay: (id: string, seat: number | null, open: boolean) =>
    call<Wire.Replay>(`/api/replay/${id}?open=${open}${seat === null ? "" : `&seat=${seat}`}`),
  /** The recording of a fall, as bytes (`games/doigt_oeil/scene/frames.ts` reads them). */
  fall: async (id: string, step: number): Promise<ArrayBuffer> => {
    const answer = await fetch(`/api/falls/${id}/${step}`);
    if (!answer.ok) throw new Refused(answer.status, "unknown", answer.statusText);
    return answer.arrayBuffer();
  },
  reviewMoves: (id: string, seat: number) => call<Wire.MoveReview>(`/api/lookback/${id}?seat=${seat}`),
  /** The phase of a table, to offer a chair again. */
  phase: async (id: string) => (await call<Wire.Sync>(`/api/tables/${id}`)).table.phase,
  log: async (id: string): Promise<string> => {
    const answer = await fetch(`/api/log/${id}`);
    if (!answer.ok) throw new Refused(answer.status, "unknown", answer.statusText);
    return answer.text();
  },
  verify: (id: string) => call<Wire.Verdict>(`/api/verify/${id}`),
};
