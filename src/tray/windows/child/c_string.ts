/** Returns a text as UTF-8 with a final zero byte, as C functions expect it. */
export function cString(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${text}\0`);
}
