import { Reader } from "./reader.ts";
import { parseSignature, type Value, Variant } from "./value.ts";
import { Writer } from "./writer.ts";

/** Kinds of messages. */
export const KIND = { call: 1, reply: 2, error: 3, signal: 4 } as const;

/** Bit 1 of the flags: the caller does not wait for an answer. */
const NO_REPLY = 1;

/**
 * Maximum bytes of a message; a larger one ends the connection. The largest message that Kedge expects has a
 * few hundred bytes.
 */
const MAX_SIZE = 1024 * 1024;

/** One D-Bus message. */
export interface Message {
  readonly kind: number;
  readonly serial: number;
  readonly path?: string;
  readonly interface?: string;
  readonly member?: string;
  readonly errorName?: string;
  readonly replySerial?: number;
  readonly destination?: string;
  readonly sender?: string;
  readonly noReply?: boolean;
  /** Default: no body. */
  readonly signature?: string;
  readonly body?: readonly Value[];
}

/** Header fields; the index is the field's code. */
const FIELDS = [
  ["", ""],
  ["path", "o"],
  ["interface", "s"],
  ["member", "s"],
  ["errorName", "s"],
  ["replySerial", "u"],
  ["destination", "s"],
  ["sender", "s"],
  ["signature", "g"],
] as const;

const HEADER_FIELDS = parseSignature("a(yv)")[0]!;

/** Returns the message as bytes. */
export function encode(message: Message): Uint8Array<ArrayBuffer> {
  const body = new Writer();
  body.all(message.signature ?? "", message.body ?? []);
  const fields: Value[] = [];
  FIELDS.forEach(([name, type], code) => {
    const value = name === "" ? undefined : message[name];
    if (value !== undefined && value !== "") fields.push([code, new Variant(type, value)]);
  });
  const writer = new Writer();
  writer.all("yyyyuu", [
    "l".charCodeAt(0),
    message.kind,
    message.noReply ? NO_REPLY : 0,
    1,
    body.length,
    message.serial,
  ]);
  writer.one(HEADER_FIELDS, fields);
  writer.align(8);
  const header = writer.bytes();
  const bytes = new Uint8Array(header.length + body.length);
  bytes.set(header);
  bytes.set(body.bytes(), header.length);
  return bytes;
}

/**
 * Takes one message from the front of `bytes`; returns null while it is incomplete. Throws when the bytes are
 * not a D-Bus message or the message is too large.
 */
export function decode(bytes: Uint8Array): { message: Message; size: number } | null {
  if (bytes.length < 16) return null;
  const order = bytes[0];
  if (order !== 0x6c && order !== 0x42) throw new TypeError("not a D-Bus message");
  const little = order === 0x6c;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bodyLength = view.getUint32(4, little);
  const fieldsLength = view.getUint32(12, little);
  const bodyStart = Math.ceil((16 + fieldsLength) / 8) * 8;
  const size = bodyStart + bodyLength;
  if (size > MAX_SIZE) throw new RangeError(`a D-Bus message of ${size} bytes is too large`);
  if (bytes.length < size) return null;

  const header = new Reader(bytes.subarray(0, bodyStart), little);
  header.all("yyyyuu");
  const found: Record<string, Value> = {};
  for (const field of header.one(HEADER_FIELDS) as [number, Variant][]) {
    const known = FIELDS[field[0]];
    if (known && field[0] > 0 && field[1].signature === known[1]) found[known[0]] = field[1].value;
  }
  const signature = (found.signature as string | undefined) ?? "";
  const body = new Reader(bytes.subarray(bodyStart, size), little).all(signature);
  return {
    size,
    message: {
      ...found,
      kind: bytes[1]!,
      serial: view.getUint32(8, little),
      noReply: (bytes[2]! & NO_REPLY) !== 0,
      signature,
      body,
    },
  };
}
