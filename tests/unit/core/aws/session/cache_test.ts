import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { pythonJson, registrationFile, tokenFile } from "../../../../../src/core/aws/session/names.ts";
import { parseTime } from "../../../../../src/core/aws/session/token.ts";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { openTokenCache } from "../../../../../src/core/aws/session/cache.ts";
import { Secret } from "../../../../../src/core/secret.ts";
import { EVE, isRoot } from "../../../../support/users/mod.ts";
import { testOn } from "../../../../support/systems.ts";
import { createCloud } from "../../../../../src/core/aws/cloud.ts";
import { signOut } from "../../../../../src/core/aws/session/sign_out.ts";
import { onStage, PORTAL } from "../../../../support/cloud/stage.ts";

// The expected texts come from Python's json.dumps(value, sort_keys=True) and hashlib.sha1.
const TEXTS: [value: unknown, json: string][] = [
  [{ b: 1, a: null, C: [] }, '{"C": [], "a": null, "b": 1}'],
  [["x", "y"], '["x", "y"]'],
  ['ü€😀\u007f\n"\\', '"\\u00fc\\u20ac\\ud83d\\ude00\\u007f\\n\\"\\\\"'],
];
for (const [value, json] of TEXTS) {
  Deno.test(`pythonJson() writes ${json}`, () => equal(pythonJson(value), json));
}

Deno.test("tokenFile() takes the exact text", async () => {
  equal(await tokenFile("work"), "e274eeff768c6396088ec6eb091f4bf4d47ab1e0.json");
  equal(await tokenFile("https://x/start") === await tokenFile("https://x/start/"), false);
});

Deno.test("registrationFile() is named as the AWS CLI names it", async () => {
  const key = { startUrl: "https://d-1234567890.awsapps.com/start", region: "eu-west-1", session: "work" };
  equal(
    await registrationFile({ ...key, scopes: ["sso:account:access"] }),
    "4c9ff01d0a03c0017d53f0ef18b6e9c192c0a7d2.json",
  );
  equal(await registrationFile({ ...key, scopes: null }), "0afc535da435826735803eae77bd3dba6d6aff0e.json");
});

