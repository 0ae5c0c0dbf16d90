import { Buffer } from "node:buffer";
import { databaseOf } from "../../engines/mod.ts";
import type { Login } from "../../login/mod.ts";
import type { ConnectionListener, Target } from "../connection.ts";
import { broken, DriverError } from "../errors.ts";
import { firstAnswer, further } from "./passwords.ts";
import type { Packets } from "./packets.ts";

/** Capabilities of this client, used as far as the server has them too. */
const WANTED = 1 | // long passwords
  2 | // affected rows are matched ones
  4 | // long flags
  0x200 | // version 4.1
  0x2000 | // transactions
  0x8000 | // secure passwords
  0x20000 | // several results
  0x40000 | // several results of prepared statements
  0x80000 | // plugins for passwords
  0x200000 | // PLUGIN_AUTH_LENENC_CLIENT_DATA
  0x1000000; // DEPRECATE_EOF: no packet after the columns
const CONNECT_WITH_DATABASE = 8,
  TLS = 0x800,
  PLUGINS = 0x80000,
  ATTRIBUTES = 0x100000,
  LONG_ANSWERS = 0x200000;
/** Capability: a result ends with its state, and its columns end without a packet of their own. */
export const BRIEF = 0x1000000;

/** utf8mb4_general_ci, which every server since 5.5 knows. */
const UTF8 = 45;
/** First byte of a message of MariaDB's `parsec`. */
const PARSEC = 0x50;
/** Maximum packet in bytes that Kedge announces; the server has a limit of its own. */
const PACKET = 0x40000000;

/** What a server sends first. */
interface Greeting {
  readonly version: string;
  /** Number of the thread, as given by the server or by a proxy in front of it. */
  readonly thread: number;
  /** Capabilities of both sides. */
  readonly abilities: number;
}

/** Reads the greeting, switches to TLS on request, and signs in. Returns after reading the OK packet. */
export async function signInToMysql(
  packets: Packets,
  target: Target,
  login: Login,
  listener: ConnectionListener,
): Promise<Greeting> {
  await packets.next();
  if (packets.peek() === 0xff) throw packets.error();
  if (packets.int(1) !== 10) throw new DriverError("FOREIGN", "the server does not speak MySQL's protocol");
  const version = packets.zeroText();
  const thread = packets.int(4);
  let challenge = packets.bytes(8);
  packets.bytes(1);
  let offered = packets.int(2);
  packets.bytes(3);
  offered += packets.int(2) * 0x10000;
  const length = packets.int(1);
  packets.bytes(10);
  challenge = Buffer.concat([challenge, packets.bytes(Math.min(Math.max(12, length - 9), packets.size))]);
  if (packets.size > 0 && packets.peek() === 0) packets.bytes(1);
  let plugin = packets.size > 0 ? packets.rest().replace(/\0.*$/s, "") : "mysql_native_password";
  if ((offered & 0x8200) !== 0x8200) {
    throw new DriverError(
      "AUTH",
      `the server is too old (${version.slice(0, 40)}); Kedge needs 5.5 or newer`,
    );
  }

  const database = databaseOf(target);
  const abilities = (WANTED | ATTRIBUTES | (database === undefined ? 0 : CONNECT_WITH_DATABASE)) & offered |
    (target.tls ? TLS : 0);
  const head = Buffer.alloc(32);
  head.writeUInt32LE(abilities >>> 0, 0);
  head.writeUInt32LE(PACKET, 4);
  head[8] = UTF8;
  if (target.tls) {
    if (!(offered & TLS)) throw new DriverError("TLS_ABSENT", "the server does not support TLS");
    packets.answer(head);
    await packets.wire.encrypt();
  }
  const password = login.password.open();
  const warn = (message: string) => listener.notice?.({ severity: "WARNING", code: "", message });
  const asked = () => ({ plugin, password, challenge, wire: packets.wire, target, warn });
  const known = await firstAnswer(asked());
  // For an unknown plugin, answer another one: the server may then name a plugin for this user.
  if (known === null) plugin = "mysql_native_password";
  const first = known ?? (await firstAnswer(asked()))!;
  packets.answer(Buffer.concat([
    head,
    zeroEnded(login.user),
    abilities & LONG_ANSWERS ? lengthBefore(first) : Buffer.concat([Buffer.from([first.length]), first]),
    database !== undefined && abilities & CONNECT_WITH_DATABASE ? zeroEnded(database) : Buffer.alloc(0),
    abilities & PLUGINS ? zeroEnded(plugin) : Buffer.alloc(0),
    abilities & ATTRIBUTES
      ? lengthBefore(Buffer.concat(["program_name", "kedge"].map((text) => lengthBefore(Buffer.from(text)))))
      : Buffer.alloc(0),
  ]));

  for (;;) {
    await packets.next();
    switch (packets.peek()) {
      case 0xff:
        throw packets.error();
      case 0x00:
        packets.signedIn = true;
        return { version, thread, abilities };
      case 0x01:
        packets.int(1);
        await further(packets, asked());
        break;
      case 0xfe: {
        packets.int(1);
        if (packets.size === 0) {
          throw new DriverError("AUTH", "the server asks for a password of before MySQL 4.1");
        }
        plugin = packets.zeroText();
        challenge = packets.bytes(packets.size);
        const answer = await firstAnswer(asked());
        if (answer === null) {
          throw new DriverError(
            "AUTH",
            `the server asks for “${plugin.slice(0, 60)}”, which Kedge does not know`,
          );
        }
        packets.answer(answer);
        break;
      }
      case PARSEC:
        // This is the only plugin whose messages have no mark before them.
        if (plugin !== "parsec") throw broken("a sign-in that does not fit");
        await further(packets, asked());
        break;
      default:
        throw broken("a sign-in that does not fit");
    }
  }
}

function zeroEnded(text: string): Buffer {
  if (text.includes("\0")) {
    throw new DriverError("AUTH", "a user or database with a zero byte cannot be sent");
  }
  return Buffer.from(`${text}\0`);
}

/** Returns bytes with their length before them. */
export function lengthBefore(bytes: Uint8Array): Buffer {
  const { length } = bytes;
  const head = length < 0xfb
    ? Buffer.from([length])
    : length <= 0xffff
    ? Buffer.from([0xfc, length, length >> 8])
    : length <= 0xffffff
    ? Buffer.from([0xfd, length, length >> 8, length >> 16])
    : Buffer.from([0xfe, length, length >> 8, length >> 16, length >>> 24, 0, 0, 0, 0]);
  return Buffer.concat([head, bytes]);
}
