import assert from "node:assert/strict";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { openTokenCache } from "../../../../../src/core/aws/session/cache.ts";
import { tokenFile } from "../../../../../src/core/aws/session/names.ts";
import { Secret } from "../../../../../src/core/secret.ts";
import { EVE, isRoot } from "../../../../support/users/mod.ts";
import { testOn } from "../../../../support/systems.ts";

const KEY = "https://example.awsapps.com/start";
const TOKEN = {
  startUrl: KEY,
  region: "eu-west-1",
  accessToken: "token",
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};

/** Runs `use` with a cache that has a token, and the token's file. */
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
    assert.ok(accessToken instanceof Secret && accessToken.open() === "token");
    assert.equal((await Deno.stat(file)).mode! & 0o777, 0o600);
  });
});

/** What may lie where a token is looked for. */
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
      assert.equal(await openTokenCache(folder).token(KEY), null);
    }));
}

Deno.test({
  name: "locked() refuses a lock that is a pipe, which would be waited for",
  ignore: Deno.build.os === "windows",
  fn: () =>
    withToken(async (folder) => {
      await new Deno.Command("mkfifo", { args: [`${folder}/kedge.lock`] }).output();
      const work = openTokenCache(folder).locked(() => Promise.resolve(1), new AbortController().signal);
      await assert.rejects(work, /kedge\.lock is no regular file/);
    }),
});

Deno.test("removeToken() says so when the token stays", () =>
  withToken(async (folder, file) => {
    const cache = openTokenCache(folder);
    await cache.removeToken(KEY);
    assert.equal(await cache.token(KEY), null);
    // There is none.
    await cache.removeToken(KEY);
    await Deno.mkdir(`${file}/full`, { recursive: true });
    await assert.rejects(cache.removeToken(KEY), (error) => {
      assert.ok(error instanceof CloudError);
      assert.match(error.message, /cannot be removed/);
      return error.message.includes(folder);
    });
  }));

Deno.test("locked() says so when its folder cannot be made", () =>
  withToken(async (_, file) => {
    const work = openTokenCache(`${file}/cache`).locked(
      () => Promise.resolve(1),
      new AbortController().signal,
    );
    await assert.rejects(work, (error) => error instanceof CloudError && error.message.includes(file));
  }));
