import { join } from "node:path";
import * as z from "zod";
import { makeFolder, putAside, renamePatiently, writeFileAtomic } from "../../files/atomic.ts";
import { FileError } from "../../files/errors.ts";
import { mayPass, readRegularFile, readRegularText } from "../../files/read.ts";
import type { Server } from "../../config/config.ts";
import { dialectOf } from "../text/dialect.ts";
import { withoutPasswords } from "../text/passwords.ts";
import { failureText, systemReason } from "../../files/reason.ts";
import { jsonOrNull } from "../../json_values.ts";

/** Maximum characters of a tab's text. */
export const MAX_TEXT_LENGTH = 480_000;
/** Maximum tabs of a server. */
export const MAX_TABS = 20;
/** Maximum statements in a server's history, and maximum saved statements. */
const HISTORY = 500, SAVED = 500;
/** Maximum characters of a statement that is saved or kept in the history. */
export const MAX_PAST_LENGTH = 20_000;
/** Maximum closed tabs whose texts are kept. */
const MAX_CLOSED = 10;
/** Maximum bytes read from a file. */
const MAX_BYTES = 64 * 1024 * 1024;
const OPEN_AGAIN = "Fix that, then open this window again.";
/** Time in ms that changes wait, so that they are written together. */
const PACE = 250;

const text = z.string().max(MAX_TEXT_LENGTH);
const id = z.string().min(1).max(100);
const tabSchema = z.object({ id, title: z.string().max(200), text });
const pastSchema = z.object({
  id,
  name: z.string().max(200).optional(),
  sql: z.string().max(MAX_PAST_LENGTH),
  at: z.number(),
  rolledBack: z.literal(true).optional().catch(undefined),
});

/** A tab with its last text. */
type SavedTab = z.infer<typeof tabSchema>;
/** A statement that was run or saved. */
type SavedQuery = z.infer<typeof pastSchema>;

/**
 * What is kept of one server: the texts of its tabs, its history and its saved statements. Passwords are
 * never kept.
 */
export type QueryTexts = Awaited<ReturnType<typeof openTexts>>;

/** Returns the path of a server's file. It has a hash of the name, because names may contain anything. */
async function fileOf(folder: string, server: string, what: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(server));
  return join(folder, `${new Uint8Array(digest).toHex().slice(0, 24)}.${what}.json`);
}

/**
 * Opens what is kept of a server in a private folder. A damaged file is put aside. A file that cannot be read
 * now or cannot be put aside stays as it is, and nothing new is kept. `onFault` receives why something could
 * not be kept, and null once it could be again.
 */
export async function openTexts(
  folder: string,
  { name: server, engine }: Pick<Server, "name" | "engine">,
  onFault: (why: string | null) => void,
) {
  await makeFolder(folder);
  const bare = (sql: string) => withoutPasswords(sql, dialectOf(engine));
  const faults: Record<string, string | null> = {};
  const opened = async (what: string) =>
    savedFile(await fileOf(folder, server, what), (why) => {
      faults[what] = why;
      onFault(Object.values(faults).find((one) => one !== null) ?? null);
    });
  const tabFile = await opened("tabs"), pastFile = await opened("past");
  const [tabsRead, pastRead] = await Promise.all([tabFile.read(), pastFile.read()]);
  let tabs = listed(tabSchema, tabsRead, "tabs", MAX_TABS);
  let closed = listed(tabSchema, tabsRead, "closed", MAX_CLOSED);
  let history = listed(pastSchema, pastRead, "history", HISTORY);
  let saved = listed(pastSchema, pastRead, "saved", SAVED);
  const keepPast = () => pastFile.write(() => ({ server, saved, history }));
  return {
    tabs: () => tabs,
    /** Texts of closed tabs, latest first. */
    closed: () => closed,
    setTabs(next: readonly SavedTab[], nextClosed: readonly SavedTab[]) {
      [tabs, closed] = [next, nextClosed.slice(0, MAX_CLOSED)];
      tabFile.write(() => {
        const written = (list: readonly SavedTab[]) => list.map((one) => ({ ...one, text: bare(one.text) }));
        return { server, tabs: written(tabs), closed: written(closed) };
      });
    },
    /** Statements that ran, newest first. */
    history: () => history,
    saved: () => saved,
    /**
     * Adds a statement that ran to the history. Passwords keep it out. Returns a function that tells that this
     * run took no effect.
     */
    note(sql: string, at: number): () => void {
      if (sql.length > MAX_PAST_LENGTH || bare(sql) !== sql) return () => {};
      const noted = { id: crypto.randomUUID(), sql, at };
      history = [noted, ...history.filter((one) => one.sql !== sql)].slice(0, HISTORY);
      keepPast();
      return () => {
        history = history.map((one) => one === noted ? { ...noted, rolledBack: true } : one);
        keepPast();
      };
    },
    /** Returns false, and saves nothing, when there is a password in the statement. */
    save(name: string, sql: string, at: number) {
      if (bare(sql) !== sql) return false;
      const one = { id: crypto.randomUUID(), name, sql, at };
      saved = [one, ...saved.filter((other) => other.name !== name)].slice(0, SAVED);
      keepPast();
      return true;
    },
    forget(id: string) {
      saved = saved.filter((one) => one.id !== id);
      history = history.filter((one) => one.id !== id);
      keepPast();
    },
    /** Writes changes that wait to be written. */
    async flush() {
      await Promise.all([tabFile.flush(), pastFile.flush()]);
    },
  };
}

