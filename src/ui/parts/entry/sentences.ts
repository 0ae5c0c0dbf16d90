import { REGIONS } from "../../../core/aws/regions.ts";
import { type ConfigField, fieldProblem, schemaAt } from "../../../core/config/fields.ts";
import type { Diagnostic } from "../../../core/diagnostic.ts";
import type { Path } from "../../../core/document/kind.ts";
import { nameOf } from "../../../core/document/value.ts";
import type { Json } from "../../../core/json/node.ts";

/** Returns a message and its hint in one line, for the text under a field. */
function plainSentence(message: string, hint: string | undefined): string {
  return (hint ? `${message}. ${hint}.` : `${message}.`).replaceAll("`", "").replaceAll("?.", "?");
}

/** Returns the same sentence with the field's title instead of its key, because pages never show the file's keys. */
export function titledSentence(path: Path, message: string, hint: string | undefined): string {
  const title = schemaAt(path)?.title;
  if (title === undefined) return plainSentence(message, hint);
  const titled = (text: string) =>
    text.replaceAll(nameOf(path), () => title).replaceAll(nameOf(path.slice(-1)), () => title);
  return plainSentence(titled(message), hint && titled(hint));
}

/** Returns the problem of a value as a sentence; undefined when there is none. */
export function valueProblem(path: Path, value: Json): string | undefined {
  const problem = fieldProblem(path, value);
  if (!problem) return undefined;
  const region = schemaAt(path)?.format === "region" ? regionOf(String(value)) : undefined;
  return titledSentence(path, problem.message, region ? `Did you mean "${region}"?` : problem.hint);
}

/** Returns the sentence about the problem of one value, not of the values inside it; undefined when there is none. */
export function problemAt(path: Path, diagnostics: readonly Diagnostic[]): string | undefined {
  const found = diagnostics.find((one) =>
    one.path.length === path.length && path.every((step, i) => one.path[i] === step)
  );
  return found && titledSentence(path, found.message, found.hint);
}

/**
 * Returns the sentence about the first error of an entry that none of its shown fields is about, such as a
 * misspelt key or one of an inner list; undefined when there is none.
 */
export function problemElsewhere(
  entry: Path,
  shown: readonly ConfigField[],
  diagnostics: readonly Diagnostic[],
): string | undefined {
  const found = diagnostics.find(({ severity, path }) => {
    const [key, ...inner] = path.slice(entry.length);
    const isField = inner.length === 0 && shown.some((field) => field.key === key);
    return severity === "error" && entry.every((step, i) => path[i] === step) && !isField;
  });
  return found && titledSentence(found.path, found.message, found.hint);
}

/** Returns the region at a place that users know: `frankfurt` is eu-central-1. */
function regionOf(city: string): string | undefined {
  const sentence = bare(city);
  return REGIONS.find(([, name]) => bare(name) === sentence)?.[0];
}

/** Whether a text is the beginning of a region or its city, so that no error is shown in the middle of a word. */
export function beginsRegion(text: string): boolean {
  const sentence = bare(text);
  return REGIONS.some(([name, city]) => name.startsWith(sentence) || bare(city).startsWith(sentence));
}

/** Returns the text in lower case, without accents and without spaces at its ends. */
function bare(text: string): string {
  return text.trim().toLowerCase().normalize("NFD").replace(/\p{Mn}/gu, "");
}

/** Returns suggestions for a field that accepts any text; undefined where there are none. */
export function suggestionsFor(format: string | undefined) {
  return format === "region" ? REGION_SUGGESTIONS : undefined;
}

/** All regions, each with its city, for fields that show a label alone. */
export const REGION_OPTIONS = REGIONS.map(([value, city]) => ({ value, label: `${value} · ${city}` }));

const REGION_SUGGESTIONS = REGIONS.map(([value, city]) => ({ value, label: city }));
