/**
 * Texts: the games' own Fluent files, shared with the server, and the shell's.
 * Owns finding, filling and joining messages; mirrors the server's `core/texts.py`.
 */
import { FluentBundle, FluentNumber, FluentResource, type FluentVariable } from "@fluent/bundle";
import { whole } from "./numbers";

export type Lang = "fr" | "en";
export type Args = Record<string, FluentVariable>;
export type Format = {
  (id: string, args?: Args): string;
  /** Whether there is such a message: for labels that a game may or may not give. */
  has(id: string): boolean;
  /** Message ids in the order of the file: rule paragraphs are listed in it. */
  ids: readonly string[];
};
/** A sentence of the story, in no language yet; `who` and `whom` are seats. */
export type Sentence = { id: string; args?: Record<string, unknown> };

type Raw = () => Promise<string>;
const games = import.meta.glob<string>("@games/*/*.ftl", { query: "?raw", import: "default" }) as Record<string, Raw>;
const pages = import.meta.glob<string>("../../games/*/{fr,en}.ftl", { query: "?raw", import: "default" }) as Record<
  string,
  Raw
>;
/** The shell's texts: those of the first view, and those of parts that are fetched when they are first shown. */
const shells: Record<Lang, Record<"first" | "later", Raw>> = {
  fr: {
    first: () => import("../../texts/shell-fr").then((file) => file.default),
    later: () => import("../../texts/later.fr.ftl?raw").then((file) => file.default),
  },
  en: {
    first: () => import("../../texts/shell-en").then((file) => file.default),
    later: () => import("../../texts/later.en.ftl?raw").then((file) => file.default),
  },
};

/** The folder of a game in the sources: `five-or-less` lives in `five_or_less`. */
export const folder = (game: string): string => game.replaceAll("-", "_");

/** The game's own texts, and after them what only its board says (`web/src/games/<game>/fr.ftl`). */
export async function gameTexts(game: string, lang: Lang): Promise<Format> {
  const end = `/${folder(game)}/${lang}.ftl`;
  const [shared, board] = await Promise.all([load(games, end) ?? fromServer(game, lang), load(pages, end) ?? ""]);
  return formatter(`${shared}\n${board}`, lang);
}

/** The shell's texts in a language; with `all`, also those of the parts that are fetched later. */
export async function shellTexts(lang: Lang, all: boolean): Promise<Format> {
  const { first, later } = shells[lang];
  return formatter((await Promise.all([first(), all ? later() : ""])).join("\n"), lang);
}

function load(files: Record<string, Raw>, end: string): Promise<string> | undefined {
  const found = Object.keys(files).find((path) => path.endsWith(end));
  return found ? files[found]!() : undefined;
}

/** The texts of a game that this page was built without. */
async function fromServer(game: string, lang: Lang): Promise<string> {
  const answer = await fetch(`/api/games/${encodeURIComponent(game)}/texts/${lang}`);
  return answer.ok ? await answer.text() : "";
}

/** French puts a space before its high signs and units and in its thousands, and no line may end there. */
const spaced = (source: string): string =>
  source.replace(/ (?=[:;?!»%])|(?<=«) |(?<=\d) (?=\d{3}\b)|(?<=\}) (?=m?s\b|mm\b|min\b)/g, "\u00a0");

/** A first name that "de" elides before: a vowel, a silent h ("Hans" has none), y before a consonant. */
const ELIDED = /^(?:[aeiouàâäéèêëîïôöùûüœæ]|h[eéèêiïouy]|y[^aeiouéè])/i;
const of = (name: string): string => (ELIDED.test(name) ? `d’${name}` : `de ${name}`);

/** `DE($who)` in a French text: "de Bob", "d’Aline", "de Bob et d’Aline". The server's `core/texts.py` has it too. */
const DE = ([who]: readonly unknown[]): string => String(who).split(" et ").map(of).join(" et ");

