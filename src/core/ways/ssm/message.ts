import { Buffer } from "node:buffer";
import { createHash, randomBytes } from "node:crypto";

/** Kinds of a message's payload. Only shells use `size`, as JSON `{"cols", "rows"}`, and `errors`. */
export const PAYLOAD = {
  bytes: 1,
  size: 3,
  handshakeRequest: 5,
  handshakeResponse: 6,
  handshakeComplete: 7,
  flag: 10,
  errors: 11,
} as const;

/** Values of a `flag` payload, a number of four bytes. */
export const FLAG = { terminate: 2, unreached: 3 } as const;

/** A message of a session's data channel. */
export interface ChannelMessage {
  /** `input_stream_data` to the agent, `output_stream_data` from it, `acknowledge`, `channel_closed`, … */
  readonly type: string;
  /** Number of the message in its direction; the first is 0. */
  readonly sequence: number;
  /** 32 hexadecimal digits in written order. */
  readonly id: string;
  readonly kind: number;
  readonly payload: Buffer;
}

/** Offsets of a message's fields; numbers are big-endian. */
const AT = {
  headerLength: 0,
  type: 4,
  schema: 36,
  created: 40,
  sequence: 48,
  flags: 56,
  id: 64,
  digest: 80,
  kind: 112,
  length: 116,
  payload: 120,
} as const;

/** Maximum bytes of an accepted message. Agents send payloads of one KB, or the result of one read. */
export const MAX_MESSAGE_SIZE = 1 << 20;

/** Returns a new identifier, a UUID of version 4. */
export function newId(): string {
  const bytes = randomBytes(16);
  bytes[6] = bytes[6]! & 0x0f | 0x40;
  bytes[8] = bytes[8]! & 0x3f | 0x80;
  return bytes.toString("hex");
}

/** Returns an identifier in the form for JSON: `8-4-4-4-12`. */
export function dashed(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Returns a message as bytes; the header's flags mark the first message of the stream. */
export function encodeMessage(
  { type, sequence, kind, payload, id = newId(), flags = 0 }: {
    readonly type: string;
    readonly sequence: number;
    readonly kind: number;
    readonly payload: Uint8Array;
    readonly id?: string;
    readonly flags?: number;
  },
): Buffer {
  const bytes = Buffer.alloc(AT.payload + payload.length);
  bytes.writeUInt32BE(AT.length, AT.headerLength);
  bytes.fill(" ", AT.type, AT.schema);
  bytes.write(type, AT.type, 32, "latin1");
  bytes.writeUInt32BE(1, AT.schema);
  bytes.writeBigUInt64BE(BigInt(Date.now()), AT.created);
  bytes.writeBigInt64BE(BigInt(sequence), AT.sequence);
  bytes.writeBigUInt64BE(BigInt(flags), AT.flags);
  // The two halves of an identifier are swapped.
  bytes.write(id.slice(16), AT.id, "hex");
  bytes.write(id.slice(0, 16), AT.id + 8, "hex");
  createHash("sha256").update(payload).digest().copy(bytes, AT.digest);
  bytes.writeUInt32BE(kind, AT.kind);
  bytes.writeUInt32BE(payload.length, AT.length);
  bytes.set(payload, AT.payload);
  return bytes;
}

/**
 * Parses a message; null when it is malformed or was changed on its way. Messages that pause or continue
 * publication contain only their type.
 */
export function decodeMessage(bytes: Buffer): ChannelMessage | null {
  if (bytes.length < AT.payload || bytes.length > MAX_MESSAGE_SIZE) return null;
  const header = bytes.readUInt32BE(AT.headerLength);
  // Messages about the channel itself have no kind, so their payload begins four bytes earlier.
  if (header !== AT.length && header !== AT.kind) return null;
  const length = bytes.readUInt32BE(header);
  const payload = bytes.subarray(header + 4);
  const sequence = bytes.readBigInt64BE(AT.sequence);
  if (payload.length !== length || sequence < 0n || sequence > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const digest = bytes.subarray(AT.digest, AT.digest + 32);
  // Only data messages have a digest in every version of the agent.
  const type = bytes.toString("latin1", AT.type, AT.schema).replace(/[\0 ]+$/, "");
  if (type === "output_stream_data" && !createHash("sha256").update(payload).digest().equals(digest)) {
    return null;
  }
  return {
    type,
    sequence: Number(sequence),
    id: bytes.toString("hex", AT.id + 8, AT.id + 16) + bytes.toString("hex", AT.id, AT.id + 8),
    kind: header === AT.length ? bytes.readUInt32BE(AT.kind) : 0,
    payload,
  };
}
