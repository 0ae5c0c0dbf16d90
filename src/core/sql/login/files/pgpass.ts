/** The server of a connection, in the terms of a password file. */
export interface PasswordTarget {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** A line of libpq's password file that matches a server. */
export interface PasswordLine {
  /** Line number, from 1. */
  readonly line: number;
  /** Null when the line is for every user. */
  readonly user: string | null;
  readonly password: string;
}

/** Four fields, in which `\` escapes the next character, and the password, which also ends at the next colon. */
const FIELD = String.raw`((?:[^:\\]|\\.)*)`;
const LAST = String.raw`((?:[^:\\]|\\.|\\$)*)`;
const LINE = new RegExp(`^${`${FIELD}:`.repeat(4)}${LAST}`, "s");

/** Folders that libpq calls `localhost`, because its sockets are usually there. */
const USUAL_FOLDERS = /^(\/(var\/)?run\/postgresql|\/tmp)\/?$/;

/**
 * Returns the lines that match a server, in their order, as libpq reads them. The first line for a user
 * applies, and no line after one for every user is ever used.
 */
export function passwordLines(lines: readonly string[], target: PasswordTarget): PasswordLine[] {
  const host = hostName(target.host);
  const found: PasswordLine[] = [];
  for (const [at, text] of lines.entries()) {
    const fields = fieldsOf(text);
    if (!fields) continue;
    const [ofHost, ofPort, ofDatabase, ofUser, password] = fields;
    if (!fits(ofHost, host) || !fits(ofPort, String(target.port)) || !fits(ofDatabase, target.database)) {
      continue;
    }
    const user = ofUser === "*" ? null : plain(ofUser);
    if (found.some((other) => other.user === user)) continue;
    found.push({ line: at + 1, user, password: plain(password) });
    if (user === null) break;
  }
  return found;
}

/** A complete line. A field that is `*` matches everything. */
interface CompleteLine extends Readonly<Record<"host" | "port" | "database" | "user" | "password", string>> {}

/** Returns every line of a password file. */
export function allPasswordLines(lines: readonly string[]): CompleteLine[] {
  return lines.flatMap((text) => {
    const fields = fieldsOf(text);
    if (!fields) return [];
    const [host, port, database, user, password] = fields.map(plain) as Fields;
    return [{ host, port, database, user, password }];
  });
}

type Fields = [host: string, port: string, database: string, user: string, password: string];

/** Returns the five fields of a line with their escapes; null for a line without them. */
function fieldsOf(text: string): Fields | null {
  const match = text.startsWith("#") ? null : LINE.exec(withoutEnd(text));
  return match ? match.slice(1).map((field) => field ?? "") as never : null;
}

/** Returns the line whose password libpq would use for a user. */
export function passwordFor(lines: readonly PasswordLine[], user: string): PasswordLine | undefined {
  return lines.find((line) => line.user === null || line.user === user);
}

/** Returns a line without the carriage returns at its end. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\r") end--;
  return text.slice(0, end);
}

const fits = (field: string, value: string) => field === "*" || plain(field) === value;
const plain = (field: string) => field.replace(/\\(.)/gs, "$1");

/** Returns the host name that libpq looks for. A socket is named by its folder. */
function hostName(host: string): string {
  const folder = host.replace(/\/\.s\.PGSQL\.\d+$/, "");
  return USUAL_FOLDERS.test(folder) ? "localhost" : folder;
}
