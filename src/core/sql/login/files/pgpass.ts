/** Where a connection goes, as a line of a password file names it. */
export interface PasswordTarget {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** A line of libpq's password file that is for a place. */
export interface PasswordLine {
  /** From 1 on. */
  readonly line: number;
  /** Null: for every user. */
  readonly user: string | null;
  readonly password: string;
}

/** Four fields in which `\` takes the next character as it is, and the password, which ends at the next colon too. */
const FIELD = String.raw`((?:[^:\\]|\\.)*)`;
const LAST = String.raw`((?:[^:\\]|\\.|\\$)*)`;
const LINE = new RegExp(`^${`${FIELD}:`.repeat(4)}${LAST}`, "s");

/** Folders that libpq calls `localhost`, because its sockets usually are there. */
const USUAL_FOLDERS = /^(\/(var\/)?run\/postgresql|\/tmp)\/?$/;

/**
 * The lines for a place, in their order: for each user the first one counts, and nothing behind a line for every user is
 * ever reached. Lines are read as libpq reads them.
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

/** A line as it stands there: a field that is `*` is for everything. */
interface CompleteLine extends Readonly<Record<"host" | "port" | "database" | "user" | "password", string>> {}

/** Every line of a password file, whatever it is for. */
export function allPasswordLines(lines: readonly string[]): CompleteLine[] {
  return lines.flatMap((text) => {
    const fields = fieldsOf(text);
    if (!fields) return [];
    const [host, port, database, user, password] = fields.map(plain) as [
      string,
      string,
      string,
      string,
      string,
    ];
    return [{ host, port, database, user, password }];
  });
}

/** The five fields of a line, with their escapes; null for a line that says nothing. */
function fieldsOf(text: string): [string, string, string, string, string] | null {
  const match = text.startsWith("#") ? null : LINE.exec(withoutEnd(text));
  return match ? match.slice(1).map((field) => field ?? "") as never : null;
}

/** The line whose password libpq would use for a user. */
export function passwordFor(lines: readonly PasswordLine[], user: string): PasswordLine | undefined {
  return lines.find((line) => line.user === null || line.user === user);
}

/** A line without its end: a carriage return may stand before it. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\r") end--;
  return text.slice(0, end);
}

const fits = (field: string, value: string) => field === "*" || plain(field) === value;
const plain = (field: string) => field.replace(/\\(.)/gs, "$1");

/** What libpq looks for: a socket is named by its folder. */
function hostName(host: string): string {
  const folder = host.replace(/\/\.s\.PGSQL\.\d+$/, "");
  return USUAL_FOLDERS.test(folder) ? "localhost" : folder;
}
