import { deepEqual, equal } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { decodeMessage, encodeMessage, newId } from "../../../../src/core/ways/ssm/message.ts";
import { readMessage, writeMessage } from "../../../support/cloud/agent_messages.ts";

const payload = Buffer.from("select 1");

Deno.test("encodeMessage() writes what an agent reads", () => {
  const bytes = encodeMessage({ type: "input_stream_data", sequence: 5, kind: 1, payload, flags: 1 });
  deepEqual(readMessage(bytes), {
    type: "input_stream_data",
    sequence: 5,
    flags: 1,
    payloadType: 1,
    payload,
  });
});

Deno.test("decodeMessage() reads what an agent writes, with the identifier as it meant it", () => {
  const read = decodeMessage(writeMessage("output_stream_data", 7, 1, payload))!;
  deepEqual([read.type, read.sequence, read.kind, read.payload], ["output_stream_data", 7, 1, payload]);
  const id = newId();
  const own = encodeMessage({ type: "output_stream_data", sequence: 0, kind: 1, payload, id });
  equal(decodeMessage(own)!.id, id);
});

const whole = writeMessage("output_stream_data", 7, 1, payload);
const changed = (at: number, to: number) => {
  const bytes = Buffer.from(whole);
  bytes[at] = to;
  return bytes;
};
const WRONG: readonly (readonly [what: string, bytes: Buffer])[] = [
  ["it is empty", Buffer.alloc(0)],
  ["it is cut", whole.subarray(0, 119)],
  ["its payload is cut", whole.subarray(0, whole.length - 1)],
  ["its payload was changed", changed(121, 0)],
  ["its header is of another length", changed(3, 99)],
  ["its number is negative", changed(48, 255)],
  ["it is too large", Buffer.alloc(2 << 20)],
];
for (const [what, bytes] of WRONG) {
  Deno.test(`decodeMessage() gives null when ${what}`, () => equal(decodeMessage(bytes), null));
}
