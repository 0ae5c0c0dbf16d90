import { deepEqual, equal, rejects } from "node:assert/strict";
import type { PortalSession } from "../../../../../src/core/aws/session/session.ts";
import { Secret } from "../../../../../src/core/secret.ts";
import { onStage, PORTAL, type Stage } from "../../../../support/cloud/stage.ts";
import { fault } from "../../../../support/cloud/oidc.ts";

const never = new AbortController().signal;
const MINUTE = 60_000, HOUR = 60 * MINUTE;
const SESSION = `[sso-session work]\nsso_start_url = ${PORTAL.startUrl}\nsso_region = eu-west-1\n`;

Deno.test("token() gives the cached token while it lasts, without a request", async () => {
  await onStage({}, async ({ fake, session, plantSession }) => {
    const planted = await plantSession();
    equal((await session().token(never)).open(), planted.accessToken);
    deepEqual(fake.calls, []);
  });
});

Deno.test("token() finds a session's token before one of the address", async () => {
  await onStage({}, async ({ session, plantSession, config }) => {
    await config(SESSION);
    await plantSession();
    const named = await plantSession("work");
    equal((await session().token(never)).open(), named.accessToken);
  });
});

Deno.test("token() renews near the end, once for all callers, and keeps the new one", async () => {
  await onStage({}, async ({ fake, session, plantSession, read }) => {
    const planted = await plantSession(undefined, { expiresAt: Date.now() + 10 * MINUTE });
    const before = planted.accessToken, refresh = planted.refreshToken;
    const one = session();
    const tokens = await Promise.all(Array.from({ length: 20 }, () => one.token(never)));
    equal(new Set(tokens.map((token) => token.open())).size, 1);
    equal(tokens[0]!.open() === before, false);
    equal(fake.count("/token"), 1);
    const kept = await read();
    equal(kept!.accessToken, planted.accessToken);
    equal(kept!.refreshToken, planted.refreshToken);
    equal(kept!.refreshToken === refresh, false);
  });
});

Deno.test("token() rests between renewals when what is given ends as soon", async () => {
  const start = Date.now();
  let passed = 0;
  await onStage({ tokenLife: 10 * MINUTE }, async ({ fake, session, plantSession }) => {
    await plantSession(undefined, { expiresAt: start + 10 * MINUTE });
    const one = session({ now: () => start + passed });
    for (let i = 0; i < 5; i++) await one.token(never);
    equal(fake.count("/token"), 1);
    passed = MINUTE;
    for (let i = 0; i < 5; i++) await one.token(never);
    equal(fake.count("/token"), 2);
  });
});

Deno.test("token() renews once when several processes ask at the same time", async () => {
  await onStage({}, async ({ fake, session, plantSession }) => {
    await plantSession(undefined, { expiresAt: Date.now() - MINUTE });
    // Separate sessions share only files, so they stand for separate processes.
    const tokens = await Promise.all(Array.from({ length: 5 }, () => session().token(never)));
    equal(new Set(tokens.map((token) => token.open())).size, 1);
    equal(fake.count("/token"), 1);
  });
});

Deno.test("token() takes the token of another tool that has renewed in between", async () => {
  await onStage({}, async ({ fake, session, plantSession }) => {
    await plantSession(undefined, { expiresAt: Date.now() - MINUTE });
    let theirs = "";
    fake.misbehave = async (_, { pathname }) => {
      if (pathname !== "/token") return undefined as never;
      fake.misbehave = null;
      theirs = (await plantSession()).accessToken;
      return fault("InvalidGrantException", "invalid_grant");
    };
    equal((await session().token(never)).open(), theirs);
  });
});

Deno.test("token() keeps the refresh token when a renewal gives no new one", async () => {
  await onStage({}, async ({ fake, session, plantSession, read }) => {
    const { refreshToken } = await plantSession(undefined, { expiresAt: Date.now() });
    fake.misbehave = (_, { pathname }) =>
      pathname === "/token" ? Response.json({ accessToken: "new", expiresIn: 3600 }) : undefined;
    equal((await session().token(never)).open(), "new");
    equal((await read())!.refreshToken, refreshToken);
  });
});

const LATER: [name: string, change: (stage: Stage) => void, code: string][] = [
  ["offline", ({ fake }) => void fake.close(), "offline"],
  ["faulty", ({ fake }) => void (fake.misbehave = () => new Response("", { status: 500 })), "failed"],
  ["over", ({ fake }) => void (fake.world.sessions = []), "expired"],
];
for (const [name, change, code] of LATER) {
  Deno.test(`token() goes on with a token that still lasts when a renewal finds the service ${name}`, async () => {
    await onStage({}, async (stage) => {
      const planted = await stage.plantSession(undefined, { expiresAt: Date.now() + 5 * MINUTE });
      change(stage);
      const session = stage.session();
      equal((await session.token(never)).open(), planted.accessToken);
      const calls = stage.fake.calls.length;
      equal((await session.token(never)).open(), planted.accessToken);
      equal(stage.fake.calls.length, calls, "it tries again at once");
    });
  });

  Deno.test(`token() says ${code} when the token has ended and the service is ${name}`, async () => {
    await onStage({}, async (stage) => {
      await stage.plantSession(undefined, { expiresAt: Date.now() - 1 });
      change(stage);
      await rejects(stage.session().token(never), { code });
    });
  });
}

