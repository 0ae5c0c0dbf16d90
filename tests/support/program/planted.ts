import { Buffer } from "node:buffer";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A place where a planted secret was found; there must never be one. */
export interface Sighting {
  readonly secret: string;
  readonly place: string;
}

/** Returns every form in which a secret may appear in a text: unchanged, in JSON, and as base64 at any offset. */
export function forms(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    // The first and last characters depend on the neighbouring bytes.
    return encoded.slice(offset === 0 ? 0 : 4, -4);
  });
  return [secret, JSON.stringify(secret).slice(1, -1), ...base64].map((text) => Buffer.from(text));
}

/** Searches for planted secrets. Reports use their names, so that a failed test does not print the secrets. */
export class Planted {
  readonly #forms: ReadonlyMap<string, readonly Buffer[]>;
  readonly sightings: Sighting[] = [];

  constructor(secrets: Readonly<Record<string, string>>) {
    this.#forms = new Map(Object.entries(secrets).map(([name, value]) => [name, forms(value)]));
  }

  /** Searches bytes or a text. */
  search(place: string, content: Uint8Array | string, except: readonly string[] = []): void {
    const bytes = Buffer.from(content as Uint8Array);
    for (const [secret, forms] of this.#forms) {
      if (!except.includes(secret) && forms.some((form) => bytes.includes(form))) {
        this.sightings.push({ secret, place });
      }
    }
  }

  /**
   * Searches every file below a folder that changed since a time in ms, and the file names. Programs may
   * delete files meanwhile, as in a cache that all tests share.
   */
  searchFolder(folder: string, since = 0): number {
    let count = 0;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      this.search(`the name of ${path}`, entry.name);
      if (entry.isDirectory()) count += unlessGone(() => this.searchFolder(path, since)) ?? 0;
      else if (entry.isFile() && changed(path) >= since) {
        this.search(path, unlessGone(() => readFileSync(path)) ?? Buffer.alloc(0));
        count++;
      }
    }
    return count;
  }

  /**
   * Watches the arguments and environments of all processes until the returned function is called. It reads
   * those of new processes continuously, because these may end soon and become other programs, and those of
   * all others many times a second; it searches what has changed. `allowed` returns the secrets that a process
   * may have in its environment because the user put them there.
   */
  watchProcesses(allowed: (command: string) => readonly string[]): () => Promise<number> {
    let watching = true;
    const seen = new Set<string>();
    const searched = new Map<string, { readonly command: string; readonly environment: Buffer }>();
    /** Returns whether the process is there. */
    const look = (pid: string): boolean => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        if (command === "") return false;
        const last = searched.get(pid);
        if (last?.command !== command) {
          seen.add(`${pid} ${command}`);
          this.search(`the arguments of ${command.slice(0, 60)}`, command);
        }
        const environment = readFileSync(`/proc/${pid}/environ`);
        if (last?.command === command && last.environment.equals(environment)) return true;
        searched.set(pid, { command, environment });
        this.search(`the environment of ${command.slice(0, 60)}`, environment, allowed(command));
        return true;
      } catch {
        // The process has ended.
        return false;
      }
    };
    const done = (async () => {
      const young = new Map<string, number>(), processes = new Set<string>();
      for (let all = 0, last = youngestId(); watching;) {
        const now = performance.now(), youngest = youngestId();
        // Ids begin again after the largest.
        if (youngest < last || youngest - last > MANY) all = now;
        else for (let id = last + 1; id <= youngest; id++) young.set(String(id), now + YOUNG);
        last = youngest;
        for (const [pid, until] of young) {
          if (now > until || !processes.has(pid) && isThread(pid)) {
            young.delete(pid);
            processes.delete(pid);
          } else if (look(pid)) processes.add(pid);
        }
        if (now >= all) {
          for (const pid of readdirSync("/proc")) if (/^\d+$/.test(pid)) look(pid);
          all = performance.now() + ALL_EVERY;
        }
        await new Promise((resolve) => setTimeout(resolve, 3));
      }
    })();
    return async () => {
      watching = false;
      await done;
      return seen.size;
    };
  }
}

/** Returns what `read` reads; null when that was deleted. */
function unlessGone<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if ((error as { readonly code?: string }).code === "ENOENT") return null;
    throw error;
  }
}

/** Returns when a file changed last, in ms; 0 when it is gone. */
const changed = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Pause between two looks at all processes, in ms. */
const ALL_EVERY = 50;

/** How long a process is looked at continuously after its start, in ms. */
const YOUNG = 1000;

/** Number of new ids between two looks above which all processes are looked at. */
const MANY = 256;

/** Returns the id that the kernel gave last, to a process or to a thread. */
const youngestId = () => Number(readFileSync("/proc/loadavg", "utf8").trim().split(" ").at(-1));

/** Returns whether an id is a thread's other than the first of its process. */
function isThread(id: string): boolean {
  try {
    return /^Tgid:\t(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1] !== id;
  } catch {
    // The process does not exist yet, or has ended.
    return false;
  }
}
