/** Control characters, for what every command loads; what else is not seen stands in hidden.ts. */

/** Whether a text has a control character or a separator of lines. */
// deno-lint-ignore no-control-regex
export const hasControl = (text: string): boolean => /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(text);

const escaped = (found: string) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * What is told with the names of files and servers in it, without what would move a terminal's cursor, change its title or
 * fill its clipboard: controls are written out. Only lines, tabs and, where they are wanted, colours stay.
 */
export function withoutControls(text: string, colours: boolean): string {
  // deno-lint-ignore no-control-regex
  const controls = colours ? /\x1b\[[\d;]*m|[^\P{Cc}\n\t]/gu : /[^\P{Cc}\n\t]/gu;
  return text.replace(controls, (found) => found.length > 1 ? found : escaped(found));
}

/** JSON with the controls written out that it has as they are and terminals follow. It means the same. */
export const safeJson = (json: string): string => json.replace(/[\x7f-\x9f]/g, escaped);
