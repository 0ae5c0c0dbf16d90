import type { Diagnostic } from "./diagnostic.ts";

/** Tells whether a value from outside has a form; for places that load no library for that. */
type FormCheck = (value: unknown) => boolean;

/** A check of each field of an object; a field that may be absent has one that takes `undefined`. */
type Fields<T> = { readonly [Field in keyof T]-?: FormCheck };

export const aText: FormCheck = (value) => typeof value === "string";
export const aFlag: FormCheck = (value) => typeof value === "boolean";
export const aNumber: FormCheck = (value) => typeof value === "number";
/** An object that is no list. */
export const aRecord: FormCheck = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One of these words. */
export const oneWordOf = (...words: readonly string[]): FormCheck => (value) =>
  words.includes(value as string);

/** Of that form, or absent. */
export const orNothing = (check: FormCheck): FormCheck => (value) => value === undefined || check(value);

/** A list of what has that form. */
export const aListOf = (check: FormCheck): FormCheck => (value) => Array.isArray(value) && value.every(check);

/** An object whose own fields have these forms; others may be there. */
export function anObjectOf<T>(fields: Fields<T>): FormCheck {
  const checks = Object.entries<FormCheck>(fields);
  return (value) =>
    aRecord(value) &&
    checks.every(([name, check]) =>
      check(Object.hasOwn(value as object, name) ? (value as never)[name] : undefined)
    );
}

/** A {@link Diagnostic}. */
export const aDiagnostic = anObjectOf<Diagnostic>({
  severity: oneWordOf("error", "warning"),
  code: aText,
  path: aListOf((step) => aText(step) || aNumber(step)),
  file: orNothing(aText),
  line: orNothing(aNumber),
  column: orNothing(aNumber),
  message: aText,
  hint: orNothing(aText),
});
