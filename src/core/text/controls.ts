/**
 * Control characters. They have their own file because every command loads it; hidden.ts has the other invisible
 * characters.
 */

/** Whether a text has a control character or a line separator. */
// deno-lint-ignore no-control-regex
export const hasControl = (text: string): boolean => /[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(text);

const escaped = (found: string) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Returns a message with names of files and servers in a form that is safe to print. Control characters are
 * escaped, because they could move a terminal's cursor, change its title or fill its clipboard. Line breaks
 * and tabs stay, and so do colours on request.
 */
export function withoutControls(text: string, colours: boolean): string {
  // deno-lint-ignore no-control-regex
  const controls = colours ? /\x1b\[[\d;]*m|[^\P{Cc}\n\t]/gu : /[^\P{Cc}\n\t]/gu;
  return text.replace(controls, (found) => found.length > 1 ? found : escaped(found));
}

/** Escapes the control characters that JSON contains unescaped and that terminals obey. The JSON keeps its meaning. */
export const safeJson = (json: string): string => json.replace(/[\x7f-\x9f]/g, escaped);
