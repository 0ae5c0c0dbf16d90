import { makeFolder, writeFileAtomic } from "../files/atomic.ts";
import { readRegularFile } from "../files/read.ts";
import type { CachedRows } from "./gathered.ts";
import { kindOfResource } from "./kinds/mod.ts";
import { fieldsOf, jsonOrNull } from "../json_values.ts";

/** The kind, account, role and region of a list. */
export interface CachedListName {
  /** Name of the kind of resource. */
  readonly kind: string;
  readonly account: string;
  /** Null for the account's usual role. */
  readonly role: string | null;
  readonly region: string;
}

/** A cached list whose rows are not checked yet. */
export interface CachedList extends CachedListName {
  /** When the list was read from AWS, ms since 1970. */
  readonly at: number;
  readonly rows: readonly unknown[];
}

/** Version of the file format. Files of another version are ignored. */
const FORMAT = 3;
/** Maximum bytes of a file, about fifty thousand names. */
const MAX_SIZE = 16 << 20;
/** Maximum number of cached files, and the number of writes between two checks of that maximum. */
const MAX_FILES = 3000, LOOKED_AFTER = 100;
/** Maximum number of lists, and of bytes, that {@link cachedLists} reads; the newest are read first. */
const MAX_LISTS = 300, MAX_BYTES = 48 << 20;
const FILE = /^list-[0-9a-f]{24}\.json$/;

/**
 * A list in a file of the cache. `row` checks a row that is read or written and must leave out everything
 * that is not a name; null drops the row. `session` tells whether the list was read with a sign-in, so that
 * {@link forgetSessionLists} removes it. `most` is the maximum number of lists in the folder.
 */
export function cachedList<Row>(
  folder: string,
  name: CachedListName,
  row: (value: unknown) => Row | null,
  session: () => boolean = () => false,
  most = MAX_FILES,
): { read(): Promise<CachedRows<Row> | null>; write(rows: CachedRows<Row>): Promise<void> } {
  const { kind, account, role, region } = name;
  const path = async () => {
    const text = JSON.stringify([kind, account, role, region]);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    return `${folder}/list-${digest.toHex().slice(0, 24)}.json`;
  };
  return {
    async read() {
      const cached = await readCached(await path());
      return cached && {
        at: cached.at,
        rows: cached.rows.flatMap(([source, value]) => {
          const read = row(value);
          return read ? [{ source, row: read }] : [];
        }),
      };
    },
    async write({ at, rows }) {
      const cached = rows.flatMap(({ source, row: one }) => {
        const clean = row(one);
        return clean ? [[source, clean]] : [];
      });
      // A file without rows would only say that somebody opened the list.
      if (cached.length === 0) return await Deno.remove(await path()).catch(() => {});
      const of = { kind, account, role, region };
      const text = JSON.stringify({ format: FORMAT, of, session: session(), at, rows: cached });
      if (text.length > MAX_SIZE) return;
      await makeFolder(folder);
      await writeFileAtomic(await path(), text);
      if (written++ % LOOKED_AFTER === 0) await trim(folder, most);
    },
  };
}

/** Yields the cached lists of a folder, the newest first, up to the maximum number of lists and bytes. */
export async function* cachedLists(folder: string): AsyncGenerator<CachedList> {
  let left = MAX_BYTES;
  for (const { path, size } of (await newestFirst(folder)).slice(0, MAX_LISTS)) {
    left -= size;
    if (left < 0) return;
    const cached = await readCached(path);
    if (cached?.of) yield { ...cached.of, at: cached.at, rows: cached.rows.map(([, value]) => value) };
  }
}

/** Removes the lists that were read with a sign-in. */
export async function forgetSessionLists(folder: string): Promise<void> {
  for (const path of await listFiles(folder)) {
    const cached = await readCached(path);
    // An unreadable list may have been read with a sign-in.
    if (!cached || cached.session) await Deno.remove(path).catch(() => {});
  }
}

/** Number of lists that this process has written. */
let written = 0;

/** Removes the oldest lists beyond `most`, because a search through all accounts writes one list for each of them. */
async function trim(folder: string, most: number): Promise<void> {
  if ((await listFiles(folder)).length <= most) return;
  for (const { path } of (await newestFirst(folder)).slice(most)) await Deno.remove(path).catch(() => {});
}

async function newestFirst(folder: string): Promise<{ readonly path: string; readonly size: number }[]> {
  const files = await Promise.all((await listFiles(folder)).map(async (path) => {
    const { mtime, size = 0 } = await Deno.stat(path).catch(() => ({ mtime: null, size: 0 }));
    return { path, size, at: mtime?.getTime() ?? 0 };
  }));
  return files.sort((a, b) => b.at - a.at);
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await Array.fromAsync(Deno.readDir(folder));
    return entries.filter(({ name }) => FILE.test(name)).map(({ name }) => `${folder}/${name}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Reads a file: the list's name, when it was read, and its rows with the indexes of their sources. */
async function readCached(path: string): Promise<
  {
    readonly of: CachedListName | null;
    readonly session: boolean;
    readonly at: number;
    readonly rows: readonly (readonly [source: number, value: unknown])[];
  } | null
> {
  const file = await readRegularFile(path, MAX_SIZE, { follow: false, ownedByUser: true });
  if (!file.ok) return null;
  const { format, of, session, at, rows } = fieldsOf(jsonOrNull(new TextDecoder().decode(file.bytes)));
  if (format !== FORMAT || typeof at !== "number" || !Array.isArray(rows)) return null;
  return {
    at,
    of: nameOf(of),
    session: session !== false,
    rows: rows.flatMap((cached: unknown) => {
      const [source, value] = Array.isArray(cached) ? cached as unknown[] : [];
      return typeof source === "number" ? [[source, value] as const] : [];
    }),
  };
}

function nameOf(of: unknown): CachedListName | null {
  const { kind, account, role, region } = fieldsOf(of);
  if (
    typeof kind !== "string" || !kindOfResource(kind) || typeof account !== "string" ||
    typeof region !== "string"
  ) return null;
  if (role !== null && typeof role !== "string") return null;
  return { kind, account, role, region };
}
