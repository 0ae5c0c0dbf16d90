/** Below so much memory that programs could still get, in MB, a page that waits for its turn is no good use of it. */
const SCARCE = 700;
/** Below so much, in MB, one that waits gives its memory back; then there is not at once enough for the next. */
const SHORT = 350;

/**
 * Whether the palette's window may be ready before it is wanted, which costs memory all day. `set`, 1 or 0, decides; else
 * whether there is memory to spare, for one that begins, or for one that is `waiting` already; `available` are bytes.
 */
export function mayWait(
  waiting = false,
  set: string | undefined = Deno.env.get("KEDGE_WARM_WINDOW"),
  available: number = Deno.systemMemoryInfo().available,
): boolean {
  return set === "0" || set === "1" ? set === "1" : available / 2 ** 20 >= (waiting ? SHORT : SCARCE);
}
