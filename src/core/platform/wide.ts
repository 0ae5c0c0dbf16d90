/**
 * Returns a text in the form for Windows functions: UTF-16 with a zero at its end. `units` is the maximum
 * length including the zero.
 */
export function wide(text: string, units = text.length + 1): Uint8Array<ArrayBuffer> {
  const buffer = new Uint16Array(Math.min(units, text.length + 1));
  for (let i = 0; i < buffer.length - 1; i++) buffer[i] = text.charCodeAt(i);
  return new Uint8Array(buffer.buffer);
}
