/** Decodes a part of an address; null when its percent-encoding is not valid. */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
