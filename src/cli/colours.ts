/** Whether to print colours to a stream. */
export function colorsFor(stream: { isTerminal(): boolean }): boolean {
  return !Deno.noColor && stream.isTerminal();
}
