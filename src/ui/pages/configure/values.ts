import type { Command } from "../../../core/app/command.ts";
import type { ActionConfig, WriteGrant } from "../../../core/state/state.ts";
import type { Json } from "../../../core/json/node.ts";
import { keepsNumber } from "../../../core/json/precision.ts";

/** The user's config in the format of the command. */
type OwnConfig = NonNullable<Extract<Command, { name: "saveOverrides" }>["config"]>;

/** The control for a config value. Values without a control of their own are edited as JSON. */
type ValueKind = "text" | "textarea" | "number" | "checkbox" | "json";

/** A key of an action's config, as the form shows it. */
export interface ConfigEntry {
  readonly key: string;
  readonly kind: ValueKind;
  /** The current value as text: the user's, else the bundle's. */
  readonly text: string;
  /** The bundle's value as text; undefined for a key that the bundle no longer has. */
  readonly original: string | undefined;
}

/** Returns the keys of the bundle's config in its order, followed by those that only the user's config has. */
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

/** Returns the kind for the type that both values share; JSON where their types differ. */
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
 * Returns the texts that the form shows. Changed texts are the user's; null means that the value was removed.
 * Other texts are the current values, which an update of the extension may have changed.
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

/** Servers that an action may write to, by name, with the address at which each was shown. */
export type Ticked = ReadonlyMap<string, string>;

/**
 * Returns the ticked servers: the saved ones, changed by what the user has
 * ticked (with its address) or unticked (null).
 */
export function tickedOf(now: readonly WriteGrant[], byHand: ReadonlyMap<string, string | null>): Ticked {
  const ticked = new Map(now.map(({ server, at }) => [server, at]));
  for (const [name, at] of byHand) {
    if (at === null) ticked.delete(name);
    else ticked.set(name, at);
  }
  return ticked;
}

/** Returns the problem of a text for its kind; undefined when there is none. */
export function valueProblem(text: string, kind: ValueKind): string | undefined {
  if (kind === "number") {
    const number = Number(text);
    if (text.trim() === "" || !Number.isFinite(number)) return "Enter a number";
    return keepsNumber(text.trim(), number) ? undefined : "Has more digits than a number keeps";
  }
  if (kind !== "json") return undefined;
  try {
    return parsesExactly(text) ? undefined : "Has a number with too many digits: put it in quotes";
  } catch {
    return "Must be JSON: text in double quotes, [ ] for lists, { } for objects";
  }
}

/** Returns whether a JSON text has only numbers that are kept as they are written. Throws for any other text. */
function parsesExactly(text: string): boolean {
  let exact = true;
  // An older web view does not tell how a number was written.
  const look = (_key: string, value: unknown, written?: { readonly source?: string }) => {
    if (typeof value === "number") exact &&= keepsNumber(written?.source ?? `${value}`, value);
    return value;
  };
  JSON.parse(text, look);
  return exact;
}

/** Returns the value of a text without a problem. */
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

/** Whether a text has another value than the bundle. */
export function differs({ kind, original }: ConfigEntry, text: string): boolean {
  if (original === undefined) return true;
  if (valueProblem(text, kind) !== undefined) return true;
  return JSON.stringify(valueOf(text, kind)) !== JSON.stringify(valueOf(original, kind));
}

/** Returns the user's config with only the values that differ from the bundle's. The texts must have no problem. */
export function ownConfig(entries: readonly ConfigEntry[], texts: ReadonlyMap<string, string>): OwnConfig {
  const own: [string, OwnConfig[string]][] = [];
  for (const entry of entries) {
    const text = texts.get(entry.key);
    if (text !== undefined && differs(entry, text)) own.push([entry.key, valueOf(text, entry.kind)]);
  }
  return Object.fromEntries(own);
}
