import { hangUp, LineReader, send } from "./lines.ts";

/**
 * The way to the running Kedge of a home. Loads nothing: short commands that only ask it would otherwise spend most of their
 * time on it.
 */

/** The shortest limit of any system for a socket's path, in bytes: macOS, its final zero taken off. */
const LONGEST_PATH = 103;

/**
 * The socket's path: in the home, or where the home's own path is too long for a socket, in the folder that the system keeps
 * for what the user runs. Null where there is none: what others can write to is no place for it.
 */
export async function socketPath(home: string, uid: number): Promise<string | null> {
  const path = `${home}/instance.sock`;
  if (fits(path)) return path;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(home));
  const name = `kedge-${new Uint8Array(digest).toHex().slice(0, 32)}.sock`;
  for (const folder of runtimeFolders(uid)) {
    if (await isPrivate(folder, uid).catch(() => false) && fits(`${folder}/${name}`)) {
      return `${folder}/${name}`;
    }
  }
  return null;
}

/** Folders of the user that end with the session; what every start finds, whatever its environment, comes first. */
function runtimeFolders(uid: number): string[] {
  const named = Deno.env.get(Deno.build.os === "darwin" ? "TMPDIR" : "XDG_RUNTIME_DIR");
  return [`/run/user/${uid}`, ...(named?.startsWith("/") ? [named.replace(/\/+$/, "")] : [])];
}

function fits(path: string): boolean {
  return new TextEncoder().encode(path).length <= LONGEST_PATH;
}

/**
 * Whether a folder that others can reach is the user's own and closed to them. Windows closes a user's folder to others by
 * itself, and tells neither owner nor rights here.
 */
export async function isPrivate(folder: string, user: number | null = Deno.uid()): Promise<boolean> {
  const { isDirectory, uid: owner, mode } = await Deno.lstat(folder);
  return isDirectory && (user === null || owner === user && ((mode ?? 0) & 0o077) === 0);
}

/** Connects through the unix socket. Throws when no program listens there. */
export async function connectUnix(home: string): Promise<Deno.Conn> {
  const path = await socketPath(home, Deno.uid() ?? 0);
  if (path === null) throw new Error("there is no place for a socket");
  return await Deno.connect({ transport: "unix", path });
}

/** Bytes of that file at most. */
const LARGEST = 4096;

/** The file that names the port of a first Kedge which cannot listen at a unix socket. */
export function portFile(home: string): string {
  return `${home}/instance.json`;
}

/**
 * Connects through the port of this machine. Both sides prove that they know the secret of its file without sending
 * it: once the first Kedge has ended, any program may listen at its port. Throws when none listens there, or another
 * one.
 */
export async function connectLoopback(home: string): Promise<Deno.Conn> {
  const file = portFile(home);
  const { isFile, size } = await Deno.stat(file);
  if (!isFile || size > LARGEST) throw new Error(`${file} does not name a port`);
  const { port, secret } = parse(await Deno.readTextFile(file));
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  try {
    const mine = challenge();
    await send(connection, `hello ${mine}\n`);
    const [theirs = "", proof] = (await new LineReader(connection).next()).split(" ");
    if (proof !== await proofOf(secret, "first", mine, theirs)) {
      throw new Error("somebody else has that port");
    }
    await send(connection, `${await proofOf(secret, "later", mine, theirs)}\n`);
    return connection;
  } catch (error) {
    hangUp(connection);
    throw error;
  }
}

/** A number that was never used before. */
export function challenge(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toHex();
}

/** What only one who knows the secret can say of two challenges; each side says another thing. */
export async function proofOf(
  secret: string,
  side: "first" | "later",
  later: string,
  first: string,
): Promise<string> {
  const hash = { name: "HMAC", hash: "SHA-256" }, text = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", text.encode(secret), hash, false, ["sign"]);
  const proof = await crypto.subtle.sign("HMAC", key, text.encode(`${side} ${later} ${first}`));
  return new Uint8Array(proof).toHex();
}

/** Connects in the way of this system. Throws when no Kedge runs in that home. */
export function connectToInstance(home: string): Promise<Deno.Conn> {
  return Deno.build.os === "windows" ? connectLoopback(home) : connectUnix(home);
}

function parse(text: string): { port: number; secret: string } {
  const value: unknown = JSON.parse(text);
  if (typeof value === "object" && value !== null && "port" in value && "secret" in value) {
    const { port, secret } = value;
    if (typeof port === "number" && typeof secret === "string") return { port, secret };
  }
  throw new Error("the file does not name a port");
}
