import { deepEqual, equal } from "node:assert/strict";
import { remembered } from "../../../../../src/core/app/features/query_windows/servers.ts";
import type { Server } from "../../../../../src/core/config/config.ts";
import type { GivenLogin } from "../../../../../src/core/sql/login/mod.ts";
import { Secret } from "../../../../../src/core/secret.ts";

const server = { name: "shop" } as Server;

/** Returns typed logins `user1`, `user2` …, and records the problems shown and logins stored. */
function asked() {
  const problems: (string | undefined)[] = [], kept: string[] = [];
  const give = remembered((_server, problem): Promise<GivenLogin | null> => {
    const user = `user${problems.push(problem)}`;
    return Promise.resolve(
      problem === "cancel"
        ? null
        : { user, password: new Secret("x"), keep: () => Promise.resolve(void kept.push(user)) },
    );
  });
  return { give, problems, kept };
}

const A = new AbortController().signal, B = new AbortController().signal;

Deno.test("remembered() asks once for two connections that sign in at the same time", async () => {
  const { give, problems, kept } = asked();
  const [a, b] = await Promise.all([give(server, undefined, A), give(server, undefined, B)]);
  deepEqual([a!.user, b!.user], ["user1", "user1"]);
  await Promise.all([a!.keep(), b!.keep()]);
  deepEqual([problems, kept], [[undefined], ["user1"]]);
});

Deno.test("remembered() asks once more for both when the server refuses what both were given", async () => {
  const { give, problems } = asked();
  await Promise.all([give(server, undefined, A), give(server, undefined, B)]);
  const [a, b] = await Promise.all([give(server, "refused", A), give(server, "refused", B)]);
  deepEqual([a!.user, b!.user, problems], ["user2", "user2", [undefined, "refused"]]);
});

Deno.test("remembered() asks again when the one that worked is refused later", async () => {
  const { give, problems } = asked();
  await (await give(server, undefined, A))!.keep();
  equal((await give(server, undefined, B))!.user, "user1");
  equal((await give(server, "refused", B))!.user, "user2");
  equal((await give(server, undefined, A))!.user, "user2");
  equal(problems.length, 2);
});

Deno.test("remembered() forgets a login that was of no use before it ever worked, and keeps one that did", async () => {
  const { give, problems } = asked();
  (await give(server, undefined, A))!.drop!();
  const second = await give(server, undefined, A);
  equal(second!.user, "user2");
  await second!.keep();
  (await give(server, undefined, B))!.drop!();
  equal((await give(server, undefined, A))!.user, "user2");
  equal(problems.length, 2);
});

Deno.test("remembered() asks the next one when the first has cancelled", async () => {
  const { give, problems } = asked();
  await give(server, undefined, A);
  equal(await give(server, "cancel", A), null);
  equal((await give(server, undefined, B))!.user, "user3");
  equal(problems.length, 3);
});
