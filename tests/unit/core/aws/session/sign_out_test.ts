import { deepEqual, equal, rejects } from "node:assert/strict";
import { createCloud } from "../../../../../src/core/aws/cloud.ts";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { signOut } from "../../../../../src/core/aws/session/sign_out.ts";
import { onStage, PORTAL } from "../../../../support/cloud/stage.ts";

const never = new AbortController().signal;

Deno.test("signOut() ends the session at the portal, in the cache and in what the AWS CLI has kept", async () => {
  await onStage({}, async ({ fake, session, plantSession, config, read, files }) => {
    await config(`[sso-session work]\nsso_start_url = ${PORTAL.startUrl}\nsso_region = eu-west-1\n`);
    await plantSession("work");
    await plantSession("foreign");
    await Deno.mkdir(files.cliCache, { recursive: true });
    await Deno.writeTextFile(`${files.cliCache}/a.json`, `{"ProviderType":"sso"}`);
    await Deno.writeTextFile(`${files.cliCache}/b.json`, `{"ProviderType":"assume-role"}`);
    await Deno.writeTextFile(`${files.cliCache}/c.json`, "broken");
    deepEqual(await signOut(session(), never), { was: true });
    equal(fake.count("/logout"), 1);
    equal(fake.world.sessions.length, 1);
    equal(await read("work"), null);
    equal((await read("foreign")) !== null, true);
    const left = (await Array.fromAsync(Deno.readDir(files.cliCache))).map(({ name }) => name).sort();
    deepEqual(left, ["b.json", "c.json"]);
    deepEqual(await signOut(session(), never), { was: false });
  });
});

Deno.test("signOut() ends the session here also when the portal cannot be told", async () => {
  await onStage({}, async ({ fake, session, plantSession, read }) => {
    await plantSession();
    await fake.close();
    const { was, problem } = await signOut(session(), never);
    equal(was, true);
    equal(problem?.trouble, "offline");
    equal(await read(), null);
  });
});

Deno.test("signOut() tells AWS, and then that the token stays where it cannot be removed", async () => {
  await onStage({}, async ({ fake, session, plantSession }) => {
    await plantSession();
    const open = session();
    const removeToken = () => Promise.reject(new CloudError("it stays"));
    await rejects(signOut({ ...open, cache: { ...open.cache, removeToken } }, never), /it stays/);
    equal(fake.count("/logout"), 1);
  });
});

Deno.test("credentials() gives none from memory once somebody has signed out, here or with another tool", async () => {
  await onStage({}, async ({ files, env, session, plantSession }) => {
    const wanted = { account: "111111111111", role: "Reader", region: "eu-west-1" };
    const cloud = createCloud(PORTAL, files, env);
    for (
      const leave of [() => signOut(session(), never), () => Deno.remove(files.tokens, { recursive: true })]
    ) {
      await plantSession();
      equal((await cloud.credentials(wanted, never)).accessKeyId !== "", true);
      await leave();
      await rejects(cloud.credentials(wanted, never), { trouble: "signed-out" });
    }
  });
});
