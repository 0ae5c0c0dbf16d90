import assert from "node:assert/strict";
import { createSessions, TOKEN_LIFE_MS } from "../../../src/pages/http/sessions.ts";

Deno.test("redeem() gives a token's window once", () => {
  const sessions = createSessions();
  const token = sessions.invite("w1", "report/h");
  const session = sessions.redeem(token);
  assert.deepEqual([session?.window, session?.target], ["w1", "report/h"]);
  assert.equal(sessions.redeem(token), null);
});

Deno.test("redeem() refuses a token that is a minute old, or as old as it was told", () => {
  let time = 0;
  const sessions = createSessions(() => time);
  const early = sessions.invite("w"), late = sessions.invite("w"), long = sessions.invite("w", "", 900_000);
  time = TOKEN_LIFE_MS - 1;
  assert.ok(sessions.redeem(early));
  time = TOKEN_LIFE_MS;
  assert.equal(sessions.redeem(late), null);
  time = 899_999;
  assert.ok(sessions.redeem(long));
});

Deno.test("admits() knows a cookie's own window only", () => {
  const sessions = createSessions();
  const { cookie } = sessions.redeem(sessions.invite("w1"))!;
  assert.equal(sessions.admits(cookie, "w1"), true);
  assert.equal(sessions.admits(cookie, "w2"), false);
  assert.equal(sessions.admits("", "w1"), false);
});

Deno.test("keep() forgets cookies and tokens of closed windows", () => {
  const sessions = createSessions();
  const { cookie } = sessions.redeem(sessions.invite("w1"))!;
  const token = sessions.invite("w1"), other = sessions.invite("w2");
  sessions.keep(new Set(["w2"]));
  assert.equal(sessions.admits(cookie, "w1"), false);
  assert.equal(sessions.redeem(token), null);
  assert.ok(sessions.redeem(other));
});

Deno.test("tokens and cookies have 256 bits and are never the same", () => {
  const sessions = createSessions();
  const all = new Set(
    Array.from({ length: 500 }, () => {
      const token = sessions.invite("w");
      return [token, sessions.redeem(token)!.cookie];
    }).flat(),
  );
  assert.equal(all.size, 1000);
  for (const text of all) assert.match(text, /^[\w-]{43}$/);
});

Deno.test("belonged() knows the cookies of the last thousand closed windows, however long ago", () => {
  let time = 0;
  const sessions = createSessions(() => time);
  const closed = (window: string) => {
    const { cookie } = sessions.redeem(sessions.invite(window))!;
    assert.equal(sessions.belonged(cookie, window), false);
    sessions.keep(new Set());
    return cookie;
  };
  const cookie = closed("w1");
  time = 1000 * TOKEN_LIFE_MS;
  for (let index = 1; index < 1000; index++) closed("w3");
  assert.deepEqual([sessions.belonged(cookie, "w1"), sessions.belonged(cookie, "w2")], [true, false]);
  assert.equal(sessions.admits(cookie, "w1"), false);
  closed("w3");
  assert.equal(sessions.belonged(cookie, "w1"), false);
});

const SPENT: readonly (readonly [
  what: string,
  spend: (sessions: ReturnType<typeof createSessions>, token: string) => string,
  spent: ReturnType<ReturnType<typeof createSessions>["spent"]>,
])[] = [
  ["was used", (sessions, token) => (sessions.redeem(token), token), "used"],
  ["was used before its window was closed", (sessions, token) => {
    sessions.redeem(token);
    sessions.keep(new Set());
    return token;
  }, "used"],
  ["is too old", (sessions, token) => (clock += TOKEN_LIFE_MS, sessions.redeem("another"), token), "used"],
  ["is of a closed window", (sessions, token) => (sessions.keep(new Set()), token), "closed"],
  ["still opens", (_, token) => token, null],
  ["never was one", () => "AAAA", null],
];
let clock = 0;
for (const [what, spend, spent] of SPENT) {
  Deno.test(`spent() says ${spent} of a token that ${what}`, () => {
    const sessions = createSessions(() => clock);
    assert.equal(sessions.spent(spend(sessions, sessions.invite("w"))), spent);
  });
}
