import { Buffer } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
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

  /** Searches every file below a folder, and the file names. */
  searchFolder(folder: string): number {
    let count = 0;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      this.search(`the name of ${path}`, entry.name);
      if (entry.isDirectory()) count += this.searchFolder(path);
      else if (entry.isFile()) {
        this.search(path, readFileSync(path));
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
    const look = (pid: string) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        if (command === "") return;
        const last = searched.get(pid);
        if (last?.command !== command) {
          seen.add(`${pid} ${command}`);
          this.search(`the arguments of ${command.slice(0, 60)}`, command);
        }
        const environment = readFileSync(`/proc/${pid}/environ`);
        if (last?.command === command && last.environment.equals(environment)) return;
        searched.set(pid, { command, environment });
        this.search(`the environment of ${command.slice(0, 60)}`, environment, allowed(command));
      } catch {
        // It has ended.
      }
    };
    const done = (async () => {
      const young = new Map<string, number>();
      let known: ReadonlySet<string> | null = null, all = 0, youngest = "";
      while (watching) {
        const now = performance.now(), before = youngest;
        youngest = youngestProcess();
        if (now >= all || youngest !== before) {
          const processes = listed();
          for (const pid of known ? processes.difference(known) : []) young.set(pid, now + YOUNG);
          known = processes;
        }
        for (const pid of now >= all ? known ?? [] : young.keys()) look(pid);
        if (now >= all) all = performance.now() + ALL_EVERY;
        for (const [pid, until] of young) if (now > until) young.delete(pid);
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

/** Pause between two looks at all processes, in ms. */
const ALL_EVERY = 50;

/** How long a process is looked at continuously after its start, in ms. */
const YOUNG = 1000;

/** Returns the processes that run now. */
const listed = () => new Set(readdirSync("/proc").filter((name) => /^\d+$/.test(name)));

/** Returns the id that the kernel gave last, to a process or to a thread. */
const youngestProcess = () => readFileSync("/proc/loadavg", "utf8").trim().split(" ").at(-1)!;
