import { equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { asUser, type User } from "./stage.ts";

/** Sets the end of the session's token to the past, so that it must be renewed. */
async function expire(user: User): Promise<void> {
  for (const [name, entry] of Object.entries(await user.tokens())) {
    if (!("accessToken" in entry)) continue;
    const old = { ...entry, expiresAt: new Date(Date.now() - 60_000).toISOString() };
    await Deno.writeTextFile(join(user.home, ".aws/sso/cache", name), JSON.stringify(old));
  }
}

const held = async (user: User) =>
  Object.values(await user.tokens()).filter((entry) =>
    "accessToken" in entry || entry.refreshToken !== undefined
  );

const credentials = (user: User) => user.kedge(["--credentials", "111111111111/Reader"]);

Deno.test("five processes that renew one sign-in at once all get credentials, and ask the portal for one renewal", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    await expire(user);
    const before = user.fake.count("/token");
    const ends = await Promise.all(Array.from({ length: 5 }, () => credentials(user)));
    for (const { code, stdout, stderr } of ends) {
      equal(code, 0, stderr);
      match(stdout, /"AccessKeyId":\s*"ASIA/);
    }
    equal(user.fake.count("/token") - before, 1);
    equal((await held(user)).length, 1);
  });
});

Deno.test("a sign-out is not undone by five processes that renew the sign-in meanwhile", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    await expire(user);
    const asked = Promise.withResolvers<void>(), answer = Promise.withResolvers<void>();
    user.fake.misbehave = async (_, { pathname }) => {
      if (pathname !== "/token") return undefined;
      asked.resolve();
      await answer.promise;
      return undefined;
    };
    const renewing = Array.from({ length: 5 }, () => credentials(user));
    await asked.promise;
    const leaving = user.kedge(["--sign-out"]);
    // The sign-out may or may not wait for the renewal; in both cases the renewal ends after the
    // sign-out has begun.
    await Promise.race([leaving, new Promise((resolve) => setTimeout(resolve, 1000))]);
    answer.resolve();
    const [left, ...ends] = await Promise.all([leaving, ...renewing]);
    user.fake.misbehave = null;
    equal(left!.code, 0, left!.stderr);
    for (const { code, stdout, stderr } of ends) {
      if (code === 0) match(stdout, /"AccessKeyId":\s*"ASIA/);
      else match(stderr, /sign/i);
    }
    equal((await held(user)).length, 0);
    const { code, stderr } = await credentials(user);
    ok(code !== 0);
    match(stderr, /sign/i);
  });
});
