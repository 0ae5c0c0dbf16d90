import type { EventEmitter } from "node:events";
import type { Message, MessageBus } from "@jellybrick/dbus-next";

/** What the Secret Service knows without asking the user anything. */
export interface SecretService {
  /** The default keyring; `missing` when none was made yet. */
  collection(): Promise<"unlocked" | "locked" | "missing">;
  /** Whether items with these attributes exist, and where. */
  search(attributes: Record<string, string>): Promise<"unlocked" | "locked" | "none">;
  /** Shows the desktop's prompt that unlocks or makes the default keyring, until it is answered. */
  unlock(signal: AbortSignal): Promise<void>;
}

/** Thrown when the bus or the service is not there; the message says which. */
export class NoSecretService extends Error {
  override readonly name = "NoSecretService";
}

const NAME = "org.freedesktop.secrets";
const ROOT = "/org/freedesktop/secrets";
const DEFAULT_LABEL = "Login";
/** Also covers a service that is started by the call. */
const LIMIT = 5000;

/**
 * The session's Secret Service, asked over D-Bus, because `secret-tool` cannot tell a locked keyring from
 * an absent item and may wait for a prompt. Interface: freedesktop.org's Secret Storage Specification.
 */
export function secretService(address: string): SecretService {
  return {
    collection: () => withBus(address, collection),
    search: (attributes) =>
      withBus(address, async (bus) => {
        const [unlocked, locked] = await call(bus, ROOT, "Service", "SearchItems", "a{ss}", [attributes]) as [
          string[],
          string[],
        ];
        if (unlocked.length > 0) return "unlocked";
        return locked.length > 0 ? "locked" : "none";
      }),
    unlock: (signal) => withBus(address, (bus) => unlock(bus, signal)),
  };
}

async function collection(bus: MessageBus): Promise<"unlocked" | "locked" | "missing"> {
  const path = await defaultCollection(bus);
  if (path === null) return "missing";
  const [locked] = await request(bus, {
    path,
    interface: "org.freedesktop.DBus.Properties",
    member: "Get",
    signature: "ss",
    body: ["org.freedesktop.Secret.Collection", "Locked"],
  }) as [{ value: boolean }];
  return locked.value ? "locked" : "unlocked";
}

async function defaultCollection(bus: MessageBus): Promise<string | null> {
  const [path] = await call(bus, ROOT, "Service", "ReadAlias", "s", ["default"]) as [string];
  return path === "/" ? null : path;
}

async function unlock(bus: MessageBus, signal: AbortSignal): Promise<void> {
  const { Variant } = await import("@jellybrick/dbus-next");
  const path = await defaultCollection(bus);
  const label = { "org.freedesktop.Secret.Collection.Label": new Variant("s", DEFAULT_LABEL) };
  const [, prompt] = path === null
    ? await call(bus, ROOT, "Service", "CreateCollection", "a{sv}s", [label, "default"]) as [string, string]
    : await call(bus, ROOT, "Service", "Unlock", "ao", [[path]]) as [string[], string];
  if (prompt === "/") return;
  await request(bus, {
    destination: "org.freedesktop.DBus",
    path: "/org/freedesktop/DBus",
    interface: "org.freedesktop.DBus",
    member: "AddMatch",
    signature: "s",
    body: [`type='signal',interface='org.freedesktop.Secret.Prompt',member='Completed',path='${prompt}'`],
  });
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const heard = (message: Message) => {
    if (message.path === prompt && message.member === "Completed") resolve();
  };
  bus.on("message", heard);
  const stop = () => resolve();
  signal.addEventListener("abort", stop);
  try {
    await call(bus, prompt, "Prompt", "Prompt", "s", [""]);
    if (!signal.aborted) await answered;
    if (signal.aborted) await call(bus, prompt, "Prompt", "Dismiss", "", []);
  } finally {
    signal.removeEventListener("abort", stop);
    bus.off("message", heard);
  }
}

function call(
  bus: MessageBus,
  path: string,
  name: string,
  member: string,
  signature: string,
  body: unknown[],
): Promise<unknown[]> {
  return request(bus, { path, interface: `org.freedesktop.Secret.${name}`, member, signature, body });
}

async function request(
  bus: MessageBus,
  message: {
    destination?: string;
    path: string;
    interface: string;
    member: string;
    signature: string;
    body: unknown[];
  },
): Promise<unknown[]> {
  const { Message } = await import("@jellybrick/dbus-next");
  const reply = await bus.call(new Message({ destination: NAME, ...message }));
  return reply?.body ?? [];
}

/** A connection of its own for each use: they are rare, and a keychain must not keep a bus open. */
async function withBus<T>(busAddress: string, use: (bus: MessageBus) => Promise<T>): Promise<T> {
  const { sessionBus } = await import("@jellybrick/dbus-next");
  const { promise: broken, reject } = Promise.withResolvers<never>();
  broken.catch(() => {});
  const fail = (error: unknown) => reject(new NoSecretService((error as Error)?.message || String(error)));
  let bus: MessageBus;
  try {
    bus = sessionBus({ busAddress });
  } catch (error) {
    throw new NoSecretService((error as Error).message);
  }
  // On a dead bus only this event tells; the calls would wait for ever.
  const events: EventEmitter = bus; // the typed events leave this one out
  events.on("error", fail);
  try {
    return await Promise.race([use(bus), broken]);
  } catch (error) {
    throw error instanceof NoSecretService ? error : new NoSecretService((error as Error).message);
  } finally {
    try {
      bus.disconnect();
    } catch {
      // It never was connected.
    }
  }
}

/** Fails when the answer takes longer than a service needs that is started by the call. */
export async function withinLimit<T>(answer: Promise<T>): Promise<T> {
  let timer;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoSecretService(`no answer within ${LIMIT / 1000} s`)), LIMIT);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
