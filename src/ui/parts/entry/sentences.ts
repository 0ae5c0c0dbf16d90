import { REGIONS } from "../../../core/aws/regions.ts";
import { fieldProblem, schemaAt } from "../../../core/config/fields.ts";
import { nameOf } from "../../../core/document/value.ts";
import type { Json } from "../../../core/json/node.ts";

type Path = readonly (string | number)[];

/** A message and its hint in one line, for under a field. */
function plainSentence(message: string, hint: string | undefined): string {
  return (hint ? `${message}. ${hint}.` : `${message}.`).replaceAll("`", "").replaceAll("?.", "?");
}

/** The same with the field's title in the place of its key: pages never show how the file calls it. */
export function titledSentence(path: Path, message: string, hint: string | undefined): string {
  const title = schemaAt(path)?.title;
  if (title === undefined) return plainSentence(message, hint);
  const titled = (text: string) =>
    text.replaceAll(nameOf(path), () => title).replaceAll(nameOf(path.slice(-1)), () => title);
  return plainSentence(titled(message), hint && titled(hint));
}

/** What is wrong with one value, in a sentence; undefined when nothing is. */
export function valueProblem(path: Path, value: Json): string | undefined {
  const problem = fieldProblem(path, value);
  if (!problem) return undefined;
  const region = schemaAt(path)?.format === "region" ? regionOf(String(value)) : undefined;
  return titledSentence(path, problem.message, region ? `Did you mean "${region}"?` : problem.hint);
}

/** The region that people know by a place: frankfurt is eu-central-1. */
function regionOf(city: string): string | undefined {
  const sentence = bare(city);
  return REGIONS.find(([, name]) => bare(name) === sentence)?.[0];
}

/** Whether a text may become a region by typing on: no error in the middle of a word. */
export function beginsRegion(text: string): boolean {
  const sentence = bare(text);
  return REGIONS.some(([name, city]) => name.startsWith(sentence) || bare(city).startsWith(sentence));
}

/** Small letters without accents and spaces at the ends. */
function bare(text: string): string {
  return text.trim().toLowerCase().normalize("NFD").replace(/\p{Mn}/gu, "");
}

/** What can be chosen for a field that takes any text besides; undefined where nothing is known. */
export function suggestionsFor(format: string | undefined) {
  return format === "region" ? REGION_SUGGESTIONS : undefined;
}

const REGION_SUGGESTIONS = REGIONS.map(([value, city]) => ({ value, label: `${value} · ${city}` }));
