/**
 * Control characters. They have their own file because every command loads it; hidden.ts has the other invisible
 * characters.
 */

/** Whether a text has a control character or a separator of lines. */
// deno-lint-ignore no-control-regex
export const hasControl = (text: string): boolean => /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(text);

const escaped = (found: string) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * A message with names of files and servers in it, safe to print: control characters are written out, because they
 * would move a terminal's cursor, change its title or fill its clipboard. Lines, tabs and, where wanted, colours stay.
 */
export function withoutControls(text: string, colours: boolean): string {
  // deno-lint-ignore no-control-regex
  const controls = colours ? /\x1b\[[\d;]*m|[^\P{Cc}\n\t]/gu : /[^\P{Cc}\n\t]/gu;
  return text.replace(controls, (found) => found.length > 1 ? found : escaped(found));
}

/** JSON with the controls written out that it has as they are and terminals follow. It means the same. */
export const safeJson = (json: string): string => json.replace(/[\x7f-\x9f]/g, escaped);
