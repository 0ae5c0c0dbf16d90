/** Bytes of the biggest icon. */
export const MAX_ICON = 512 * 1024;

const TYPES: readonly {
  readonly type: string;
  readonly suffix: RegExp;
  readonly starts: readonly string[];
}[] = [
  { type: "image/png", suffix: /\.png$/i, starts: ["\x89PNG\r\n\x1a\n"] },
  { type: "image/jpeg", suffix: /\.jpe?g$/i, starts: ["\xff\xd8\xff"] },
  { type: "image/gif", suffix: /\.gif$/i, starts: ["GIF87a", "GIF89a"] },
  { type: "image/webp", suffix: /\.webp$/i, starts: ["RIFF"] },
  { type: "image/svg+xml", suffix: /\.svg$/i, starts: [] },
];

/** The image type of a bundle's icon by its suffix, when its first bytes agree; null for anything else. */
export function imageType(path: string, bytes: Uint8Array): string | null {
  if (bytes.length > MAX_ICON) return null;
  const known = TYPES.find(({ suffix }) => suffix.test(path));
  if (!known) return null;
  const head = Array.from(bytes.subarray(0, 8), (byte) => String.fromCharCode(byte)).join("");
  return known.starts.length === 0 || known.starts.some((start) => head.startsWith(start))
    ? known.type
    : null;
}
