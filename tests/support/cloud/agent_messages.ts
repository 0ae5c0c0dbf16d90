// Messages of an SSM agent's data channel and frames of smux 1, implemented independently of Kedge's own
// code.
import { Buffer } from "node:buffer";
import { createHash, randomUUID } from "node:crypto";

/** A message of a client, read strictly: anything that an agent would refuse is an error. */
export interface ClientMessage {
  readonly type: string;
  readonly sequence: number;
  readonly flags: number;
  readonly payloadType: number;
  readonly payload: Buffer;
}

/** Reads a message of a client. Throws an Error that names the fault. */
export function readMessage(bytes: Buffer): ClientMessage {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0) !== 116) throw new Error(`header of ${view.getUint32(0)} bytes`);
  if (view.getUint32(36) !== 1) throw new Error("schema version");
  const created = Number(view.getBigUint64(40));
  if (Math.abs(created - Date.now()) > 60_000) throw new Error("created at another time");
  const payload = bytes.subarray(120);
  if (view.getUint32(116) !== payload.length || payload.length === 0) throw new Error("payload length");
  if (!createHash("sha256").update(payload).digest().equals(bytes.subarray(80, 112))) {
    throw new Error("digest");
  }
  return {
    type: new TextDecoder().decode(bytes.subarray(4, 36)).trim(),
    sequence: Number(view.getBigInt64(48)),
    flags: Number(view.getBigUint64(56)),
    payloadType: view.getUint32(112),
    payload,
  };
}

/** Returns a message of the agent. */
export function writeMessage(
  type: string,
  sequence: number,
  payloadType: number,
  payload: Uint8Array,
): Buffer {
  const bytes = new Uint8Array(120 + payload.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 116);
  bytes.set(new TextEncoder().encode(type.padEnd(32)), 4);
  view.setUint32(36, 1);
  view.setBigUint64(40, BigInt(Date.now()));
  view.setBigInt64(48, BigInt(sequence));
  view.setBigUint64(56, sequence === 0 ? 1n : 0n);
  const id = Buffer.from(randomUUID().replaceAll("-", ""), "hex");
  bytes.set(id.subarray(8), 64);
  bytes.set(id.subarray(0, 8), 72);
  bytes.set(createHash("sha256").update(payload).digest(), 80);
  view.setUint32(112, payloadType);
  view.setUint32(116, payload.length);
  bytes.set(payload, 120);
  return Buffer.from(bytes.buffer);
}

/** Commands of smux. */
export const SMUX = { open: 0, end: 1, data: 2, nothing: 3 } as const;

/** Returns a frame of smux 1. */
export function smuxFrame(command: number, stream: number, data: Uint8Array = new Uint8Array(0)): Buffer {
  const head = new DataView(new ArrayBuffer(8));
  head.setUint8(0, 1);
  head.setUint8(1, command);
  head.setUint16(2, data.length, true);
  head.setUint32(4, stream, true);
  return Buffer.concat([new Uint8Array(head.buffer), data]);
}

/** Returns a function that reads frames from a stream of bytes. */
export function smuxReader(
  take: (command: number, stream: number, data: Buffer) => void,
): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 8) {
      if (rest[0] !== 1) throw new Error(`smux of version ${rest[0]}`);
      const length = rest.readUInt16LE(2);
      if (rest.length < 8 + length) break;
      const [command, stream] = [rest[1]!, rest.readUInt32LE(4)];
      const data = rest.subarray(8, 8 + length);
      rest = rest.subarray(8 + length);
      take(command, stream, data);
    }
  };
}
