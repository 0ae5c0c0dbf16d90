import { deepEqual, equal } from "node:assert/strict";
import { createAnalytics } from "../../../../src/core/app/analytics.ts";
import { createConfiguration } from "../../../../src/core/app/features/settings/configuration.ts";
import { initialState } from "../../../../src/core/app/initial_state.ts";
import { defaultConfig } from "../../../../src/core/config/mod.ts";
import { interpret } from "../../../../src/core/config_file/read.ts";
import { analyticsShown } from "../../../../src/pages/shown.ts";
import { testStore } from "../../../support/pages/store.ts";

const DAY = 24 * 3_600_000;
const FIRST = 1_000 * DAY;

/**
 * Creates a counter with its own store, config.json and clock. Records the messages that it sends.
 */
function stage({ collector = true, doNotTrack = false, file = "{}", taken = true } = {}) {
  const clock = { now: FIRST };
  const app = {
    version: "1.2.3",
    development: false,
    home: "/home/me/.kedge",
    platform: "linux",
    ...(collector ? { collector: { address: "https://counts.example", doNotTrack } } : {}),
  } as const;
  const store = testStore(initialState(app, "/home/me/.kedge/config.json", defaultConfig()));
  createConfiguration(store).apply(interpret({ text: file }));
  const sent: { distinct_id?: string; properties?: Record<string, unknown> }[] = [];
  const analytics = createAnalytics(store, {
    ...(collector ? { collectorKey: "phc_1" } : {}),
    sendCounts: (message) => (sent.push(message), Promise.resolve(taken)),
  }, () => clock.now);
  const configuration = store.slice("config");
  return {
    analytics,
    clock,
    sent,
    counts: () => store.get().analytics.counts,
    shown: () => analyticsShown(store.get()),
    enable: (analyticsEnabled: boolean) =>
      configuration.update((before) => ({ ...before, value: { ...before.value, analyticsEnabled } })),
  };
}

/** Files that switch counting off, or that may be meant to because their switch cannot be read. */
const OFF: readonly (readonly [name: string, file: string])[] = [
  ["it is switched off", '{ "analyticsEnabled": false }'],
  ["config.json does not parse", '{ "analyticsEnabled": false, "perPage": 5 "aiEnabled": true }'],
  ["its switch is a text", '{ "analyticsEnabled": "false" }'],
  ["its switch is set twice", '{ "analyticsEnabled": false, "analyticsEnabled": true }'],
  [
    "its switch is wrong below more errors than are listed",
    `{ "envRules": [${"1, ".repeat(300)}], "analyticsEnabled": 0 }`,
  ],
];

const NEVER: readonly (readonly [name: string, parts: Parameters<typeof stage>[0]])[] = [
  ["the build names no collector", { collector: false }],
  ["DO_NOT_TRACK is set", { doNotTrack: true }],
  ...OFF.map(([name, file]) => [name, { file }] as const),
];
for (const [name, parts] of NEVER) {
  Deno.test(`createAnalytics() counts and sends nothing when ${name}`, async () => {
    const { analytics, clock, sent, counts } = stage(parts);
    // These counts are from an earlier session, in which counting was allowed.
    analytics.restore({ counts: { windows_opened: 7 }, since: FIRST });
    analytics.note("runAction");
    clock.now += 2 * DAY;
    await analytics.sendWhenDue();
    deepEqual([counts(), sent], [{ windows_opened: 7 }, []]);
  });
}

for (const [name, file] of OFF) {
  Deno.test(`analyticsShown() says that nothing is sent when ${name}`, () => {
    equal(stage({ file }).shown().enabled, false);
  });
}

Deno.test("createAnalytics() sends once a day what was done since, each time under another id", async () => {
  const { analytics, clock, sent, counts } = stage();
  analytics.note("runAction");
  await analytics.sendWhenDue();
  equal(sent.length, 0, "there is a day to look at the message before the first is sent");
  clock.now += DAY;
  await analytics.sendWhenDue();
  analytics.note("runAction");
  analytics.note("runAction");
  await analytics.sendWhenDue();
  clock.now += DAY - 1;
  await analytics.sendWhenDue();
  equal(sent.length, 1);
  clock.now += 1;
  await analytics.sendWhenDue();
  deepEqual(sent.map(({ properties }) => properties?.actions_run), [1, 2]);
  equal(sent[0]?.distinct_id === sent[1]?.distinct_id, false);
  deepEqual(counts(), {});
});

Deno.test("createAnalytics() sends no message without a count", async () => {
  const { analytics, clock, sent } = stage();
  clock.now += DAY;
  await analytics.sendWhenDue();
  deepEqual(sent, []);
});

Deno.test("createAnalytics() keeps the counts and tries again a day later when a message was not taken", async () => {
  const { analytics, clock, sent, counts } = stage({ taken: false });
  analytics.note("runAction");
  clock.now += DAY;
  await analytics.sendWhenDue();
  await analytics.sendWhenDue();
  equal(sent.length, 1);
  deepEqual(counts(), { actions_run: 1 });
  clock.now += DAY;
  await analytics.sendWhenDue();
  equal(sent.length, 2);
});

Deno.test("createAnalytics() forgets the counts at once when it is switched off", () => {
  const { analytics, counts, enable } = stage();
  analytics.note("runAction");
  enable(false);
  deepEqual(counts(), {});
  analytics.note("runAction");
  enable(true);
  deepEqual(counts(), {});
});

Deno.test("createAnalytics() begins a new day when the clock is set back", async () => {
  const { analytics, clock, sent } = stage();
  analytics.note("runAction");
  clock.now = FIRST - 30 * DAY;
  await analytics.sendWhenDue();
  equal(sent.length, 0);
  clock.now += DAY;
  await analytics.sendWhenDue();
  equal(sent.length, 1);
});
