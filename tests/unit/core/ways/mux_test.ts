import { deepEqual, equal } from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Duplex } from "node:stream";
import { createMux } from "../../../../src/core/ways/ssm/mux.ts";
import { SMUX, smuxFrame, smuxReader } from "../../../support/cloud/agent_messages.ts";

/** Creates a session whose agent records which streams were ended. */
function session() {
  const ended = new Set<number>(), waiting = new Map<number, () => void>();
  const read = smuxReader((command, id) => {
    if (command !== SMUX.end) return;
    ended.add(id);
    waiting.get(id)?.();
  });
  const mux = createMux({
    send(bytes, sent) {
      read(bytes);
      sent();
    },
    pause: () => {},
    resume: () => {},
  });
  let last = 1;
  return {
    ended,
    /** Opens a stream whose writing side ends at once; `end` resolves when the agent is told. */
    open(linger: number): { readonly id: number; readonly stream: Duplex; readonly end: Promise<void> } {
      const stream = mux.open(linger), id = last += 2;
      const end = new Promise<void>((resolve) => waiting.set(id, resolve));
      stream.end();
      return { id, stream, end };
    },
    give(id: number, bytes: number): void {
      for (let left = bytes; left > 0; left -= 60_000) {
        mux.take(smuxFrame(SMUX.data, id, Buffer.alloc(Math.min(left, 60_000))));
      }
    },
  };
}

/** Waits for a promise. This timer keeps the process alive, which the timers of streams do not. */
async function wait(promise: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("the stream did not end")), 60_000);
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

const closed = (stream: Duplex) => new Promise<void>((resolve) => stream.once("close", () => resolve()));
async function destroyed(stream: Duplex): Promise<void> {
  const close = closed(stream);
  stream.destroy();
  await wait(close);
}

/** Waits until a new stream that lingers for `ms` has ended, as earlier ones would have. */
async function passed(ms: number): Promise<void> {
  const { stream, end } = session().open(ms);
  await wait(end);
  await destroyed(stream);
}

/** Times in ms. A stream that lingers for `NEVER` does not end by itself during a test. */
const SOON = 10, LATER = 80, NEVER = 1 << 30;

for (const bytes of [0, 5]) {
  Deno.test(`createMux() ends a stream at the agent when its writing side has ended and nothing comes after ${bytes} bytes`, async () => {
    const { open, give } = session();
    const { stream, id, end } = open(SOON);
    const close = closed(stream);
    give(id, bytes);
    let read = 0;
    stream.on("data", (data) => read += data.length);
    await wait(end);
    await wait(close);
    deepEqual([read, stream.readableEnded, stream.errored], [bytes, true, null]);
  });
}

Deno.test("createMux() ends no stream when it still receives", async () => {
  const { open, give, ended } = session();
  const { id, stream, end } = open(LATER);
  const close = closed(stream);
  stream.resume();
  for (let rounds = 0; rounds < 20; rounds++) {
    give(id, 1);
    await passed(SOON);
    equal(ended.has(id), false);
  }
  await wait(end);
  await wait(close);
});

Deno.test("createMux() ends no stream when its data is not read yet", async () => {
  const { open, give, ended } = session();
  const { id, stream, end } = open(SOON);
  const close = closed(stream);
  give(id, 1);
  await passed(3 * SOON);
  equal(ended.has(id), false);
  stream.resume();
  await wait(end);
  await wait(close);
});

Deno.test("createMux() ends no stream when the slow reader of another one holds all up", async () => {
  const { open, give, ended } = session();
  const slow = open(NEVER), other = open(SOON);
  const close = closed(other.stream);
  other.stream.resume();
  give(slow.id, (16 << 20) + 1);
  await passed(3 * SOON);
  equal(ended.has(other.id), false);
  slow.stream.resume();
  await wait(other.end);
  await wait(close);
  await destroyed(slow.stream);
});
