import { join } from "node:path";
import * as z from "zod";
import { endSession } from "../../aws/managed/sessions.ts";
import { CloudError } from "../../aws/errors.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { isOlder } from "../../age.ts";
import { makeFolder } from "../../files/atomic.ts";
import { jsonOrNull } from "../../json_values.ts";
import { isAccountId, isRegion, ROLE_NAME } from "../../text/aws_names.ts";
import { accessOf, notesOfSessions } from "./access.ts";

/**
 * A record of an open session and the role that may end it. It contains no token, because a token would open
 * the session.
 */
const noted = z.strictObject({
  id: z.string().regex(/^[\w.@=+:-]{1,96}$/),
  account: z.string().refine(isAccountId),
  /** Empty means the user's own credentials of that account. */
  role: z.string().refine((role) => role === "" || ROLE_NAME.test(role)),
  region: z.string().refine(isRegion),
});
type NotedSession = z.infer<typeof noted>;

/**
 * Maximum bytes of a record, maximum sessions ended at a time, maximum time for ending one, and time for
 * which a record is valid; times in ms.
 */
const MAX_SIZE = 2000, MAX_COUNT = 50, END = 30_000, GOOD = 24 * 3_600_000;
/** Error codes after which trying again is pointless: the session has ended, or its role may not end it. */
const IN_VAIN: ReadonlySet<string> = new Set(["missing", "denied"]);

/**
 * Records a session until the returned function ends it at AWS. The record is locked while this process
 * lives; the system releases the lock however the process ends. When AWS could not be told, for example
 * without a network, the next Kedge tells it.
 */
export async function noteSession(
  session: NotedSession,
): Promise<(access: ResourceTarget, signal: AbortSignal) => Promise<void>> {
  const done = await note(session);
  return async (access, signal) => await done(await isEnded(access, session.id, signal).catch(() => false));
}

/** Writes the record; the returned function unlocks it, and removes it when the session has ended. */
async function note(session: NotedSession): Promise<(ended: boolean) => Promise<void>> {
  const folder = notesOfSessions();
  if (folder === null) return () => Promise.resolve();
  const path = join(folder, `${crypto.randomUUID()}.json`);
  try {
    await makeFolder(folder);
    const file = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
    await file.lock(true);
    await file.write(new TextEncoder().encode(JSON.stringify(session)));
    return async (ended) => {
      file.close();
      if (ended) await Deno.remove(path).catch(() => {});
    };
  } catch {
    // A full disk must not prevent the connection: AWS ends a session by itself some time after its channel
    // is gone.
    return () => Promise.resolve();
  }
}

/**
 * Ends the sessions that ended processes left open at AWS. Sessions that need a sign-in stay for the next
 * time, for one day.
 */
export async function endLeftSessions(now: number = Date.now()): Promise<void> {
  const folder = notesOfSessions();
  if (folder === null) return;
  let count = 0;
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (!isFile || !name.endsWith(".json") || ++count > MAX_COUNT) continue;
      await endLeft(join(folder, name), now).catch(() => {});
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function endLeft(path: string, now: number): Promise<void> {
  const file = await Deno.open(path, { read: true, write: true });
  try {
    // The process of this record still runs.
    if (!await file.tryLock(true)) return;
    const { mtime } = await file.stat();
    const bytes = new Uint8Array(MAX_SIZE + 1);
    const size = await file.read(bytes) ?? 0;
    const text = size > MAX_SIZE ? null : new TextDecoder().decode(bytes.subarray(0, size));
    const session = noted.safeParse(jsonOrNull(text)).data;
    if (session && !(mtime && isOlder(mtime.getTime(), GOOD, now))) {
      const { id, ...role } = session;
      const signal = AbortSignal.timeout(END);
      await isEnded(accessOf(role, signal), id, signal);
    }
  } finally {
    file.close();
  }
  // Windows cannot remove an open file.
  await Deno.remove(path);
}

/** Ends a session; returns true when it has ended or its role may not end it. Throws a CloudError. */
async function isEnded(
  access: ResourceTarget | Promise<ResourceTarget>,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await endSession(await access, id, signal);
  } catch (error) {
    if (!(error instanceof CloudError && IN_VAIN.has(error.code))) throw error;
  }
  return true;
}
