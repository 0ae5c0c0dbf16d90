/** Returns bytes as SQL for MySQL, from the `0x…` that is shown of them. MySQL reads `0x` alone as a name. */
export function bytesLiteral(shown: string): string {
  return shown.length > 2 ? `x'${shown.slice(2)}'` : "''";
}

/** Returns a text as SQL for MySQL that is read the same under all settings: as bytes, which no character ends. */
export function utf8Literal(text: string): string {
  return `_utf8mb4 x'${new TextEncoder().encode(text).toHex()}'`;
}
