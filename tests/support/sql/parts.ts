import { Buffer } from "node:buffer";
import type { Play } from "./scripted.ts";

/** Returns a message of PostgreSQL. */
export function message(type: string, ...parts: (Buffer | string | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** Returns a number in PostgreSQL's form, most significant byte first. */
export function big(value: number, bytes: 2 | 4): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
}

/** Returns a packet of MySQL. */
export function packet(number: number, ...parts: (Buffer | string | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  return Buffer.concat([
    Buffer.from([body.length & 0xff, body.length >> 8 & 0xff, body.length >> 16, number]),
    body,
  ]);
}

/** Returns a text in MySQL's form, after its length. */
export const counted = (text: string): Buffer =>
  Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);

export const PG = {
  signedIn: message("R", big(0, 4)),
  setting: message("S", "server_version\0", "15.1\0"),
  key: message("K", big(7, 4), big(9, 4)),
  ready: (state = "T") => message("Z", state),
  done: (tag = "SELECT 1") => message("C", `${tag}\0`),
  parsed: Buffer.concat([message("1"), message("2")]),
  notice: message("N", "SNOTICE\0", "VNOTICE\0", "C00000\0", "Mwatch out\0", "\0"),
  told: message("A", big(7, 4), "channel\0", "payload\0"),
  error: (code: string, words: string, severity = "ERROR") =>
    message("E", `S${severity}\0`, `V${severity}\0`, `C${code}\0`, `M${words}\0`, "\0"),
  columns: (...names: string[]) =>
    message(
      "T",
      big(names.length, 2),
      ...names.flatMap((name) => [
        `${name}\0`,
        big(0, 4),
        big(0, 2),
        big(25, 4),
        big(-1, 2),
        big(-1, 4),
        big(0, 2),
      ]),
    ),
  row: (...cells: (string | null)[]) =>
    message(
      "D",
      big(cells.length, 2),
      ...cells.flatMap((cell) => cell === null ? [big(-1, 4)] : [big(Buffer.byteLength(cell), 4), cell]),
    ),
};

/** The server's description of its own types. */
const TYPES = Buffer.concat([
  PG.columns("kedge_type", "format_type"),
  PG.row("16385", "mood"),
  PG.row("16386", "mood[]"),
  PG.done("SELECT 2"),
]);

/** PostgreSQL that signs a client in, begins a transaction and answers one statement with two rows. */
export const POSTGRES_PART: Play = {
  begins: false,
  lines: [
    Buffer.concat([PG.signedIn, PG.setting, PG.key, PG.ready("I")]),
    Buffer.concat([PG.done("BEGIN"), PG.done("SET"), TYPES, PG.ready()]),
    Buffer.concat([
      PG.parsed,
      PG.columns("a", "b"),
      PG.row("x", null),
      PG.notice,
      PG.row("yé", ""),
      PG.told,
      PG.done("SELECT 2"),
      PG.ready(),
    ]),
  ],
  then: "close",
};

const GREETING = packet(
  0,
  [10],
  "8.0.30\0",
  [9, 0, 0, 0],
  "12345678",
  [0],
  // Capabilities without TLS; utf8mb4; autocommit.
  [0xff, 0xf7, 45, 2, 0, 0xff, 0x01, 21],
  Array(10).fill(0),
  "123456789012\0",
  "mysql_native_password\0",
);
const OK = (number: number, state = 2) => packet(number, [0, 0, 0, state, 0, 0, 0]);

export const MY = {
  greeting: GREETING,
  ok: OK,
  error: (number: number, code: number, words: string) =>
    packet(number, [0xff, code & 0xff, code >> 8], "#HY000", words),
  column: (number: number, name: string, [type, set]: readonly [type: number, set: number] = [253, 45]) =>
    packet(
      number,
      counted("def"),
      counted(""),
      counted(""),
      counted(""),
      counted(name),
      counted(""),
      [12, set, 0, 0, 1, 0, 0, type, 0, 0, 0, 0, 0],
    ),
  end: (number: number, state = 2) => packet(number, [0xfe, 0, 0, state, 0, 0, 0]),
};

/** MySQL that signs a client in, accepts Kedge's settings and answers one statement with two rows. */
export const MYSQL_PART: Play = {
  begins: true,
  lines: [
    MY.greeting,
    OK(2),
    Buffer.concat([
      packet(1, [3]),
      MY.column(2, "id"),
      MY.column(3, "server"),
      MY.column(4, "utf8"),
      packet(5, counted("9"), counted("db:3306"), counted("1")),
      MY.end(6),
    ]),
    ...Array(4).fill(OK(1)),
    Buffer.concat([
      packet(1, [2]),
      MY.column(2, "a"),
      MY.column(3, "b"),
      packet(4, counted("x"), [0xfb]),
      packet(5, [3], "yé", counted("")),
      MY.end(6),
    ]),
  ],
  then: "close",
};

/** Each kind of sign-in; its last line admits the client, and the lines of the part follow. */
const POSTGRES_WAYS: Readonly<Record<string, readonly Uint8Array[]>> = {
  "the password itself": [message("R", big(3, 4))],
  "MD5": [message("R", big(5, 4), "salt")],
  // Nonce and proof cannot be correct, so the sign-in ends at one of them.
  "SCRAM": [
    message("R", big(10, 4), "SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0"),
    message("R", big(11, 4), "r=x,s=c2FsdA==,i=4096"),
    message("R", big(12, 4), "v=cHJvb2Y="),
  ],
};
const SALT = "12345678901234567890\0", LONG_SALT = "12345678901234567890123456789012";
const MYSQL_WAYS: Readonly<Record<string, readonly Uint8Array[]>> = {
  "caching_sha2_password": [
    packet(2, [0xfe], "caching_sha2_password\0", SALT),
    packet(4, [1, 4]),
    packet(6, [1], "-----BEGIN PUBLIC KEY-----\nnone\n-----END PUBLIC KEY-----"),
  ],
  "sha256_password": [
    packet(2, [0xfe], "sha256_password\0", SALT),
    packet(4, [1], "-----BEGIN PUBLIC KEY-----\nnone\n-----END PUBLIC KEY-----"),
  ],
  "mysql_clear_password": [packet(2, [0xfe], "mysql_clear_password\0"), OK(4)],
  "client_ed25519": [packet(2, [0xfe], "client_ed25519\0", LONG_SALT), OK(4)],
  "parsec": [
    packet(2, [0xfe], "parsec\0", LONG_SALT),
    packet(4, [0x50, 0], "salt of eighteen b"),
    OK(6),
  ],
};

/** A server of each engine that asks for the password, once for each kind of sign-in. */
export const SIGN_IN_PARTS: Readonly<
  Record<"postgres" | "mysql", readonly (readonly [way: string, play: Play])[]>
> = {
  postgres: Object.entries(POSTGRES_WAYS).map(([way, lines]) => [
    way,
    { ...POSTGRES_PART, lines: [...lines, ...POSTGRES_PART.lines] },
  ]),
  mysql: Object.entries(MYSQL_WAYS).map(([way, lines]) => [
    way,
    { ...MYSQL_PART, lines: [MY.greeting, ...lines, ...MYSQL_PART.lines.slice(2)] },
  ]),
};
