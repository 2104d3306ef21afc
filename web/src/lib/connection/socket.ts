/** One socket that comes back by itself. Knows nothing of what is said over it. */

export type Status = "connecting" | "open" | "lost" | "closed";
type Handlers = {
  opened: () => void;
  message: (message: unknown) => void;
  frame: (data: ArrayBuffer) => void;
  status: (status: Status) => void;
};

const WAITS = [200, 500, 1000, 2000, 4000];

export class Socket {
  #socket: WebSocket | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    private readonly url: string,
    private readonly handlers: Handlers,
  ) {
    this.#connect();
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
  }

  /** Sends if it can; whoever needs an answer keeps the message and sends it again after `opened`. */
  send(message: object): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  end(status: Status = "closed"): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    this.#socket?.close();
    this.handlers.status(status);
  }

  /** The server asked to come back after so many seconds. */
  later(seconds: number): void {
    this.#socket?.close();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), seconds * 1000);
  }

  /** The network is back, or the page is visible again: do not wait for the timer. */
  #now = (): void => {
    if (this.#ended || document.hidden || this.#socket?.readyState === WebSocket.OPEN) return;
    if (this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #connect(): void {
    if (this.#ended) return;
    this.handlers.status(this.#tries ? "lost" : "connecting");
    const socket = new WebSocket(this.url);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => {
      this.#tries = 0;
      this.handlers.status("open");
      this.handlers.opened();
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) =>
      typeof data === "string" ? this.handlers.message(JSON.parse(data)) : this.handlers.frame(data);
    socket.onclose = () => {
      if (this.#ended || this.#socket !== socket) return;
      this.handlers.status("lost");
      const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)]!;
      this.#tries += 1;
      clearTimeout(this.#timer);
      // A little spread, so that a restarted server is not met by everyone at once.
      this.#timer = setTimeout(() => this.#connect(), wait * (0.8 + Math.random() * 0.4));
    };
  }
}