const TIMES: [text: string, ms: number | null][] = [
  ["2026-01-02T03:04:05Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ["2026-01-02T03:04:05.678Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ["2026-01-02T03:04:05UTC", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ["2026-01-02T03:04:05+01:00", Date.UTC(2026, 0, 2, 2, 4, 5)],
  ["2026-01-02T03:04:05-0130", Date.UTC(2026, 0, 2, 4, 34, 5)],
  ["2026-01-02 03:04:05Z", Date.UTC(2026, 0, 2, 3, 4, 5)],
  ["2026-13-02T03:04:05Z", null],
  ["2026-01-02T03:04:05", null],
  ["2026-01-02", null],
  ["", null],
];
for (const [text, ms] of TIMES) {
  Deno.test(`parseTime() reads ${JSON.stringify(text)} as ${ms}`, () => equal(parseTime(text), ms));
}

const KEY = "https://example.awsapps.com/start";
const TOKEN = {
  startUrl: KEY,
  region: "eu-west-1",
  accessToken: "token",
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};

/** Runs `use` with the folder of a cache that has one token, and the token's file. */
async function withToken(use: (folder: string, file: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-tokens-" });
  try {
    const file = `${folder}/${await tokenFile(KEY)}`;
    await Deno.writeTextFile(file, JSON.stringify(TOKEN), { mode: 0o600 });
    await use(folder, file);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

testOn(["modes"], "token() gives the token that lies there, and closes its file to others", async () => {
  await withToken(async (folder, file) => {
    await Deno.chmod(file, 0o644);
    const { accessToken } = (await openTokenCache(folder).token(KEY))!;
    ok(accessToken instanceof Secret && accessToken.open() === "token");
    equal((await Deno.stat(file)).mode! & 0o777, 0o600);
  });
});

/** Hostile things that may lie at the path of a token. */
const HOSTILE: readonly (readonly [name: string, put: (file: string) => Promise<unknown>])[] = [
  ["a pipe", (file) => new Deno.Command("mkfifo", { args: [file] }).output()],
  ["a link to a device that never ends", (file) => Deno.symlink("/dev/zero", file)],
  ["a link to a pipe", async (file) => {
    await new Deno.Command("mkfifo", { args: [`${file}.pipe`] }).output();
    await Deno.symlink(`${file}.pipe`, file);
  }],
  ["a folder", (file) => Deno.mkdir(file)],
  [
    "a token of many megabytes",
    (file) => Deno.writeTextFile(file, JSON.stringify({ ...TOKEN, x: "x".repeat(3e6) })),
  ],
  ["nesting without end", (file) => Deno.writeTextFile(file, "[".repeat(200_000))],
  ...(isRoot
    ? [
      ["a token of another user", async (file: string) => {
        await Deno.writeTextFile(file, JSON.stringify(TOKEN));
        await Deno.chown(file, EVE, EVE);
      }] as const,
    ]
    : []),
  ["a link to a token that everybody may write to", async (file) => {
    await Deno.writeTextFile(`${file}.real`, JSON.stringify(TOKEN));
    await Deno.chmod(`${file}.real`, 0o666);
    await Deno.symlink(`${file}.real`, file);
  }],
];
for (const [name, put] of Deno.build.os === "windows" ? [] : HOSTILE) {
  Deno.test(`token() gives none for ${name}, and waits for nothing`, () =>
    withToken(async (folder, file) => {
      await Deno.remove(file);
      await put(file);
      equal(await openTokenCache(folder).token(KEY), null);
    }));
}

Deno.test({
  name: "locked() refuses a lock that is a pipe, which would be waited for",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withToken(async (folder) => {
      await new Deno.Command("mkfifo", { args: [`${folder}/kedge.lock`] }).output();
      const work = openTokenCache(folder).locked(() => Promise.resolve(1), new AbortController().signal);
      await rejects(work, /kedge\.lock is no regular file/);
    }),
});

Deno.test("removeToken() says so when the token stays", () =>
  withToken(async (folder, file) => {
    const cache = openTokenCache(folder);
    await cache.removeToken(KEY);
    equal(await cache.token(KEY), null);
    // The token is gone already; removing it again is no error.
    await cache.removeToken(KEY);
    await Deno.mkdir(`${file}/full`, { recursive: true });
    await rejects(cache.removeToken(KEY), (error) => {
      ok(error instanceof CloudError);
      match(error.message, /cannot be removed/);
      return error.message.includes(folder);
    });
  }));

Deno.test("locked() says so when its folder cannot be made", () =>
  withToken(async (_, file) => {
    const work = openTokenCache(`${file}/cache`).locked(
      () => Promise.resolve(1),
      new AbortController().signal,
    );
    await rejects(work, (error) => error instanceof CloudError && error.message.includes(file));
  }));

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
    equal(problem?.code, "offline");
    equal(await read(), null);
  });
});

Deno.test("signOut() ends the session here also when the portal has no address", async () => {
  await onStage({}, async ({ session, plantSession, read }) => {
    await plantSession();
    const open = session();
    const serviceRegion = { ...open.serviceRegion, env: () => "localhost:4566" };
    const { was, problem } = await signOut({ ...open, serviceRegion }, never);
    equal(was, true);
    equal(problem?.message, "AWS_ENDPOINT_URL_SSO is not a web address.");
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

Deno.test("credentials() gives none from memory once the user has signed out, here or with another tool", async () => {
  await onStage({}, async ({ files, env, session, plantSession }) => {
    const wanted = { account: "111111111111", role: "Reader", region: "eu-west-1" };
    const cloud = createCloud(PORTAL, files, env);
    for (
      const leave of [() => signOut(session(), never), () => Deno.remove(files.tokens, { recursive: true })]
    ) {
      await plantSession();
      equal((await cloud.credentials(wanted, never)).accessKeyId !== "", true);
      await leave();
      await rejects(cloud.credentials(wanted, never), { code: "signed-out" });
    }
  });
});
