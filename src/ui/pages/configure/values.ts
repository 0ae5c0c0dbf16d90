import type { Command } from "../../../core/app/command.ts";
import type { ActionConfig, WriteGrant } from "../../../core/state/state.ts";
import type { Json } from "../../../core/json/node.ts";

/** The user's config as it is saved. */
type OwnConfig = NonNullable<Extract<Command, { name: "saveOverrides" }>["config"]>;

/** How a config value is edited: JSON for what has no field of its own. */
type ValueKind = "text" | "textarea" | "number" | "checkbox" | "json";

/** One key of an action's config, as a form shows it. */
export interface ConfigEntry {
  readonly key: string;
  readonly kind: ValueKind;
  /** The value now: the user's, else the bundle's. As text. */
  readonly text: string;
  /** The bundle's value as text; undefined for a key that it no longer has. */
  readonly original: string | undefined;
}

/** The keys of the bundle's config in its order, then those that only the user's has. */
export function configEntries(config: ActionConfig = {}, own: ActionConfig = {}): ConfigEntry[] {
  const keys = [...Object.keys(config), ...Object.keys(own).filter((key) => !Object.hasOwn(config, key))];
  return keys.map((key) => {
    const original = Object.hasOwn(config, key) ? config[key]! : undefined;
    const value = Object.hasOwn(own, key) ? own[key]! : original!;
    const kind = kindOf(original === undefined ? value : original, value);
    return {
      key,
      kind,
      text: textOf(value, kind),
      original: original === undefined ? undefined : textOf(original, kind),
    };
  });
}

/** A field for the type that both values have; JSON where they differ in type. */
function kindOf(original: Json, value: Json): ValueKind {
  if (typeof original !== typeof value) return "json";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "checkbox";
  if (typeof value !== "string") return "json";
  return value.length > 80 || /[\r\n]/.test(value + original) ? "textarea" : "text";
}

function textOf(value: Json, kind: ValueKind): string {
  if (kind === "json") return JSON.stringify(value, null, 2);
  return String(value);
}

/**
 * The texts that a form shows: those that the user has changed, null for a value that was taken away; all others as they stand
 * now, which an update of the extension may have changed.
 */
export function textsOf(
  entries: readonly ConfigEntry[],
  changed: ReadonlyMap<string, string | null>,
): ReadonlyMap<string, string> {
  return new Map(entries.flatMap(({ key, text }) => {
    const now = changed.get(key);
    return now === null ? [] : [[key, now ?? text] as const];
  }));
}

/** Servers that an action may write to, by name, each with the place where it was shown. */
export type Ticked = ReadonlyMap<string, string>;

/** What is ticked: as it stands now, but for what the user has ticked, at its place, or unticked (null) by hand. */
export function tickedOf(now: readonly WriteGrant[], byHand: ReadonlyMap<string, string | null>): Ticked {
  const ticked = new Map(now.map(({ server, at }) => [server, at]));
  for (const [name, at] of byHand) {
    if (at === null) ticked.delete(name);
    else ticked.set(name, at);
  }
  return ticked;
}

/** What is wrong with a text for its kind, or undefined. */
export function valueProblem(text: string, kind: ValueKind): string | undefined {
  if (kind === "number") {
    return text.trim() !== "" && Number.isFinite(Number(text)) ? undefined : "Enter a number";
  }
  if (kind !== "json") return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    return "Must be JSON: text in double quotes, [ ] for lists, { } for objects";
  }
}

/** The value of a text that has no problem. */
function valueOf(text: string, kind: ValueKind): OwnConfig[string] {
  switch (kind) {
    case "number":
      return Number(text);
    case "checkbox":
      return text === "true";
    case "json":
      return JSON.parse(text);
    default:
      return text;
  }
}

/** True when the text means something else than what the bundle says. */
export function differs({ kind, original }: ConfigEntry, text: string): boolean {
  if (original === undefined) return true;
  if (valueProblem(text, kind) !== undefined) return true;
  return JSON.stringify(valueOf(text, kind)) !== JSON.stringify(valueOf(original, kind));
}

/** The user's config: only what differs from the bundle's. The texts must have no problem. */
export function ownConfig(
  entries: readonly ConfigEntry[],
  texts: ReadonlyMap<string, string>,
): OwnConfig {
  const own: [string, OwnConfig[string]][] = [];
  for (const entry of entries) {
    const text = texts.get(entry.key);
    if (text !== undefined && differs(entry, text)) own.push([entry.key, valueOf(text, entry.kind)]);
  }
  return Object.fromEntries(own);
}
