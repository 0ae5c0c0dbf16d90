import type { Diagnostic } from "../../core/diagnostic.ts";
import type { ActionState, ExtensionState } from "../../core/state/state.ts";

/**
 * A check of a value in the running Kedge's answer. These checks are written by hand, so that `--list` loads
 * no library for them. Their types ensure that no field is forgotten.
 */
type Check = (value: unknown) => boolean;

/** A check for each field of an object; the check of an optional field accepts `undefined`. */
type Fields<T> = { readonly [Field in keyof T]-?: Check };

const isText: Check = (value) => typeof value === "string";
const isFlag: Check = (value) => typeof value === "boolean";
const isNumber: Check = (value) => typeof value === "number";
const isRecord: Check = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isOneOf = (...words: readonly string[]): Check => (value) => words.includes(value as string);
const optional = (check: Check): Check => (value) => value === undefined || check(value);
const isListOf = (check: Check): Check => (value) => Array.isArray(value) && value.every(check);

/** Returns a check for an object whose own properties pass these checks; other properties are allowed. */
function hasFields<T>(fields: Fields<T>): Check {
  const checks = Object.entries<Check>(fields);
  return (value) =>
    isRecord(value) &&
    checks.every(([name, check]) =>
      check(Object.hasOwn(value as object, name) ? (value as never)[name] : undefined)
    );
}

const isDiagnostic = hasFields<Diagnostic>({
  severity: isOneOf("error", "warning"),
  code: isText,
  path: isListOf((step) => isText(step) || isNumber(step)),
  file: optional(isText),
  line: optional(isNumber),
  column: optional(isNumber),
  message: isText,
  hint: optional(isText),
});

const isAction = hasFields<ActionState>({
  id: isText,
  label: isText,
  entry: isText,
  icon: optional(isText),
  tooltip: optional(isText),
  state: isOneOf("enabled", "incompatible", "changed", "withdrawn"),
  badge: optional(isText),
  contextMode: isOneOf("inherit", "custom", "none"),
  hideSpinner: isFlag,
  console: isOneOf("auto", "always", "none"),
  account: optional(isText),
  role: optional(isText),
  region: optional(isText),
  declared: optional(isRecord),
  own: optional(isRecord),
  saved: optional(isRecord),
  config: optional(isRecord),
});

const isExtension = hasFields<ExtensionState>({
  id: isText,
  name: isText,
  description: optional(isText),
  version: optional(isText),
  author: optional(isText),
  icon: optional(isText),
  developed: optional(isFlag),
  trust: isOneOf("trusted", "changed", "broken"),
  withdrawn: optional(isRecord),
  hash: isText,
  source: isText,
  installedAt: isNumber,
  minAppVersion: optional(isText),
  diagnostics: isListOf(isDiagnostic),
  actions: isListOf(isAction),
  ahead: optional(isFlag),
});

/** Whether the running Kedge's answer is a list of extensions. Objects may have further properties. */
export function isListing(value: unknown): value is readonly ExtensionState[] {
  return isListOf(isExtension)(value);
}
