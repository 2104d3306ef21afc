/** An option of a game, and a value of it, in full words. */
import type { Wire } from "../lib/connection/api";
import { number, prefs, t } from "../lib/prefs.svelte";

export const optionLabel = (name: string): string =>
  prefs.t.has(`option-${name}`) ? t(`option-${name}`) : name.replaceAll("_", " ");

export function valueWords({ name, kind }: Pick<Wire.OptionInfo, "name" | "kind">, value: unknown): string {
  if (value === null) return t("option-null");
  if (kind === "seat") return t("seat-of", { seat: Number(value) + 1 });
  if (typeof value === "number") return number(value);
  if (typeof value === "boolean") return t(`option-${value}`);
  if (typeof value === "object") {
    const [unit, count] = Object.entries(value as Record<string, number>)[0] ?? ["", 0];
    return t(`value-${unit}`, { count });
  }
  const own = `value-${name}-${String(value)}`;
  return t(prefs.t.has(own) ? own : `value-${String(value)}`);
}
