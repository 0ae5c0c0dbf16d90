/** Whether to print colours to a stream. */
export function colorsFor(stream: { isTerminal(): boolean }): boolean {
  return !Deno.noColor && stream.isTerminal();
}

/** Returns a text in a style of the terminal (the numbers of SGR), such as `1;31`. */
export type Paint = (style: string, text: string) => string;

/** Returns the function that styles texts; without `colors` it leaves them alone. */
export function painter(colors: boolean): Paint {
  return (style, text) => colors ? `\x1b[${style}m${text}\x1b[0m` : text;
}
