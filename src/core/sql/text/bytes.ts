/** Returns bytes as SQL for MySQL, from the `0x…` that is shown of them. MySQL reads `0x` alone as a name. */
export function bytesLiteral(shown: string): string {
  return shown.length > 2 ? `x'${shown.slice(2)}'` : "''";
}
