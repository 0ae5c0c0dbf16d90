import { deepEqual, equal } from "node:assert/strict";
import { afterCommand, COUNTED, nothingCounted, readCounted } from "../../../../src/core/analytics/counts.ts";
import { captureMessage } from "../../../../src/core/analytics/message.ts";
import * as features from "../../../../src/core/app/features/mod.ts";
import { analyticsTarget } from "../../../../src/core/build_stamp.ts";

const COUNT = Object.keys(COUNTED)[0]!;
const NAME = COUNTED[COUNT]!;

Deno.test("COUNTED counts commands that exist, each under a name that says no more than what was done", () => {
  const commands = new Set(Object.values(features).flatMap(({ commands }) => Object.keys(commands)));
  deepEqual(Object.keys(COUNTED).filter((command) => !commands.has(command)), []);
  for (const name of Object.values(COUNTED)) equal(/^[a-z]+_[a-z]+$/.test(name), true, name);
});

const COUNTS: [name: string, commands: string[], counts: Record<string, number>][] = [
  ["what is in the list", [COUNT, COUNT], { [NAME]: 2 }],
  ["nothing else", ["quit", "constructor", "__proto__"], {}],
];
for (const [name, commands, counts] of COUNTS) {
  Deno.test(`afterCommand() counts ${name}`, () => {
    deepEqual(commands.reduce(afterCommand, nothingCounted(5)), { counts, since: 5 });
  });
}

const KEPT: [name: string, kept: unknown, counts: Record<string, number>, since: number][] = [
  ["what was kept", { counts: { [NAME]: 3 }, since: 7 }, { [NAME]: 3 }, 7],
  ["nothing of a foreign name", { counts: { [NAME]: 3, "my-account": 1 }, since: 7 }, { [NAME]: 3 }, 7],
  ["no count that is none", { counts: { [NAME]: "3" }, since: 7 }, {}, 7],
  ["a time to come as now", { counts: {}, since: 900 }, {}, 100],
  ["something else as nothing", "x", {}, 100],
  ["a list as nothing", { counts: [1], since: null }, {}, 100],
];
for (const [name, kept, counts, since] of KEPT) {
  Deno.test(`readCounted() reads ${name}`, () => deepEqual(readCounted(kept, 100), { counts, since }));
}

Deno.test("captureMessage() has the version, the system, the counts and an id of its own, and nothing else", () => {
  deepEqual(captureMessage("phc_1", "id-1", { version: "1.2.3", platform: "linux" }, { [NAME]: 2 }), {
    api_key: "phc_1",
    event: "usage",
    distinct_id: "id-1",
    properties: {
      $process_person_profile: false,
      $geoip_disable: true,
      version: "1.2.3",
      platform: "linux",
      [NAME]: 2,
    },
  });
});

const TARGETS: [text: string, address: string | null][] = [
  ["https://eu.i.posthog.com phc_a", "https://eu.i.posthog.com"],
  ["http://127.0.0.1:8080 phc_a", "http://127.0.0.1:8080"],
  ["http://eu.i.posthog.com phc_a", null],
  ["https://eu.i.posthog.com", null],
  ["https://eu.i.posthog.com/path phc_a", null],
  ["https://user@eu.i.posthog.com phc_a", null],
  ["", null],
];
for (const [text, address] of TARGETS) {
  Deno.test(`analyticsTarget() gives ${address} for "${text}"`, () => {
    equal(analyticsTarget(text)?.address ?? null, address);
  });
}
