/** The lesson's real wood: a socket of its own to the server's physics, and what the board is shown of it. */
import { Socket } from "../../lib/connection/socket";
import type { Trial } from "../../lesson/lessons";
import type { PhysicsChannel } from "../../lib/board/board";
import type { DoigtOeilShownPiece as Piece, FromLearner, Practise, Practised, ToLearner } from "../../lib/wire";
import { storyDelay } from "./pace";
import type { LessonStep, Line, View } from "./types";

export type Exercise = Practise["exercise"];
type Listener = Parameters<PhysicsChannel["subscribe"]>[0];

const KIND = { s: "small", m: "medium", l: "long" } as const;
/** Lines of a trial are numbered after those of the lesson. */
const FIRST = 1000;

export class WoodTrial implements Trial<"doigt-oeil"> {
  outcome = $state<Trial["outcome"]>("none");
  #step = $state.raw<LessonStep | null>(null);
  #placed = $state.raw<Practised | null>(null);
  /** What stands since something was laid. */
  #standing = $state.raw<Piece[] | null>(null);
  #lines = $state.raw<Line[]>([]);
  #last = $state.raw<Line[]>([]);
  #listeners = new Set<Listener>();
  #socket: Socket | null = null;

  readonly physics: PhysicsChannel = {
    subscribe: (listener) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
    send: (message) => this.#send(message),
  };

  #send(message: FromLearner): void {
    this.#socket?.send(message);
  }

  /** A step begins: a piece is taken up if it wants something tried; else everything stays as it stands. */
  begin(step: LessonStep): void {
    this.#step = step;
    this.outcome = "none";
    this.#placed = null;
    if (step.practice) this.#try(step);
    else this.#last = [];
  }

  again(): void {
    if (this.#step) this.begin(this.#step);
  }

  #try(step: LessonStep): void {
    const { held } = step.view;
    this.#note({ type: "pick", card: held!.card }, 0, [{ id: "took", args: { who: 0, card: held!.card } }]);
    if (this.#socket) this.#practise();
    else
      this.#socket = new Socket(`${location.origin.replace(/^http/, "ws")}/api/practice`, {
        opened: () => this.#practise(),
        message: (message) => this.#receive(message as ToLearner),
        frame: (data) => this.#listeners.forEach((listener) => listener(data)),
        status: () => undefined,
      });
  }

  #practise(): void {
    if (this.#step?.practice) this.#send({ type: "practise", exercise: this.#step.practice as Exercise });
  }

  #receive(message: ToLearner): void {
    if (message.type === "spots") this.#listeners.forEach((listener) => listener(message));
    else if (message.type === "bye") this.#bye(message.again ?? null);
    else this.#judge(message);
  }

  #bye(again: number | null): void {
    if (again !== null) return this.#socket?.later(again);
    this.#socket?.end();
    this.#socket = null;
    this.outcome = "absent";
  }

  #judge(placed: Practised): void {
    if (placed.exercise !== this.#step?.practice) return;
    const { card, fallen, columns, pose } = placed;
    this.#note({ type: "placement", card, fallen, columns }, "world", placed.story ?? []);
    this.#standing = Object.entries(pose).map(([id, at]) => ({
      id,
      length: KIND[id[0] as keyof typeof KIND],
      column: "l1",
      pose: at,
    }));
    this.#placed = placed;
    // A fall is seen before it is told.
    const outcome = fallen.length > 0 === (placed.exercise === "fall") ? "good" : "bad";
    setTimeout(() => this.#placed === placed && (this.outcome = outcome), storyDelay(this.#last));
  }

  #note(action: Line["action"], actor: Line["actor"], story: Line["story"]): void {
    const line: Line = { seq: FIRST + this.#lines.length, actor, action, story };
    this.#lines = [...this.#lines, line];
    this.#last = [line];
  }

  get lines(): readonly Line[] {
    return this.#last;
  }

  get history(): readonly Line[] {
    return this.#lines;
  }

  /** The step's view with the wood as it stands: a piece in hand, and later what became of it. */
  get view(): View | null {
    const step = this.#step;
    if (!step) return null;
    const view = { ...step.view, structure: this.#standing ?? step.view.structure };
    if (!step.practice) return view;
    const before = step.view.structure.map((piece) => this.#standing?.find(({ id }) => id === piece.id) ?? piece);
    if (!this.#placed) return { ...view, structure: before };
    const challenge = view.challenge && { ...view.challenge, placed: [...view.challenge.placed, this.#placed.card] };
    const draws = this.#placed.draws ?? 0;
    const counts = view.hand_counts.map((count, seat) => count + (seat === 0 ? draws : 0));
    return { ...view, phase: "answer", held: null, challenge, hand_counts: counts };
  }

  end(): void {
    this.#socket?.end();
    this.#socket = null;
  }
}
