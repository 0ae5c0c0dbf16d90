import { Buffer } from "node:buffer";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where a planted secret was seen: nothing here may ever be seen. */
export interface Sighting {
  readonly secret: string;
  readonly place: string;
}

/** Every form in which a secret could stand in a text: as it is, in JSON, and as base64 at any offset. */
export function forms(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    // The first and last characters depend on the neighbours.
    return encoded.slice(offset === 0 ? 0 : 4, -4);
  });
  return [secret, JSON.stringify(secret).slice(1, -1), ...base64].map((text) => Buffer.from(text));
}

/** Looks for planted secrets. Names are what reports call them, so that a failed test does not print them. */
export class Planted {
  readonly #forms: ReadonlyMap<string, readonly Buffer[]>;
  readonly sightings: Sighting[] = [];

  constructor(secrets: Readonly<Record<string, string>>) {
    this.#forms = new Map(Object.entries(secrets).map(([name, value]) => [name, forms(value)]));
  }

  /** Searches bytes or text. */
  search(place: string, content: Uint8Array | string, except: readonly string[] = []): void {
    const bytes = Buffer.from(content as Uint8Array);
    for (const [secret, forms] of this.#forms) {
      if (!except.includes(secret) && forms.some((form) => bytes.includes(form))) {
        this.sightings.push({ secret, place });
      }
    }
  }

  /** Searches every file below a folder, their names too. */
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
   * Watches the arguments and environments of all processes until the returned function is called: reads them all the time,
   * and searches those that differ from what was searched last.
   * `allowed` tells which secrets a process may have in its environment, because the user put them there.
   */
  watchProcesses(allowed: (command: string) => readonly string[]): () => Promise<number> {
    let watching = true;
    const seen = new Set<string>();
    const searched = new Map<string, { readonly command: string; readonly environment: Buffer }>();
    const done = (async () => {
      while (watching) {
        for (const pid of readdirSync("/proc")) {
          if (!/^\d+$/.test(pid)) continue;
          try {
            const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
            if (command === "") continue;
            const last = searched.get(pid);
            if (last?.command !== command) {
              seen.add(`${pid} ${command}`);
              this.search(`the arguments of ${command.slice(0, 60)}`, command);
            }
            const environment = readFileSync(`/proc/${pid}/environ`);
            if (last?.command === command && last.environment.equals(environment)) continue;
            searched.set(pid, { command, environment });
            this.search(`the environment of ${command.slice(0, 60)}`, environment, allowed(command));
          } catch {
            // It has ended.
          }
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
