/** Returns a reader of the lines of standard input. Nothing else may read standard input. */
export function readOrders(read: (buffer: Uint8Array) => number | null = (at) => Deno.stdin.readSync(at)) {
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(64 * 1024);
  let rest = "";
  return {
    /** Waits for input and returns the complete lines so far; null when the host has gone. */
    next(): readonly string[] | null {
      let size: number | null;
      try {
        size = read(buffer);
      } catch {
        return null;
      }
      if (size === null) return null;
      const parts = (rest + decoder.decode(buffer.subarray(0, size), { stream: true })).split("\n");
      rest = parts.pop()!;
      return parts.filter((part) => part !== "");
    },
  };
}
