import { join } from "node:path";
import { z } from "zod";
import { endSession } from "../../aws/managed/sessions.ts";
import { CloudError } from "../../aws/errors.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { isOlder } from "../../age.ts";
import { makeFolder } from "../../files/atomic.ts";
import { isAccountId, isRegion, ROLE_NAME } from "../../text/aws_names.ts";
import { accessOf, notesOfSessions } from "./access.ts";

/** A session at AWS, and whose credentials end it: no token, which would open it. */
const noted = z.strictObject({
  id: z.string().regex(/^[\w.@=+:-]{1,96}$/),
  account: z.string().refine(isAccountId),
  /** Empty: the user's own credentials of that account. */
  role: z.string().refine((role) => role === "" || ROLE_NAME.test(role)),
  region: z.string().refine(isRegion),
});
type NotedSession = z.infer<typeof noted>;

/** Bytes of a note, sessions that are ended at a time, how long one end may take, and how long a note is good, in ms. */
const LARGEST = 2000, MOST = 50, END = 30_000, GOOD = 24 * 3_600_000;
/** Asking again would change nothing: the session has ended, or its role may not end it. */
const IN_VAIN: ReadonlySet<string> = new Set(["missing", "denied"]);

/**
 * Notes a session until the given function ends it at AWS. The note is locked as long as this process lives: the system lets go of
 * the lock however it ends. What AWS was not told, without a network for example, is told by the next Kedge.
 */
export async function noteSession(
  session: NotedSession,
): Promise<(access: ResourceTarget, signal: AbortSignal) => Promise<void>> {
  const done = await note(session);
  return async (access, signal) => await done(await isEnded(access, session.id, signal).catch(() => false));
}

/** Writes the note; the given function lets go of it, and removes it where the session has ended. */
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
    // A full disk keeps nobody from a database: AWS ends a session by itself some time after its channel has gone.
    return () => Promise.resolve();
  }
}

/** Ends what processes that are gone have left at AWS; what nobody is signed in for waits for the next time, a day long. */
export async function endLeftSessions(now: number = Date.now()): Promise<void> {
  const folder = notesOfSessions();
  if (folder === null) return;
  let count = 0;
  try {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (!isFile || !name.endsWith(".json") || ++count > MOST) continue;
      await endLeft(join(folder, name), now).catch(() => {});
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

async function endLeft(path: string, now: number): Promise<void> {
  const file = await Deno.open(path, { read: true, write: true });
  try {
    // Whose it is lives.
    if (!await file.tryLock(true)) return;
    const { mtime } = await file.stat();
    const bytes = new Uint8Array(LARGEST + 1);
    const size = await file.read(bytes) ?? 0;
    const session = size > LARGEST ? null : parse(new TextDecoder().decode(bytes.subarray(0, size)));
    if (session && !(mtime && isOlder(mtime.getTime(), GOOD, now))) {
      const { id, ...role } = session;
      const signal = AbortSignal.timeout(END);
      await isEnded(accessOf(role, signal), id, signal);
    }
  } finally {
    file.close();
  }
  // Windows removes no file that is open.
  await Deno.remove(path);
}

/** Ends a session; true: it is over, or its role may not end it. Throws a CloudError. */
async function isEnded(
  access: ResourceTarget | Promise<ResourceTarget>,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await endSession(await access, id, signal);
  } catch (error) {
    if (!(error instanceof CloudError && IN_VAIN.has(error.trouble))) throw error;
  }
  return true;
}

function parse(text: string): NotedSession | null {
  try {
    return noted.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
