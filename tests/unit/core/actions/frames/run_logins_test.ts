import { deepEqual, equal, rejects } from "node:assert/strict";
import { createRunLogins } from "../../../../../src/core/actions/frames/run_logins.ts";
import type { Server } from "../../../../../src/core/config/config.ts";
import { Secret } from "../../../../../src/core/secret.ts";
import type { GivenLogin } from "../../../../../src/core/sql/login/mod.ts";

const server = (name: string) => ({ name, engine: "postgres", host: "db", port: 5432, tls: false } as const);
const SHOP = server("shop"), STORE = server("store");
const { signal } = new AbortController();

/** Returns the logins of a run. The test answers its questions, in their order. */
function stage() {
  const asked: { name: string; problem: string | undefined }[] = [];
  const open: PromiseWithResolvers<GivenLogin | null>[] = [];
  const kept: string[] = [];
  const logins = createRunLogins(({ name }, problem) => {
    asked.push({ name, problem });
    const question = Promise.withResolvers<GivenLogin | null>();
    open.push(question);
    return question.promise;
  });
  return {
    logins,
    asked,
    kept,
    answer(password: string | null) {
      open.shift()!.resolve(
        password === null ? null : {
          user: "ada",
          password: new Secret(password),
          keep: () => Promise.resolve(void kept.push(password)),
        },
      );
    },
    fail: (message: string) => open.shift()!.reject(new Error(message)),
  };
}

const passwords = async (given: readonly Promise<GivenLogin | null>[]) =>
  (await Promise.all(given)).map((login) => login?.password.open() ?? null);

const OUTCOMES = [["answers", "right"], ["cancels", null]] as const;
for (const [what, outcome] of OUTCOMES) {
  Deno.test(`createRunLogins() asks once for all queries of a server when the user ${what}`, async () => {
    const { logins, asked, answer } = stage();
    const given = [1, 2, 3].map(() => logins.ofQuery()(SHOP, undefined, signal));
    answer(outcome);
    deepEqual(await passwords(given), [outcome, outcome, outcome]);
    equal(asked.length, 1);
  });
}

Deno.test("createRunLogins() gives why there is no login to all queries that wait, and asks a later one", async () => {
  const { logins, asked, answer, fail } = stage();
  const given = [1, 2].map(() => logins.ofQuery()(SHOP, undefined, signal));
  fail("It is down");
  for (const one of given) await rejects(one, /It is down/);
  const later = logins.ofQuery()(SHOP, undefined, signal);
  answer("right");
  deepEqual(await passwords([later]), ["right"]);
  equal(asked.length, 2);
});

Deno.test("createRunLogins() asks for each server by itself", async () => {
  const { logins, asked, answer } = stage();
  const given = [SHOP, STORE].map((server) => logins.ofQuery()(server, undefined, signal));
  answer("of shop");
  answer("of store");
  deepEqual(await passwords(given), ["of shop", "of store"]);
  deepEqual(asked.map(({ name }) => name), ["shop", "store"]);
});

const HTTPS = { service: "rds-data", account: "111111111111", region: "eu-1", cluster: "c" } as const;
const CHANGED: readonly (readonly [what: string, before: Server, now: Server])[] = [
  ["host", SHOP, { ...SHOP, host: "other" }],
  ["port", SHOP, { ...SHOP, port: 5433 }],
  ["way", SHOP, { ...SHOP, via: "ssh://me@bastion" }],
  ["service", SHOP, { ...SHOP, https: HTTPS }],
  ["role", { ...SHOP, https: { ...HTTPS, role: "Reader" } }, { ...SHOP, https: { ...HTTPS, role: "Admin" } }],
];
for (const [what, before, now] of CHANGED) {
  Deno.test(`createRunLogins() asks for each server by itself when the entry's ${what} is changed`, async () => {
    const { logins, asked, answer } = stage();
    // The first question is still open when the entry changes.
    const given = [before, now].map((server) => logins.ofQuery()(server, undefined, signal));
    equal(asked.length, 2);
    answer("before");
    answer("now");
    deepEqual(await passwords(given), ["before", "now"]);
    const again = [before, now].map((server) => logins.ofQuery()(server, undefined, signal));
    deepEqual(await passwords(again), ["before", "now"]);
    equal(asked.length, 2);
  });
}

Deno.test("createRunLogins() replaces a refused login once, and gives the refused one to no other query", async () => {
  const { logins, asked, answer } = stage();
  const [one, two, three] = [logins.ofQuery(), logins.ofQuery(), logins.ofQuery()];
  const first = [one, two].map((give) => give(SHOP, undefined, signal));
  answer("wrong");
  deepEqual(await passwords(first), ["wrong", "wrong"]);
  // The second query is refused while the question is open, and the third begins meanwhile.
  const again = [one(SHOP, "No", signal), two(SHOP, "No", signal), three(SHOP, undefined, signal)];
  answer("right");
  deepEqual(await passwords(again), ["right", "right", "right"]);
  deepEqual(asked.map(({ problem }) => problem), [undefined, "No"]);
});

Deno.test("createRunLogins() gives the new login to a query that was refused with the old one later", async () => {
  const { logins, asked, answer } = stage();
  const [one, two] = [logins.ofQuery(), logins.ofQuery()];
  const first = [one, two].map((give) => give(SHOP, undefined, signal));
  answer("wrong");
  await Promise.all(first);
  const again = one(SHOP, "No", signal);
  answer("right");
  await again;
  deepEqual(await passwords([two(SHOP, "No", signal)]), ["right"]);
  equal(asked.length, 2);
});

Deno.test("createRunLogins() saves a login once, by whichever query it works for first", async () => {
  const { logins, kept, answer } = stage();
  const given = [1, 2].map(() => logins.ofQuery()(SHOP, undefined, signal));
  answer("right");
  const [one, two] = await Promise.all(given);
  // The first query failed for another reason than its login.
  one!.drop!();
  await two!.keep();
  const three = await logins.ofQuery()(SHOP, undefined, signal);
  await three!.keep();
  three!.drop!();
  deepEqual(await passwords([logins.ofQuery()(SHOP, undefined, signal)]), ["right"]);
  deepEqual(kept, ["right"]);
});

Deno.test("createRunLogins() asks again after a login that came to nothing for another reason", async () => {
  const { logins, asked, kept, answer } = stage();
  const first = logins.ofQuery()(SHOP, undefined, signal);
  answer("other");
  (await first)!.drop!();
  const second = logins.ofQuery()(SHOP, undefined, signal);
  answer("right");
  deepEqual(await passwords([second]), ["right"]);
  deepEqual([asked.length, kept], [2, []]);
});