/** Returns the valid entries that a file lists under a key. */
function listed<T>(schema: z.ZodType<T>, value: unknown, key: string, most: number): readonly T[] {
  const all = (value as Record<string, unknown> | null)?.[key];
  if (!Array.isArray(all)) return [];
  return all.slice(0, most).flatMap((one) => schema.safeParse(one).data ?? []);
}

/** A file that is written some time after its value changes, and always as a whole. */
function savedFile(path: string, onFault: (why: string | null) => void) {
  let waiting: (() => object) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();
  /** Why the existing file must not be overwritten; null when it may be. */
  let unread: FileError | null = null;
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return writing = writing.then(async () => {
      if (!waiting) return;
      const value = waiting;
      waiting = null;
      try {
        if (unread) throw unread;
        await writeFileAtomic(path, JSON.stringify(value()));
        onFault(null);
      } catch (error) {
        waiting ??= value;
        onFault(systemReason(error));
      }
    });
  };
  return {
    flush,
    write(value: () => object) {
      waiting = value;
      timer ??= setTimeout(() => void flush(), PACE);
    },
    async read(): Promise<unknown> {
      const file = await readRegularFile(path, MAX_BYTES, { ownedByUser: true });
      const read = file.ok ? jsonOrNull(new TextDecoder().decode(file.bytes)) : null;
      if (read !== null || (!file.ok && file.why === "missing")) return read;
      if (!file.ok && mayPass(file.why)) unread = new FileError(file.message, OPEN_AGAIN);
      else {
        await putAside(path).catch((error) => {
          unread = new FileError(
            failureText(`${path} is damaged and cannot be put aside`, error),
            OPEN_AGAIN,
          );
        });
      }
      return null;
    },
  };
}

/** Moves the saved texts of a server to its new name, unless that name has texts already. */
export async function renameTexts(folder: string, from: string, to: string): Promise<void> {
  for (const what of ["tabs", "past"]) {
    const [old, next] = await Promise.all([fileOf(folder, from, what), fileOf(folder, to, what)]);
    if (await Deno.lstat(next).then(() => true, () => false)) continue;
    await renamePatiently(old, next).catch((error) => {
      // There are no texts under the old name.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
  }
}

/** Returns the saved and past statements of servers without opening their windows. */
export async function readPast(
  folder: string,
  servers: readonly string[],
): Promise<readonly (SavedQuery & { readonly server: string })[]> {
  const all = await Promise.all(servers.map(async (server) => {
    const file = await fileOf(folder, server, "past");
    const text = await readRegularText(file, MAX_BYTES, { ownedByUser: true }).catch(() => null);
    const read = jsonOrNull(text);
    return [...listed(pastSchema, read, "saved", SAVED), ...listed(pastSchema, read, "history", HISTORY)]
      .map((past) => ({ ...past, server }));
  }));
  return all.flat();
}
