import assert from "node:assert/strict";
import { type Ask, askedFor, currentAsk, followFrom, pressOf, renew } from "../../../../src/core/app/asks.ts";

const PRESS = 10_000;

const cases: readonly [what: string, later: number, asked: ReturnType<typeof askedFor>][] = [
  ["with its press", 0, { at: PRESS, just: true }],
  ["within a second of its press", 1000, { at: PRESS, just: true }],
  ["a while after its press", 1001, { at: PRESS, just: false }],
  ["just in time", 15_000, { at: PRESS, just: false }],
  ["too late to be what its press was for", 15_001, undefined],
];

for (const [what, later, asked] of cases) {
  Deno.test(`askedFor() knows a window that comes ${what}`, () => {
    assert.deepEqual(followFrom({ at: PRESS }, () => askedFor(PRESS + later)), asked);
  });
}

Deno.test("askedFor() knows of no press where none was", () => {
  assert.equal(askedFor(PRESS), undefined);
  assert.equal(followFrom({ at: PRESS }, () => followFrom(undefined, () => askedFor(PRESS))), undefined);
});

Deno.test("a press is carried along through promises, timers and listeners that began after it", async () => {
  const events = new EventTarget();
  const heard = Promise.withResolvers<Ask | undefined>();
  const seen = await followFrom({ at: PRESS }, async () => {
    await Promise.resolve();
    const inTimer = await new Promise<Ask | undefined>((resolve) => setTimeout(() => resolve(currentAsk())));
    return [currentAsk(), inTimer];
  });
  assert.deepEqual(seen, [{ at: PRESS }, { at: PRESS }]);
  events.addEventListener("told", () => heard.resolve(currentAsk()));
  followFrom({ at: PRESS }, () => events.dispatchEvent(new Event("told")));
  assert.deepEqual(await heard.promise, { at: PRESS });
  assert.equal(currentAsk(), undefined);
});

Deno.test("renew() makes a press new for all that follows from it, and never older", () => {
  const ask: Ask = { at: PRESS };
  followFrom({ at: PRESS + 60_000 }, () => renew(ask));
  assert.equal(ask.at, PRESS + 60_000);
  followFrom({ at: PRESS }, () => renew(ask));
  renew(ask);
  assert.equal(ask.at, PRESS + 60_000);
});

const presses: readonly [what: string, Parameters<typeof pressOf>[0], Ask | undefined][] = [
  ["a command of a menu", undefined, { at: PRESS }],
  ["a button of a page", { window: "w", pressed: 30 }, { at: PRESS - 30 }],
  ["what a page does by itself", { window: "w" }, { at: 7 }],
  ["what a page does by itself in a window that nobody asked for", { window: "x" }, undefined],
];

for (const [what, by, ask] of presses) {
  Deno.test(`pressOf() knows the press behind ${what}`, () => {
    assert.deepEqual(pressOf(by, PRESS, (window) => window === "w" ? { at: 7 } : undefined), ask);
  });
}
