/** Minimum available memory, in MB, for loading the waiting page. */
const SCARCE = 700;
/**
 * Minimum available memory, in MB, for keeping the waiting page. It is lower than {@link SCARCE}, so that a
 * page that was just unloaded is not loaded again at once.
 */
const SHORT = 350;

/**
 * Whether the palette's page may be loaded before the user opens it, which occupies memory all day. `set`
 * forces the answer: "1" for yes, "0" for no. Otherwise the `available` memory in bytes decides; a page that
 * is already `waiting` may stay with less.
 */
export function mayWait(
  waiting = false,
  set: string | undefined = Deno.env.get("KEDGE_WARM_WINDOW"),
  available: number = Deno.systemMemoryInfo().available,
): boolean {
  return set === "0" || set === "1" ? set === "1" : available / 2 ** 20 >= (waiting ? SHORT : SCARCE);
}
