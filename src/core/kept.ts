import { lazyImport } from "./lazy_import.ts";
import { buildStamp } from "./build_stamp.ts";
import { readRegularFileNow } from "./files/read.ts";
import { appVersion } from "./version.ts";

/**
 * Answers that were worked out from files, kept as long as these are the same: short commands give them again without loading
 * what works them out. Only what the files say goes in, and nothing that is secret.
 */

/** What a file of such an answer holds. */
interface Kept {
  readonly format: 2;
  /** Of the files that it was worked out from. */
  readonly stamp: string;
  readonly answer: unknown;
}

/** Bytes of the file that are read; a longer answer is worked out each time. */
const MOST = 4 * 1024 * 1024;
/** A file that was changed so lately, ms, may change again within what the disk tells of time. */
const SETTLED = 3000;

/**
 * What the system says of a file: its number, owner, mode and size, and when it was changed, which no program can set. Null
 * where that tells nothing: a system without these, a file that was changed just now, a link by itself. `now` is ms since 1970.
 */
export function fileStamp(info: Deno.FileInfo, now: number): string | null {
  const changed = info.ctime?.getTime() ?? Infinity;
  if (info.ino === null || info.isSymlink || now - changed < SETTLED) return null;
  const { ino, dev, mode, uid, size, mtime } = info;
  return [ino, dev, mode, uid, size, mtime?.getTime(), changed].join(" ");
}

/** Sources change without their version: one of these does with each update of them, and with nothing else. */
const UPDATED = ["../../deno.json", "../../.git/logs/HEAD"];

/** Who works it out, as the first line of a stamp: another version or build may see more in the same files. */
export function keeper(
  { version, development } = appVersion(),
  { commit } = buildStamp(),
  sources = new URL(import.meta.url),
): string {
  if (!development) return [version, commit].join(" ");
  const times = UPDATED.map((path) => {
    try {
      return Deno.statSync(new URL(path, sources)).ctime?.getTime();
    } catch {
      return "";
    }
  });
  return [version, "from its sources", ...times].join(" ");
}

/** The answer that was kept under that name of the cache for files of this stamp; null when there is none of that form. */
export function keptAnswer<Answer>(
  cache: string,
  name: string,
  stamp: string,
  isAnswer: (value: unknown) => value is Answer,
): Answer | null {
  const read = readRegularFileNow(placeOf(cache, name), MOST, { own: true, follow: false });
  try {
    const found = read.ok ? JSON.parse(new TextDecoder().decode(read.bytes)) : null;
    return found?.format === 2 && found.stamp === stamp && isAnswer(found.answer) ? found.answer : null;
  } catch {
    return null;
  }
}

/** Keeps an answer; its stamp was taken before the files were read. A cache that takes nothing is no fault. */
export async function keepAnswer(cache: string, name: string, stamp: string, answer: unknown): Promise<void> {
  const text = JSON.stringify({ format: 2, stamp, answer } satisfies Kept);
  if (text.length > MOST) return;
  const { makeFolder, writeFileAtomic } = await lazyImport<typeof import("./files/atomic.ts")>(
    "./files/atomic.ts",
    import.meta.url,
  );
  await makeFolder(cache).then(() => writeFileAtomic(placeOf(cache, name), text)).catch(() => {});
}

/** The file of an answer. The folder is absolute, and no name leads elsewhere. */
const placeOf = (cache: string, name: string) => `${cache}/${name}.json`;
