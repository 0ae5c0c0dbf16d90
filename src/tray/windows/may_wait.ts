/** Below so much memory that programs could still get, in MB, a page that waits for its turn is no good use of it. */
const SCARCE = 700;

/**
 * Whether the palette's window may be ready before it is wanted, which costs memory all day. `set`, 1 or 0, decides; else
 * whether there is memory to spare; `available` are bytes.
 */
export function mayWait(
  set: string | undefined = Deno.env.get("KEDGE_WARM_WINDOW"),
  available: number = Deno.systemMemoryInfo().available,
): boolean {
  return set === "0" || set === "1" ? set === "1" : available / 2 ** 20 >= SCARCE;
}
