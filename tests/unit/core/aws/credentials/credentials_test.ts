import { deepEqual, equal, rejects } from "node:assert/strict";
import { isOf, wrap } from "../../../../../src/core/aws/credentials/credentials.ts";
import { processCredentials } from "../../../../../src/core/aws/credentials/process.ts";
import { testOn } from "../../../../support/systems.ts";
import { createBroker } from "../../../../../src/core/aws/credentials/broker.ts";

const ID = "123456789012";
const user = `arn:aws:iam::${ID}:user/ann`;
const reader = `arn:aws:sts::${ID}:assumed-role/Reader/session`;
const permissionSet = `arn:aws:sts::${ID}:assumed-role/AWSReservedSSO_Power_User_0a1b2c3d4e5f6071/ann`;

const cases: [arn: string, account: string, role: string, fits: boolean][] = [
  [user, ID, "", true],
  [user, ID, "Reader", false],
  [reader, ID, "Reader", true],
  [reader, ID, "Read", false],
  [reader, ID, "", true],
  [reader, ID, "Admin", false],
  [permissionSet, ID, "Power_User", true],
  [permissionSet, ID, "AWSReservedSSO_Power_User_0a1b2c3d4e5f6071", true],
  [permissionSet, ID, "User", false],
  [reader, "210987654321", "Reader", false],
];
for (const [arn, id, role, fits] of cases) {
  Deno.test(`isOf() is ${fits} when ${arn.split(":").at(-1)} meets ${id}/${role}`, () => {
    equal(isOf({ account: ID, arn }, { account: id, role }), fits);
  });
}

testOn(["shell"], "processCredentials() ends the program when its signal is aborted", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-process-" });
  try {
    const file = `${folder}/pid`;
    const stop = new AbortController();
    const line = `/bin/sh -c 'echo $$ > ${file}.new; mv ${file}.new ${file}; exec sleep 600'`;
    const asked = processCredentials(line, "a", () => undefined, stop.signal);
    const ended = rejects(asked, /cancelled/);
    let pid = "";
    while (pid === "") {
      pid = (await Deno.readTextFile(file).catch(() => "")).trim();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    stop.abort();
    await ended;
    equal(await Deno.stat(`/proc/${pid}`).then(() => "there", () => "gone"), "gone");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const never = new AbortController().signal;
const MINUTE = 60_000, HOUR = 60 * MINUTE;

/** Creates a source of credentials that last `life` ms (null: for ever), with a manual clock. */
function source(life: number | null) {
  const clock = { now: 0, set: 0 };
  let asked = 0;
  const fetch = () => {
    const accessKeyId = `key-${++asked}`;
    const end = life === null ? {} : { expiration: new Date(clock.now + clock.set + life) };
    return Promise.resolve(wrap({ accessKeyId, secretAccessKey: "s", ...end }));
  };
  const broker = createBroker(() => clock.now + clock.set, () => clock.now);
  const at = async (now: number, key = "a") => {
    clock.now = now;
    return (await broker.get(key, fetch, never)).accessKeyId;
  };
  return { clock, broker, fetch, at, asked: () => asked };
}

const LIVES: [name: string, life: number | null, times: [at: number, key: string][]][] = [
  ["an hour", HOUR, [[0, "key-1"], [44 * MINUTE, "key-1"], [46 * MINUTE, "key-2"]]],
  ["15 minutes", 15 * MINUTE, [[0, "key-1"], [9 * MINUTE, "key-1"], [11 * MINUTE, "key-2"]]],
  ["no end", null, [[0, "key-1"], [14 * MINUTE, "key-1"], [16 * MINUTE, "key-2"]]],
];
for (const [name, life, times] of LIVES) {
  Deno.test(`get() renews credentials of ${name} in time`, async () => {
    const { at } = source(life);
    for (const [time, key] of times) equal(await at(time), key);
  });
}

const SET: [how: string, by: number, later: string][] = [
  ["is set back by a day", -24 * HOUR, "key-1"],
  ["has gone on for a day while it slept", 24 * HOUR, "key-2"],
];
for (const [how, by, later] of SET) {
  Deno.test(`get() renews credentials in time when the computer ${how}`, async () => {
    const { at, clock } = source(HOUR);
    equal(await at(0), "key-1");
    clock.set = by;
    equal(await at(10 * MINUTE), later);
    equal(await at(46 * MINUTE), "key-2");
  });
}

Deno.test("get() asks once for all callers that wait, and for each key alone", async () => {
  const { broker, fetch, asked } = source(HOUR);
  const keys = ["a", "a", "b", "a"];
  await Promise.all(keys.map((key) => broker.get(key, fetch, never)));
  equal(asked(), 2);
});

Deno.test("get() gives kept credentials to their end when asking fails", async () => {
  const { at, clock, broker } = source(HOUR);
  await at(0);
  const failing = () => Promise.reject(new Error("offline"));
  clock.now = 58 * MINUTE;
  equal((await broker.get("a", failing, never)).accessKeyId, "key-1");
  clock.now = 60 * MINUTE;
  await rejects(broker.get("a", failing, never), { message: "offline" });
});

Deno.test("get() of a caller that gives up goes on for the others", async () => {
  const { broker } = source(HOUR);
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof wrap>>();
  const leaving = new AbortController();
  const left = broker.get("a", () => promise, leaving.signal);
  const stays = broker.get("a", () => promise, never);
  leaving.abort();
  await rejects(left);
  resolve(wrap({ accessKeyId: "k", secretAccessKey: "s" }));
  equal((await stays).accessKeyId, "k");
});

Deno.test("get() stops asking when its last caller gives up", async () => {
  const { broker } = source(HOUR);
  const leaving = new AbortController();
  let stopped = false;
  const asked = broker.get("a", (signal) => {
    signal.addEventListener("abort", () => stopped = true);
    return new Promise(() => {});
  }, leaving.signal);
  leaving.abort();
  await rejects(asked);
  equal(stopped, true);
});

Deno.test("forget() forgets keys that begin so, also what is asked for at the moment", async () => {
  const { broker, fetch, at, asked } = source(HOUR);
  await at(0, "portal 1");
  await at(0, "chain");
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof wrap>>();
  const waiting = broker.get("portal 2", () => promise, never);
  broker.forget("portal ");
  resolve(wrap({ accessKeyId: "old", secretAccessKey: "s" }));
  await waiting;
  const before = asked();
  for (const key of ["chain", "portal 1", "portal 2"]) await broker.get(key, fetch, never);
  deepEqual(asked() - before, 2);
});
