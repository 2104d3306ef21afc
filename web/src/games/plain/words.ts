/** Menu items in words, from the game's own texts where they say enough. */
import type { Item, Say } from "../../lib/board/board";

const scalar = (value: unknown) => typeof value === "number" || typeof value === "string";

export function label(item: Item, say: Say): string {
  const { type, ...fields } = item;
  const id = `action-${type}`;
  const args = Object.fromEntries(Object.entries(fields).filter(([, value]) => scalar(value)));
  const said = say(id, { ...args, ...("target" in fields ? { whom: fields.target } : {}) });
  const known = said !== id && !said.includes("{$");
  const name = known ? said : type.replaceAll("_", " ");
  const rest = Object.entries(fields)
    .filter(
      ([, value]) => value !== null && value !== false && !(known && scalar(value) && said.includes(String(value))),
    )
    .map(([field, value]) => (value === true ? field : `${field} ${plain(value)}`));
  return rest.length ? `${name} · ${rest.join(", ")}` : name;
}

export function plain(value: unknown): string {
  if (value === null || value === undefined) return "·";
  if (typeof value === "boolean") return value ? "✓" : "·";
  if (Array.isArray(value)) return value.length ? value.map(plain).join(" ") : "·";
  if (typeof value === "object")
    return Object.entries(value as Record<string, unknown>)
      .map(([name, one]) => `${name} ${plain(one)}`)
      .join(", ");
  return String(value);
}

/** A template wants filling in: some field of it is an object such as `{count, from, to}`. */
export const template = (item: Item): string | null =>
  Object.keys(item).find((name) => {
    const value = item[name];
    return typeof value === "object" && value !== null && !Array.isArray(value) && "count" in value;
  }) ?? null;
