import { hangUp, LineReader, send } from "./lines.ts";

/**
 * Connects to the running Kedge of a home. This module imports nothing that is slow to load, because short
 * commands that only ask the running Kedge would spend most of their time loading.
 */

/**
 * Maximum length of a socket's path in bytes. This is the limit of macOS, the lowest of all systems, without
 * the final zero.
 */
const MAX_PATH_LENGTH = 103;

/**
 * Returns the path of the socket: in the home or, when that path is too long, in the system's folder for
 * runtime files of the user. Returns null when there is no such folder that only the user can write to.
 */
export async function socketPath(home: string, uid: number): Promise<string | null> {
  const path = `${home}/instance.sock`;
  if (fits(path)) return path;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(home));
  const name = `kedge-${new Uint8Array(digest).toHex().slice(0, 32)}.sock`;
  for (const folder of runtimeFolders(uid)) {
    const found = await Deno.lstat(folder).catch(() => null);
    if (found && isOwn(found, uid, OTHERS) && fits(`${folder}/${name}`)) return `${folder}/${name}`;
  }
  return null;
}

/** Folders for runtime files of the user. The first one does not depend on the environment, so every start finds it. */
function runtimeFolders(uid: number): string[] {
  const named = Deno.env.get(Deno.build.os === "darwin" ? "TMPDIR" : "XDG_RUNTIME_DIR");
  return [`/run/user/${uid}`, ...(named?.startsWith("/") ? [named.replace(/\/+$/, "")] : [])];
}

function fits(path: string): boolean {
  return new TextEncoder().encode(path).length <= MAX_PATH_LENGTH;
}

/** Maximum number of links from a home's path to its folder. */
const MAX_LINKS = 8;

/**
 * Whether a home belongs to the user and nobody else can put a socket there. Others may read it, because Kedge
 * does not close a home with other files, and its socket is closed to them. A link counts as the folder it
 * leads to when the user owns each link on the way, because another owner could let it lead elsewhere after
 * this check. Always true for a folder on Windows, which protects a user's folders itself and reports neither
 * owner nor mode here.
 */
export async function isPrivate(home: string, user: number | null = Deno.uid()): Promise<boolean> {
  if (user === null) return (await Deno.stat(home)).isDirectory;
  let found = await Deno.lstat(home);
  for (let left = MAX_LINKS; found.isSymlink && found.uid === user && left > 0; left--) {
    // The system follows a link behind whose path a slash stands, so its owner would not be seen.
    const target = (await Deno.readLink(home)).replace(/(?<=.)\/+$/, "");
    home = target.startsWith("/") ? target : home.slice(0, home.lastIndexOf("/") + 1) + target;
    found = await Deno.lstat(home);
  }
  return isOwn(found, user, OTHERS_WRITE);
}

/** Permission bits: any access of others, and write access of others. */
const OTHERS = 0o077, OTHERS_WRITE = 0o022;

/** Whether this is a folder, not a link to one, that belongs to the user and does not give others that access. */
function isOwn({ isDirectory, uid, mode }: Deno.FileInfo, user: number, access: number): boolean {
  return isDirectory && uid === user && ((mode ?? 0) & access) === 0;
}

/** Connects to the unix socket. Throws when no program listens there. */
export async function connectUnix(home: string): Promise<Deno.Conn> {
  const path = await socketPath(home, Deno.uid() ?? 0);
  if (path === null) throw new Error("there is no place for a socket");
  return await Deno.connect({ transport: "unix", path });
}

/** Maximum size of the port file in bytes. */
const MAX_SIZE = 4096;

/** Returns the path of the file that names the port of the running Kedge on systems without unix sockets. */
export function portFile(home: string): string {
  return `${home}/instance.json`;
}

/**
 * Connects to the port on this machine. Both sides prove that they know the secret of the port file without
 * sending it, because any program may listen at the port after Kedge has ended. Throws when no program or
 * another program listens there.
 */
export async function connectLoopback(home: string): Promise<Deno.Conn> {
  const file = portFile(home);
  const { isFile, size } = await Deno.stat(file);
  if (!isFile || size > MAX_SIZE) throw new Error(`${file} does not name a port`);
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

/** Returns a random number that is used once, as 32 hexadecimal digits. */
export function challenge(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toHex();
}

/**
 * Returns the proof that a side knows the secret: an HMAC over both challenges and the side's name, so that
 * the two sides' proofs differ.
 */
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

/** Connects with the method of this system. Throws when no Kedge runs in that home. */
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
