import { withoutEscapes } from "./escapes.ts";
import { type AllowedHidden, hiddenInWords, isSuspect } from "./hidden.ts";
import { pairCut, shortened } from "./shorten.ts";

/**
 * Text from outside (scripts, bundles, servers, files) as each surface shows it:
 *
 * | function       | surface                                   | hidden characters    | escapes        | lines      |
 * | -------------- | ------------------------------------------ | -------------------- | -------------- | ---------- |
 * | `oneLine`      | tray, titles, prompts, a server's error    | one space            | dropped        | one space  |
 * | `block`        | messages in notifications and on terminals | dropped              | dropped        | kept       |
 * | `outputLine`   | the log of a run and its file              | U+FFFD               | colours stay   | one line   |
 * | `logged`       | kedge.log, quoted source lines             | U+FFFD               | as characters  | U+FFFD     |
 * | `spelled`      | diagnostics, lists and reviews as text     | `\u202e`             | as characters  | `\u000a`   |
 * | `hiddenParts`  | every text of pages; stricter in code      | ⟨U+202E⟩, in a style | as characters  | as written |
 *
 * `spelled` and `hiddenParts` are in hidden.ts. Half of a surrogate pair becomes U+FFFD where it is not escaped.
 * Characters that spelling needs stay everywhere but in code: the parts of an emoji, a joiner between letters
 * that join.
 */

/** Returns readable text on one line, cut to `longest` UTF-16 units. */
export function oneLine(text: string, { longest = Infinity }: { longest?: number } = {}): string {
  // This is enough to fill the line even when most of the text is dropped.
  const some = text.length > 4 * longest ? text.slice(0, pairCut(text, 4 * longest)) : text;
  const line = replaced(withoutEscapes(some, false, ""), "", " ").replace(/\s+/g, " ").trim();
  return shortened(line, longest);
}

/** Returns readable text of several lines, cut to `longest` UTF-16 units. Tabs stay, and so do colours on request. */
export function block(
  text: string,
  { longest = Infinity, colours = false }: { longest?: number; colours?: boolean } = {},
): string {
  return shortened(replaced(withoutEscapes(text, colours, ""), colours ? "\t\n\x1b" : "\t\n", ""), longest);
}

/**
 * Returns one output line that is safe to show. Keeps colours and the text after the last carriage return,
 * and drops other escape sequences.
 */
export function outputLine(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  const shown = text.slice(text.lastIndexOf("\r") + 1);
  return replaced(withoutEscapes(shown, true, "\ufffd"), "\t\x1b", "\ufffd");
}

/** Returns a text of the same length for a file or an excerpt that a terminal may show. */
export function logged(text: string): string {
  return replaced(text, "\t", "\ufffd");
}

/** Replaces hidden characters except those in `keep`. */
function replaced(text: string, keep: AllowedHidden, by: string): string {
  if (!isSuspect(text, keep)) return text;
  return text.replace(hiddenInWords(), (found, usual?: string) => {
    if (usual !== undefined) return usual;
    return keep.includes(found) ? found : /\p{Surrogate}/u.test(found) ? "\ufffd" : by;
  });
}
