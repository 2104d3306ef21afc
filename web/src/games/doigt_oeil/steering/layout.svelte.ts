/** The letters on this keyboard: as the browser says, as typed so far, or as most keyboards of a language have them. */

const CODES = ["KeyW", "KeyA", "KeyS", "KeyD", "KeyQ", "KeyE", "KeyR", "KeyF", "KeyZ", "KeyX"] as const;
const AZERTY: Record<string, string> = { KeyW: "Z", KeyA: "Q", KeyQ: "A", KeyZ: "W" };
type LayoutMap = { get: (code: string) => string | undefined };
type WithLayout = Navigator & { keyboard?: { getLayoutMap?: () => Promise<LayoutMap> } };

class Layout {
  #seen = $state<Record<string, string>>({});

  constructor() {
    void this.#ask();
  }

  async #ask(): Promise<void> {
    const map = await (navigator as WithLayout).keyboard?.getLayoutMap?.().catch(() => null);
    if (map) for (const code of CODES) this.#note(code, map.get(code));
  }

  #note(code: string, letter: string | undefined): void {
    if (letter && /^\p{L}$/u.test(letter)) this.#seen[code] = letter.toUpperCase();
  }

  /** Learns from a key that was pressed. */
  learn({ code, key }: { code: string; key: string }): void {
    if (code.startsWith("Key")) this.#note(code, key);
  }

  /** The letters by their place on an English keyboard: `w`, `a`, `s`, … */
  letters(lang: string): Record<string, string> {
    const guess = (code: string) => (lang === "fr" ? AZERTY[code] : undefined) ?? code.slice(3);
    return Object.fromEntries(CODES.map((code) => [code.slice(3).toLowerCase(), this.#seen[code] ?? guess(code)]));
  }
}

export const layout = new Layout();
