/** Below so much memory that programs could still get, in MB, a page that waits for its turn is no good use of it. */
const SCARCE = 700;

/**
 * Whether the palette's window may be ready before it is wanted, which costs memory all day. `KEDGE_WARM_WINDOW`, 1 or 0,
 * decides; else whether there is memory to spare.
 */
export async function mayWait(
  set: string | undefined = Deno.env.get("KEDGE_WARM_WINDOW"),
  meminfo: () => Promise<string> = () => Deno.readTextFile("/proc/meminfo"),
): Promise<boolean> {
  if (set === "0" || set === "1") return set === "1";
  if (Deno.build.os !== "linux") return true;
  const available = /^MemAvailable:\s+(\d+) kB/m.exec(await meminfo().catch(() => ""))?.[1];
  return available === undefined || Number(available) / 1024 >= SCARCE;
}
