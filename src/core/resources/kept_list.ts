import { makeFolder, writeFileAtomic } from "../files/atomic.ts";
import { readRegularFile } from "../files/read.ts";
import type { KeptRows } from "./gathered.ts";

/** The format of the files; another one is not read, as if there were none. */
const FORMAT = 1;
/** The largest file that is read or written, bytes: some fifty thousand names. */
const LARGEST = 16 << 20;

/**
 * A list in a file of the cache, for the next time. `row` checks what was read and gives only what may be kept: it must
 * leave out everything that is not a name. What is wrong in the file is left out.
 */
export function keptList<Row>(
  folder: string,
  name: string,
  row: (value: unknown) => Row | null,
): { read(): Promise<KeptRows<Row> | null>; write(rows: KeptRows<Row>): Promise<void> } {
  const path = async () => {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(name)));
    return `${folder}/list-${digest.toHex().slice(0, 24)}.json`;
  };
  return {
    async read() {
      const file = await readRegularFile(await path(), LARGEST, { follow: false, own: true });
      if (!file.ok) return null;
      const { format, at, rows } = (parsed(new TextDecoder().decode(file.bytes)) ?? {}) as {
        readonly [key: string]: unknown;
      };
      if (format !== FORMAT || typeof at !== "number" || !Array.isArray(rows)) return null;
      return {
        at,
        rows: rows.flatMap((kept: unknown) => {
          const [source, value] = Array.isArray(kept) ? kept as unknown[] : [];
          const read = row(value);
          return typeof source === "number" && read ? [{ source, row: read }] : [];
        }),
      };
    },
    async write({ at, rows }) {
      const kept = rows.flatMap(({ source, row: one }) => {
        const clean = row(one);
        return clean ? [[source, clean]] : [];
      });
      const text = JSON.stringify({ format: FORMAT, at, rows: kept });
      if (text.length > LARGEST) return;
      await makeFolder(folder);
      await writeFileAtomic(await path(), text);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
