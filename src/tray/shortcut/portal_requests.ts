import { type Bus, dictionary, type Value, Variant } from "../../core/dbus/mod.ts";
import { INTERFACE, PATH, PORTAL, textOf } from "./portal_answers.ts";

/** Time limit of a request in ms; long, because the portal may ask the user. */
const PATIENCE_MS = 10 * 60_000;

/** Response code of a request that failed. */
const REFUSED = 2;

/** Token of the session, the same at each start, because some desktops store their user's choice under this token. */
const SESSION_WORD = "kedge";

/** Returns a token for the path of a request, which may contain only letters, digits and underscores. */
const token = () => `kedge_${crypto.randomUUID().replaceAll("-", "_")}`;

/**
 * Makes a request of the portal and waits for its response, which arrives as a signal. Returns null when the
 * request failed, the user refused, or `aborted` aborts first. `holds` recognizes the results of a successful
 * request despite a wrong response number.
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

/**
 * Creates a session of the portal; null when that is refused. Aborting does not end the wait, because a
 * session with an unknown handle could not be closed.
 */
export async function createSession(bus: Bus): Promise<string | null> {
  // GNOME's portal refuses a token whose session was left open by a portal that has ended.
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

/** Closes a session, which releases all its keys. */
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
