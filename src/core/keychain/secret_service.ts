import {
  type Bus,
  type Call,
  connectBus,
  dictionary,
  ownerChanges,
  type Value,
  Variant,
} from "../dbus/mod.ts";
import { NoSecretServiceError } from "./keychain.ts";

/** The questions to the Secret Service that do not ask the user anything, except `unlock`. */
export interface SecretService {
  /** Returns the state of the default keyring; `missing` when none was created yet. */
  collection(): Promise<"unlocked" | "locked" | "missing">;
  /** Returns whether items with these attributes exist, and whether they are locked. */
  search(attributes: Readonly<Record<string, string>>): Promise<"unlocked" | "locked" | "none">;
  /** Shows the desktop's prompt for unlocking or creating the default keyring, and waits for its end. */
  unlock(signal: AbortSignal): Promise<void>;
}

const NAME = "org.freedesktop.secrets";
const ROOT = "/org/freedesktop/secrets";
const DEFAULT_LABEL = "Login";

/**
 * Creates a client of the session's Secret Service over D-Bus. `secret-tool` cannot distinguish a locked
 * keyring from a missing item and may wait for a prompt. Interface: freedesktop.org's Secret Storage
 * Specification.
 */
export function secretService(address: string): SecretService {
  return {
    collection: () => withBus(address, collection),
    search: (attributes) =>
      withBus(address, async (bus) => {
        const entries = Object.entries(attributes);
        const [unlocked, locked] = await call(bus, ROOT, "Service", "SearchItems", "a{ss}", [entries]);
        if (paths(unlocked).length > 0) return "unlocked";
        return paths(locked).length > 0 ? "locked" : "none";
      }),
    unlock: (signal) => withBus(address, (bus) => unlock(bus, signal)),
  };
}

async function collection(bus: Bus): Promise<"unlocked" | "locked" | "missing"> {
  const path = await defaultCollection(bus);
  if (path === null) return "missing";
  const [locked] = await bus.call({
    destination: NAME,
    path,
    interface: "org.freedesktop.DBus.Properties",
    member: "Get",
    signature: "ss",
    body: ["org.freedesktop.Secret.Collection", "Locked"],
  });
  return locked instanceof Variant && locked.value === false ? "unlocked" : "locked";
}

async function defaultCollection(bus: Bus): Promise<string | null> {
  const [path] = await call(bus, ROOT, "Service", "ReadAlias", "s", ["default"]);
  return typeof path !== "string" || path === "/" ? null : path;
}

async function unlock(bus: Bus, signal: AbortSignal): Promise<void> {
  const path = await defaultCollection(bus);
  const label = dictionary({ "org.freedesktop.Secret.Collection.Label": new Variant("s", DEFAULT_LABEL) });
  const [, prompt] = path === null
    ? await call(bus, ROOT, "Service", "CreateCollection", "a{sv}s", [label, "default"])
    : await call(bus, ROOT, "Service", "Unlock", "ao", [[path]]);
  if (typeof prompt !== "string" || prompt === "/") return;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  await bus.listen({ sender: NAME, interface: "org.freedesktop.Secret.Prompt", member: "Completed" }, stop);
  // A service that ends does not tell about its prompt.
  await bus.listen(ownerChanges(NAME), ([, before]) => before !== "" && stop());
  signal.addEventListener("abort", stop);
  try {
    if (signal.aborted) return;
    await call(bus, prompt, "Prompt", "Prompt", "s", [""]);
    await Promise.race([over, bus.closed]);
    if (signal.aborted) await call(bus, prompt, "Prompt", "Dismiss");
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function call(
  bus: Bus,
  path: string,
  name: string,
  member: string,
  signature?: string,
  body?: Call["body"],
): Promise<readonly Value[]> {
  const interfaceName = `org.freedesktop.Secret.${name}`;
  return bus.call({
    destination: NAME,
    path,
    interface: interfaceName,
    member,
    ...(signature && body ? { signature, body } : {}),
  });
}

function paths(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

/** Opens a connection for each use, because uses are rare and a keychain must not keep a bus open. */
async function withBus<T>(address: string, use: (bus: Bus) => Promise<T>): Promise<T> {
  try {
    const bus = await connectBus(address);
    try {
      return await use(bus);
    } finally {
      bus.close();
    }
  } catch (error) {
    throw new NoSecretServiceError((error as Error).message);
  }
}
