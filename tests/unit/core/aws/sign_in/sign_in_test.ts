import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { registrationFile } from "../../../../../src/core/aws/session/names.ts";
import { signIn, type SignInPrompt } from "../../../../../src/core/aws/sign_in/sign_in.ts";
import { fault } from "../../../../support/cloud/oidc.ts";
import { onStage, PORTAL } from "../../../../support/cloud/stage.ts";
import { testOn } from "../../../../support/systems.ts";

const never = new AbortController().signal;

/** Opens the address as the browser of a user who is signed in there. */
async function browse(prompt: SignInPrompt): Promise<string> {
  return await (await fetch(prompt.address)).text();
}

testOn(["modes"], "signIn() keeps a token that can be renewed when the browser brings the code", async () => {
  await onStage({}, async ({ fake, session, read, files }) => {
    let page = Promise.resolve("");
    const token = await signIn(session(), {
      method: "browser",
      signal: never,
      show: (prompt) => void (page = browse(prompt)),
    });
    const [given] = fake.world.sessions;
    equal(token.accessToken.open(), given!.accessToken);
    const [kept] = [await read()];
    deepEqual(Object.keys(kept!).sort(), [
      "accessToken",
      "clientId",
      "clientSecret",
      "expiresAt",
      "refreshToken",
      "region",
      "registrationExpiresAt",
      "startUrl",
    ]);
    equal(kept!.startUrl, PORTAL.startUrl);
    match(kept!.expiresAt as string, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    for await (const { name } of Deno.readDir(files.tokens)) {
      equal((await Deno.stat(`${files.tokens}/${name}`)).mode! & 0o777, 0o600, name);
    }
    match(await page, /You are signed in/);
  });
});

Deno.test("signIn() registers once and uses the registration again", async () => {
  await onStage({}, async ({ fake, session, files }) => {
    for (let i = 0; i < 2; i++) {
      await signIn(session(), { method: "browser", signal: never, show: (prompt) => void browse(prompt) });
    }
    equal(fake.count("/client/register"), 1);
    const file = await registrationFile({ ...PORTAL, scopes: ["sso:account:access"], session: null });
    const kept = JSON.parse(await Deno.readTextFile(`${files.tokens}/${file}`));
    deepEqual(Object.keys(kept).sort(), ["clientId", "clientSecret", "expiresAt", "grantTypes", "scopes"]);
    deepEqual(kept.grantTypes, ["authorization_code", "refresh_token"]);
  });
});

Deno.test("signIn() keeps the token under the session's name and for profiles without one", async () => {
  await onStage({}, async ({ session, config, read }) => {
    await config(`[sso-session work]
sso_start_url = ${PORTAL.startUrl}/
sso_region = eu-west-1
[profile old]
sso_start_url = ${PORTAL.startUrl}
sso_region = eu-west-1
`);
    await signIn(session(), { method: "browser", signal: never, show: (prompt) => void browse(prompt) });
    const [named, copied] = [await read("work"), await read(PORTAL.startUrl)];
    equal(named!.accessToken, copied!.accessToken);
    equal(named!.startUrl, `${PORTAL.startUrl}/`);
    equal("refreshToken" in named!, true);
    // A refresh token works once, so only one of the two files may have it.
    equal("refreshToken" in copied!, false);
  });
});

Deno.test("signIn() takes only an answer with its state, and goes on waiting", async () => {
  await onStage({}, async ({ fake, session }) => {
    const said: string[] = [];
    const token = await signIn(session(), {
      method: "browser",
      signal: never,
      async show({ address }) {
        const own = new URL(address).searchParams;
        const callback = own.get("redirect_uri")!;
        const state = own.get("state")!;
        const { port } = new URL(callback);
        const forged: [string, RequestInit?][] = [
          [`${callback}?code=stolen&state=guessed`],
          [`${callback}?code=stolen`],
          [`${callback}?error=access_denied`],
          [`${callback}?error=access_denied&state=guessed`],
          [`${callback}?code=a&state=${state}&state=other`],
          [`${callback}?state=${state}`],
          [`${callback}?code=${"x".repeat(9000)}&state=${state}`],
          [`${callback}/?code=stolen&state=${state}`],
          [`http://127.0.0.1:${port}/?code=stolen&state=${state}`],
          [`${callback}?code=stolen&state=${state}`, { method: "POST" }],
        ];
        for (const [url, init] of forged) {
          const response = await fetch(url, init);
          said.push(`${response.status} ${/signed in/.test(await response.text())}`);
        }
        void browse({ kind: "browser", address, until: 0 });
      },
    });
    equal(token.accessToken.open(), fake.world.sessions[0]!.accessToken);
    deepEqual(said, [
      "400 false",
      "400 false",
      "400 false",
      "400 false",
      "400 false",
      "400 false",
      "400 false",
      "404 false",
      "404 false",
      "405 false",
    ]);
  });
});

Deno.test("signIn() listens on 127.0.0.1 alone before the browser opens, and no more when it has ended", async () => {
  await onStage({}, async ({ session }) => {
    let callback = "";
    const ended = new AbortController();
    const signing = signIn(session(), {
      method: "browser",
      signal: ended.signal,
      async show({ address }) {
        callback = new URL(address).searchParams.get("redirect_uri")!;
        equal(new URL(callback).hostname, "127.0.0.1");
        const { status } = await fetch(callback).then(async (response) => {
          await response.body?.cancel();
          return response;
        });
        equal(status, 400);
        match(await raw(callback, "evil.example"), /^HTTP\/1\.1 403 /);
        ended.abort();
      },
    });
    await rejects(signing, { code: "cancelled" });
    await untilRefused(callback);
  });
});

/**
 * Requests an address under another host name, as a page does whose own name points to this
 * computer (DNS rebinding).
 */
async function raw(url: string, host: string): Promise<string> {
  const { port, pathname } = new URL(url);
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  await connection.write(new TextEncoder().encode(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`));
  const answer = new Uint8Array(1024);
  return new TextDecoder().decode(answer.subarray(0, await connection.read(answer) ?? 0));
}

async function untilRefused(url: string): Promise<void> {
  for (let i = 0; i < 400; i++) {
    try {
      await (await fetch(url)).body?.cancel();
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error("it still answers");
}

Deno.test("signIn() ends when the user says no at the portal", async () => {
  await onStage({}, async ({ session, read }) => {
    const signing = signIn(session(), {
      method: "browser",
      signal: never,
      async show({ address }) {
        const own = new URL(address).searchParams;
        const back = `${own.get("redirect_uri")}?error=access_denied&state=${own.get("state")}`;
        match(await (await fetch(back)).text(), /not allowed/);
      },
    });
    await rejects(signing, { code: "denied", message: "The sign-in was not allowed." });
    equal(await read(), null);
  });
});

Deno.test("signIn() tells the browser too when the portal does not take its answer", async () => {
  await onStage({}, async ({ fake, session, read }) => {
    fake.misbehave = (_, { pathname }) =>
      pathname === "/token" ? fault("InvalidGrantException", "invalid_grant") : undefined;
    let page: Promise<string> | undefined;
    const signing = signIn(session(), {
      method: "browser",
      signal: never,
      show: (prompt) => void (page = browse(prompt)),
    });
    await rejects(signing, { code: "denied", hint: "It came too late. Sign in again." });
    match(await page!, /does not take/);
    equal(await read(), null);
  });
});

Deno.test("signIn() ends when a sign-in of another program was faster", async () => {
  await onStage({}, async ({ session, plantSession }) => {
    let other = "";
    const token = await signIn(session(), {
      method: "browser",
      signal: never,
      show: async () => void (other = (await plantSession()).accessToken),
    });
    equal(token.accessToken.open(), other);
  });
});

Deno.test("signIn() goes on when the present session is renewed meanwhile", async () => {
  await onStage({ interval: 30 }, async ({ fake, session, plantSession, read }) => {
    await plantSession();
    const token = await signIn(session(), {
      method: "device",
      signal: never,
      async show(prompt) {
        // Another program renews the session. In its file that looks like a new sign-in.
        const renewed = await plantSession();
        const since = performance.now();
        fake.misbehave = (_, { pathname }) => {
          // Approve only after Kedge has had the time to notice the renewed session.
          if (pathname === "/token" && performance.now() - since > 1500 && prompt.kind === "device") {
            fake.type(prompt.code, "approved");
          }
          return undefined;
        };
        equal((await read())!.accessToken, renewed.accessToken);
      },
    });
    equal((await read())!.accessToken, token.accessToken.open());
    equal(fake.world.sessions.at(-1)!.accessToken, token.accessToken.open());
    equal(fake.world.sessions.length, 3);
  });
});

Deno.test("signIn() shows a code and waits for it at the pace that AWS wants", async () => {
  await onStage({ interval: 30 }, async ({ fake, session, read }) => {
    const token = await signIn(session(), {
      method: "device",
      signal: never,
      show(prompt) {
        equal(prompt.kind, "device");
        if (prompt.kind !== "device") return;
        match(prompt.code, /^[0-9A-F]{4}-[0-9A-F]{4}$/);
        match(prompt.completeAddress, new RegExp(`user_code=${prompt.code}$`));
        let asked = 0;
        fake.misbehave = (_, { pathname }) => {
          if (pathname === "/token" && ++asked === 3) fake.type(prompt.code, "approved");
          return undefined;
        };
      },
    });
    equal(token.accessToken.open(), (await read())!.accessToken);
    equal("refreshToken" in (await read())!, true);
    deepEqual(fake.calls.filter(({ path }) => path === "/token").map(({ status }) => status), [
      400,
      400,
      200,
    ]);
  });
});

Deno.test("signIn() goes on waiting for a code when AWS has a fault meanwhile", async () => {
  await onStage({ interval: 30 }, async ({ fake, session, read }) => {
    const token = await signIn(session(), {
      method: "device",
      signal: never,
      show(prompt) {
        let asked = 0;
        fake.misbehave = (_, { pathname }) => {
          if (pathname !== "/token") return undefined;
          if (++asked === 1) return new Response("", { status: 503 });
          if (prompt.kind === "device") fake.type(prompt.code, "approved");
          return undefined;
        };
      },
    });
    equal(token.accessToken.open(), (await read())!.accessToken);
  });
});

const REFUSALS: [path: string, response: () => Response, message: RegExp][] = [
  [
    "/client/register",
    () => fault("InvalidRequestException", "invalid_request"),
    /refuses it \(invalid_request\)/,
  ],
  ["/client/register", () => Response.json({ clientId: "x" }), /clientSecret is missing/],
  ["/client/register", () => new Response("<html>Sign in to the hotel's network"), /no JSON/],
  ["/client/register", () => Response.json([]), /no object/],
  ["/client/register", () => new Response("x".repeat(2_000_000)), /far too large/],
  [
    "/client/register",
    () => new Response(null, { status: 302, headers: { location: "https://a.example/" } }),
    /leads elsewhere/,
  ],
  ["/device_authorization", () => fault("InvalidClientException", "invalid_client", 401), /invalid_client/],
  [
    "/device_authorization",
    () =>
      Response.json({
        deviceCode: "d",
        userCode: "U",
        verificationUri: "javascript:alert(1)",
        expiresIn: 60,
      }),
    /no web address/,
  ],
  ["/token", () => fault("AccessDeniedException", "access_denied"), /not allowed/],
  ["/token", () => fault("constructor", "toString"), /refuses it \(toString\)/],
  ["/token", () => fault("ExpiredTokenException", "expired_token"), /not typed in in time/],
];
for (const [path, response, message] of REFUSALS) {
  Deno.test(`signIn() says what is wrong when ${path} answers ${message.source}`, async () => {
    await onStage({ interval: 1 }, async ({ fake, session }) => {
      fake.misbehave = (_, url) => url.pathname === path ? response() : undefined;
      await rejects(signIn(session(), { method: "device", signal: never, show: () => {} }), { message });
    });
  });
}