const FILES: [name: string, content: string | null, code: string, status: string][] = [
  ["missing", null, "signed-out", "signed-out"],
  ["empty", "", "signed-out", "signed-out"],
  ["no JSON", "{", "signed-out", "signed-out"],
  ["a list", "[]", "signed-out", "signed-out"],
  ["null", "null", "signed-out", "signed-out"],
  ["without a token", `{"expiresAt":"2099-01-01T00:00:00Z"}`, "signed-out", "signed-out"],
  ["without an end", `{"accessToken":"a"}`, "signed-out", "signed-out"],
  ["with a time of nobody", `{"accessToken":"a","expiresAt":"soon"}`, "signed-out", "signed-out"],
  ["of numbers", `{"accessToken":1,"expiresAt":2}`, "signed-out", "signed-out"],
  [
    "expired and not to be renewed",
    `{"accessToken":"a","expiresAt":"2020-01-01T00:00:00UTC"}`,
    "expired",
    "expired",
  ],
  [
    "expired with a registration that has ended",
    `{"accessToken":"a","expiresAt":"2020-01-01T00:00:00Z","refreshToken":"r","clientId":"c","clientSecret":"s","registrationExpiresAt":"2020-01-01T00:00:00Z"}`,
    "expired",
    "expired",
  ],
  [
    "huge",
    `{"accessToken":"${"a".repeat(300_000)}","expiresAt":"2099-01-01T00:00:00Z"}`,
    "signed-out",
    "signed-out",
  ],
];
for (const [name, content, code, status] of FILES) {
  Deno.test(`token() says ${code} when the file is ${name}`, async () => {
    await onStage({}, async ({ fake, session, files, plantSession }) => {
      await plantSession();
      const [{ name: file }] = await Array.fromAsync(Deno.readDir(files.tokens)) as [Deno.DirEntry];
      if (content === null) await Deno.remove(`${files.tokens}/${file}`);
      else await Deno.writeTextFile(`${files.tokens}/${file}`, content);
      await rejects(session().token(never), { code });
      equal((await session().status()).status, status);
      deepEqual(fake.calls, []);
    });
  });
}

Deno.test("token() takes a token of four fields and any way to write its end", async () => {
  await onStage({}, async ({ session, files, plantSession }) => {
    await plantSession();
    const [{ name }] = await Array.fromAsync(Deno.readDir(files.tokens)) as [Deno.DirEntry];
    for (const end of ["2099-01-01T00:00:00Z", "2099-01-01T00:00:00.000Z", "2099-01-01T00:00:00UTC"]) {
      const token = { ...PORTAL, accessToken: `of ${end}`, expiresAt: end };
      await Deno.writeTextFile(`${files.tokens}/${name}`, JSON.stringify(token));
      equal((await session().token(never)).open(), `of ${end}`);
      deepEqual(await session().status(), {
        status: "signed-in",
        until: Date.parse("2099-01-01T00:00:00Z"),
        renews: false,
      });
    }
  });
});

Deno.test("another() gives the token of another tool, renews, or says that it is revoked", async () => {
  await onStage({}, async ({ fake, session, plantSession, plant }) => {
    const first = await plantSession();
    const refused = new Secret(first.accessToken);
    const one = session();
    const second = await plantSession();
    equal((await one.another(refused, never)).open(), second.accessToken);

    const old = new Secret(second.accessToken);
    const renewed = await one.another(old, never);
    equal(renewed.open() === old.open(), false);
    equal(fake.count("/token"), 1);

    fake.world.sessions = [];
    await rejects(one.another(renewed, never), { code: "revoked" });
    await rejects(one.token(never), { code: "revoked" });
    deepEqual(await one.status(), { status: "revoked" });

    await plant(PORTAL.startUrl, { ...PORTAL, accessToken: new Secret("new"), expiresAt: Date.now() + HOUR });
    equal((await one.token(never)).open(), "new");
  });
});

Deno.test("status() tells until when, and follows what other tools do", async () => {
  await onStage({}, async ({ session, plantSession, files }) => {
    const one = session();
    deepEqual(await one.status(), { status: "signed-out" });
    const { expiresAt } = await plantSession();
    const until = Math.floor(expiresAt / 1000) * 1000;
    deepEqual(await one.status(), { status: "signed-in", until, renews: true });
    await Deno.remove(files.tokens, { recursive: true });
    deepEqual(await one.status(), { status: "signed-out" });
    await rejects(one.token(never), {
      code: "signed-out",
      hint: "Sign in.",
      terminalHint: "Sign in: kedge --sign-in",
    });
  });
});

Deno.test("token() of one named session takes no token of another user's session at the same portal", async () => {
  await onStage({}, async ({ session, plantSession, config }) => {
    await config(`${SESSION}${SESSION.replace("work", "other")}`);
    await plantSession("work");
    await rejects(session({ only: "other" }).token(never), { code: "signed-out" });
    const own = await plantSession("other");
    equal((await session({ only: "other" }).token(never)).open(), own.accessToken);
  });
});

const ERAS: readonly [
  what: string,
  change: (stage: Stage, one: PortalSession) => Promise<unknown>,
  another: boolean,
][] = [
  ["nothing has happened", () => Promise.resolve(), false],
  ["it renewed the token", (_, one) => one.token(never), false],
  ["another tool has renewed or signed in", ({ plantSession }) => plantSession(), true],
  ["somebody has signed out", ({ files }) => Deno.remove(files.tokens, { recursive: true }), true],
];
for (const [what, change, another] of ERAS) {
  Deno.test(`era() is ${another ? "another" : "the same"} one when ${what}`, async () => {
    await onStage({}, async (stage) => {
      await stage.plantSession(undefined, { expiresAt: Date.now() + 10 * MINUTE });
      const one = stage.session();
      const before = await one.era();
      await change(stage, one);
      equal(await one.era() !== before, another);
      equal(await one.era(), await one.era());
    });
  });
}
