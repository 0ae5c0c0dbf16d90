import { type Bus, dictionary, type Value, Variant } from "../../core/dbus/mod.ts";
import { INTERFACE, PATH, PORTAL, textOf } from "./portal_answers.ts";

/** The user may be asked, and takes the time that it takes. */
const PATIENCE_MS = 10 * 60_000;

/** The answer of a request that did not end well. */
const REFUSED = 2;

/** The word of the session, the same at each start: some desktops keep what their user chose under it. */
const SESSION_WORD = "kedge";

/** A word of ours in the path of a request; a path wants letters, digits and underscores. */
const token = () => `kedge_${crypto.randomUUID().replaceAll("-", "_")}`;

/**
 * Makes a request of the portal and waits for its answer, which comes as a signal. Null when the user refused, or the
 * signal aborts first. `holds` recognizes results of a request that went well, whatever number the portal gave it.
 */
export async function request(
  bus: Bus,
  aborted: AbortSignal,
  member: string,
  signature: string,
  body: (options: Value) => readonly Value[],
  options: Record<string, Variant> = {},
  holds: (results: ReadonlyMap<string, Value>) => boolean = () => false,
): Promise<ReadonlyMap<string, Value> | null> {
  const word = token();
  const path = `${PATH}/request/${bus.name.slice(1).replaceAll(".", "_")}/${word}`;
  const answered = Promise.withResolvers<readonly Value[]>();
  const end = await bus.listen({
    sender: PORTAL,
    path,
    interface: "org.freedesktop.portal.Request",
    member: "Response",
  }, answered.resolve);
  const patience = setTimeout(() => answered.resolve([REFUSED]), PATIENCE_MS);
  Deno.unrefTimer(patience);
  const left = () => answered.resolve([REFUSED]);
  aborted.addEventListener("abort", left);
  if (aborted.aborted) left();
  try {
    await bus.call({
      destination: PORTAL,
      path: PATH,
      interface: INTERFACE,
      member,
      signature,
      body: body(dictionary({ ...options, handle_token: new Variant("s", word) })),
    });
    const [response, results = []] = await Promise.race([
      answered.promise,
      bus.closed.then(() => [REFUSED]),
    ]);
    const found = new Map(results as [string, Value][]);
    return response === 0 || holds(found) ? found : null;
  } finally {
    clearTimeout(patience);
    aborted.removeEventListener("abort", left);
    end();
  }
}

/** Makes a session of the portal; null when it is refused. Waited for in any case: one that nobody knows could not be closed. */
export async function createSession(bus: Bus): Promise<string | null> {
  // GNOME's refuses a word whose session a portal has left behind that has ended.
  return await createSessionAs(bus, SESSION_WORD) ?? await createSessionAs(bus, token());
}

async function createSessionAs(bus: Bus, word: string): Promise<string | null> {
  const made = await request(
    bus,
    new AbortController().signal,
    "CreateSession",
    "a{sv}",
    (options) => [options],
    { session_handle_token: new Variant("s", word) },
  );
  return textOf(made?.get("session_handle")) || null;
}

/** Closes a session, which gives back all its keys. */
export async function closeSession(bus: Bus, path: string): Promise<void> {
  await bus.call({
    destination: PORTAL,
    path,
    interface: "org.freedesktop.portal.Session",
    member: "Close",
    signature: "",
    body: [],
  }, 2000).catch(() => []);
}
