/** Returns the bytes of all parts, concatenated. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

/**
 * Reads the body of a request or an answer; returns null as soon as it exceeds `most` bytes, without reading
 * the rest. Throws when the body breaks off.
 */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > most) return null;
    parts.push(part);
  }
  return joined(parts);
}
