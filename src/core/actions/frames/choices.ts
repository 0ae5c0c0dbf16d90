import type { InputField } from "../../state/state.ts";

/** The options of a field. */
type Choices = Pick<InputField, "options">;

/**
 * Maximum lookups of parts of a joined text. Only an action that wants to keep Kedge busy offers options that
 * need more.
 */
const MAX_LOOKS = 2_000_000;

/**
 * Returns the chosen values as one text: in the order of the options, joined by `,`. The text is a JSON list
 * when the joined form is ambiguous because values contain a `,`. Values that are not among the options are
 * left out.
 */
export function joinChoices({ options }: Choices, chosen: Iterable<string>): string {
  const wanted = new Set(chosen);
  const values = valuesOf(options).filter((value) => wanted.has(value));
  const joined = values.join(",");
  if (values.length === 0) return "";
  const read = joined.trim() === "" ? null : readJoined(options, joined);
  return read?.unique && listIn(options, joined) === null ? joined : JSON.stringify(values);
}

/**
 * Returns the values in a text of {@link joinChoices}, in the order of the options; null when a value is not
 * an option. An ambiguous joined text is read with the longest values first.
 */
export function splitChoices({ options }: Choices, text: string): string[] | null {
  if (text === "") return [];
  const values = listIn(options, text) ?? readJoined(options, text)?.values;
  if (!values) return null;
  const chosen = new Set(values);
  return valuesOf(options).filter((value) => chosen.has(value));
}

/** Returns the values of options, each once: several options may have the same one. */
function valuesOf(options: Choices["options"]): string[] {
  return [...new Set(options.map(({ value }) => value))];
}

/** Returns the values of a JSON list; null when the text is not a list of options. */
function listIn(options: Choices["options"], text: string): string[] | null {
  if (!text.startsWith("[")) return null;
  try {
    const list: unknown = JSON.parse(text);
    const known = new Set<unknown>(options.map(({ value }) => value));
    return Array.isArray(list) && list.every((value) => known.has(value)) ? list : null;
  } catch {
    return null;
  }
}

/** Returns the values of a joined text, preferring the longest, and whether this is the only reading. */
function readJoined(
  options: Choices["options"],
  joined: string,
): { readonly values: readonly string[]; readonly unique: boolean } | null {
  const known = new Set(options.map(({ value }) => value));
  /** The numbers of parts into which values are cut by their own commas, largest first. */
  const widths = [...new Set(options.map(({ value }) => value.split(",").length))].sort((a, b) => b - a);
  const starts = [0];
  for (let at = joined.indexOf(","); at >= 0; at = joined.indexOf(",", at + 1)) starts.push(at + 1);
  const parts = starts.length;
  if (parts * widths.length > MAX_LOOKS) return null;
  starts.push(joined.length + 1);
  const between = (from: number, to: number) => joined.slice(starts[from], starts[to]! - 1);
  /**
   * For each part: the number of readings of the text from there on (2 means two or more), and the number of
   * parts of the longest value that starts there.
   */
  const ways = new Uint8Array(parts + 1), longest = new Uint32Array(parts);
  ways[parts] = 1;
  for (let from = parts - 1; from >= 0; from--) {
    for (const width of widths) {
      const to = from + width;
      if (to > parts || ways[to] === 0 || !known.has(between(from, to))) continue;
      longest[from] ||= width;
      ways[from] = Math.min(2, ways[from]! + ways[to]!);
    }
  }
  if (ways[0] === 0) return null;
  const values: string[] = [];
  for (let from = 0; from < parts; from += longest[from]!) values.push(between(from, from + longest[from]!));
  return { values, unique: ways[0] === 1 };
}