/** The messages of a file by their ids, each as it is written. */
function written(source: string): [id: string, text: string][] {
  const starts = [...source.matchAll(/^([A-Za-z][\w-]*) *=/gm)];
  return starts.map((start, index) => [start[1]!, source.slice(start.index, starts[index + 1]?.index)]);
}

export function formatter(source: string, lang: Lang): Format {
  const bundle = new FluentBundle(lang, { useIsolating: false, functions: { DE } });
  const texts = written(source);
  const ids = texts.map(([id]) => id);
  // Of two with one id the first counts.
  const known = new Map(texts.reverse());
  const unread = new Map(known);
  /** A message is read when it is first asked for, and those it names with it: a page says a few of the many. */
  function read(id: string): void {
    const text = unread.get(id);
    if (text === undefined) return;
    unread.delete(id);
    bundle.addResource(new FluentResource(lang === "fr" ? spaced(text) : text));
    for (const [, named] of text.matchAll(/\{ *([A-Za-z][\w-]*) *\}/g)) read(named!);
  }
  const format = (id: string, args: Args = {}): string => {
    read(id);
    const value = bundle.getMessage(id)?.value;
    // A missing text shows its id: ugly enough to be found, never an empty button.
    return value ? bundle.formatPattern(value, numbered(args, lang), []) : id;
  };
  return Object.assign(format, { has: (id: string) => known.has(id), ids });
}

/** A number that needs no Intl to be written, and is still chosen by in the plural. */
class Written extends FluentNumber {
  constructor(
    value: number,
    readonly lang: Lang,
  ) {
    super(value);
  }
  override toString(scope?: Parameters<FluentNumber["toString"]>[0]): string {
    return Number.isInteger(this.value) ? whole(this.value, this.lang) : super.toString(scope);
  }
}
const numbered = (args: Args, lang: Lang): Args =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, typeof value === "number" ? new Written(value, lang) : value]),
  );

/** A sentence with names in it; `$you` says whether `who` or `whom` is the reader. */
export function tell(t: Format, lang: Lang, sentence: Sentence, names: readonly string[], you: number | null): string {
  const args: Args = { you: youIn(sentence, you) };
  for (const [name, value] of Object.entries(sentence.args ?? {})) {
    if (name === "who" || name === "whom") {
      const seats = (Array.isArray(value) ? value : [value]) as number[];
      args[name] = joinNames(
        lang,
        seats.map((seat) => names[seat] ?? `${seat + 1}`),
      );
    } else {
      args[name] = Array.isArray(value) ? value.join(", ") : (value as FluentVariable);
    }
  }
  return t(sentence.id, args);
}

function youIn(sentence: Sentence, you: number | null): string {
  for (const name of ["who", "whom"]) {
    const value = sentence.args?.[name];
    if (you !== null && (value === you || (Array.isArray(value) && value.length === 1 && value[0] === you)))
      return name;
  }
  return "none";
}

/** "Ana", "Ana et Bob", "Ana, Bob et Cleo". */
export function joinNames(lang: Lang, names: readonly string[]): string {
  const front = names.slice(0, -1).join(", ");
  const last = names.at(-1) ?? "";
  return front ? `${front}${lang === "fr" ? " et " : " and "}${last}` : last;
}

/** The rule paragraphs of a game, by the order of their ids. */
export function rules(t: Format): { id: string; text: string }[] {
  const found = t.ids.filter((id) => /^[A-Z]{2}-\d+$/.test(id));
  const number = (id: string) => Number(id.slice(3));
  return [...new Set(found)].sort((a, b) => number(a) - number(b)).map((id) => ({ id, text: t(id) }));
}

/** A number that a sentence carries: a seat, points. NaN where it carries none. */
export const numberArg = ({ args }: Sentence, name: string): number => {
  const value = args?.[name];
  return typeof value === "number" ? value : NaN;
};

/** The seats that a sentence carries, one or several. */
export const seatsArg = ({ args }: Sentence, name: string): number[] => {
  const value = args?.[name];
  return (Array.isArray(value) ? value : [value]).filter((seat) => typeof seat === "number");
};
