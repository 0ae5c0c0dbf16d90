/** Calculates the memory that processes would need if no other program used the same files. */

/** Bytes of a page, and of its entry in `pagemap`. */
const PAGE = 4096, ENTRY = 8;
/** Number of pages that are read at once. */
const PIECE = 1 << 16;
const PRESENT = 1n << 63n, FRAME = (1n << 55n) - 1n;

/**
 * Returns the memory of groups of processes in bytes: each physical page counts once, shared among
 * those of these processes that use it. Proportional memory would be less where other programs use
 * the same libraries. Returns null unless root asks, because the system tells others nothing about
 * pages.
 */
export async function memoryAlone<Name extends string>(
  groups: Readonly<Record<Name, readonly number[]>>,
): Promise<Record<Name, number> | null> {
  const users = new Map<number, number>();
  const pages: [name: Name, frame: number][] = [];
  for (const [name, pids] of Object.entries(groups) as [Name, readonly number[]][]) {
    for (const pid of pids) {
      for (const frame of await framesOf(pid)) {
        users.set(frame, (users.get(frame) ?? 0) + 1);
        pages.push([name, frame]);
      }
    }
  }
  if (users.size <= 1) return null;
  const sums = Object.fromEntries(Object.keys(groups).map((name) => [name, 0])) as Record<Name, number>;
  for (const [name, frame] of pages) sums[name] += PAGE / users.get(frame)!;
  return sums;
}

/** Returns the physical pages of a process; none if it has ended. */
async function framesOf(pid: number): Promise<number[]> {
  const frames: number[] = [];
  try {
    using map = await Deno.open(`/proc/${pid}/pagemap`);
    for (const [from, to] of used(await Deno.readTextFile(`/proc/${pid}/smaps`))) {
      for (let at = from; at < to; at += PIECE * PAGE) {
        const entries = new BigUint64Array(Math.min(PIECE, (to - at) / PAGE));
        await map.seek(at / PAGE * ENTRY, Deno.SeekMode.Start);
        await map.read(new Uint8Array(entries.buffer));
        for (const entry of entries) if ((entry & PRESENT) !== 0n) frames.push(Number(entry & FRAME));
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return frames;
}

/** Yields the used address ranges of a process; engines reserve far more than they use. */
function* used(smaps: string): Generator<[from: number, to: number]> {
  let place: [number, number] | null = null;
  for (const line of smaps.split("\n")) {
    const range = /^([0-9a-f]+)-([0-9a-f]+) /.exec(line);
    if (range) place = [parseInt(range[1]!, 16), parseInt(range[2]!, 16)];
    if (place && /^Rss:\s+[1-9]/.test(line) && place[1] < 2 ** 47) yield place;
  }
}
