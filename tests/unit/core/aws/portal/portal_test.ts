import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { openPortal } from "../../../../../src/core/aws/portal/portal.ts";
import { manyAccounts } from "../../../../support/cloud/fake_portal.ts";
import { refuse, throttled } from "../../../../support/cloud/portal.ts";
import { onStage } from "../../../../support/cloud/stage.ts";

const never = new AbortController().signal;
const SECOND = 1_000, HOUR = 3_600 * SECOND;

Deno.test("accounts() reads every page", async () => {
  await onStage({ accounts: manyAccounts(250, 1) }, async ({ fake, session, plantSession }) => {
    await plantSession();
    const accounts = await openPortal(session()).accounts(never);
    equal(accounts.length, 250);
    deepEqual(accounts[0], { id: "100000000000", name: "team-0-dev-0", email: "aws+team0@example.com" });
    equal(fake.count("/assignment/accounts"), 3);
  });
});

Deno.test("roles() keeps below what AWS allows, however many are asked for at once", async () => {
  await onStage(
    { accounts: manyAccounts(40, 3), rolesPerSecond: 20, delay: 5 },
    async ({ fake, session, plantSession }) => {
      await plantSession();
      const portal = openPortal(session());
      const all = await Promise.all(fake.accounts.map(({ id }) => portal.roles(id, never)));
      deepEqual(new Set(all.map((roles) => roles.length)), new Set([3]));
      equal(fake.calls.filter(({ status }) => status === 429).length, 0);
      ok(fake.most <= 6, `${fake.most} at once`);
    },
  );
});

Deno.test("credentials() gives what the portal gives, with its end", async () => {
  await onStage({}, async ({ session, plantSession }) => {
    await plantSession();
    const credentials = await openPortal(session()).credentials("111111111111", "Reader", never);
    match(credentials.accessKeyId, /^ASIA/);
    ok(Math.abs(credentials.expiration!.getTime() - Date.now() - HOUR) < 10 * SECOND);
    equal(String(credentials.secretAccessKey), "•••");
  });
});

for (const retryAfter of [undefined, "1", "not a time"]) {
  Deno.test(`accounts() waits and asks again when there were too many requests, Retry-After ${retryAfter}`, async () => {
    await onStage({}, async ({ fake, session, plantSession }) => {
      await plantSession();
      let first = 0;
      fake.misbehave = () => {
        fake.misbehave = null;
        first = performance.now();
        return throttled(retryAfter);
      };
      equal((await openPortal(session()).accounts(never)).length, 3);
      if (retryAfter === "1") ok(performance.now() - first >= 990);
    });
  });
}

Deno.test("accounts() says how long to wait when AWS asks for a longer wait than Kedge allows", async () => {
  await onStage({}, async ({ fake, session, plantSession }) => {
    await plantSession();
    fake.misbehave = () => throttled("120");
    await rejects(openPortal(session()).accounts(never), {
      code: "throttled",
      hint: "Try again in 120 seconds.",
    });
    equal(fake.calls.length, 1);
  });
});

Deno.test("accounts() goes on with another token when the first is refused", async () => {
  await onStage({}, async ({ fake, session, plantSession }) => {
    await plantSession();
    const [known] = fake.world.sessions;
    // Another tool has signed out and in, so the file has a token that is new to this session.
    known!.accessToken = "replaced";
    equal((await openPortal(session()).accounts(never)).length, 3);
    equal(fake.count("/token"), 1);
  });
});

const REFUSALS: [name: string, answer: () => Response, code: string, says: RegExp][] = [
  ["denied", () => refuse(403, "ForbiddenException", "No access"), "denied", /denies it \(No access\)/],
  ["missing", () => refuse(404, "ResourceNotFoundException", "x"), "missing", /knows no such account/],
  ["no JSON", () => new Response("<html>"), "malformed", /no JSON/],
  [
    "half",
    () => Response.json({ roleCredentials: { accessKeyId: "A" } }),
    "malformed",
    /expiration is missing/,
  ],
  ["empty", () => new Response(""), "malformed", /no object/],
  [
    "elsewhere",
    () => new Response(null, { status: 307, headers: { location: "https://x.example" } }),
    "malformed",
    /leads elsewhere/,
  ],
  [
    "faulty",
    () => new Response("", { status: 503, headers: { "retry-after": "60" } }),
    "failed",
    /a fault \(503\)/,
  ],
];
for (const [name, answer, code, says] of REFUSALS) {
  Deno.test(`credentials() says ${code} when the answer is ${name}`, async () => {
    await onStage({}, async ({ fake, session, plantSession }) => {
      const { accessToken } = await plantSession();
      fake.misbehave = (_, { pathname }) => pathname === "/federation/credentials" ? answer() : undefined;
      await rejects(
        openPortal(session()).credentials("111111111111", "Reader", never),
        (error: Error & { code: string }) => {
          equal(error.code, code);
          match(error.message, says);
          equal(`${error.message}${error.stack}`.includes(accessToken), false);
          return true;
        },
      );
    });
  });
}

Deno.test("credentials() says that the clock is wrong when what comes has ended already", async () => {
  await onStage({ skew: -3 * HOUR, credentialsLife: HOUR }, async ({ session, plantSession }) => {
    await plantSession(undefined, { expiresAt: Date.now() + HOUR });
    await rejects(openPortal(session()).credentials("111111111111", "Reader", never), {
      code: "skewed",
      message: /clock is 3 hours ahead/,
    });
  });
});

Deno.test("accounts() ends when pages lead round in a circle", async () => {
  await onStage({}, async ({ fake, session, plantSession }) => {
    await plantSession();
    fake.misbehave = () => Response.json({ accountList: [], nextToken: "again" });
    await rejects(openPortal(session()).accounts(never), {
      code: "malformed",
      message: /pages never end/,
    });
  });
});

for (
  const roleName of [
    "a b",
    "a\n[profile x]\ncredential_process = /tmp/evil",
    'a" "b',
    "a/b",
    "a;b",
    "\u202ea",
    "a".repeat(65),
  ]
) {
  Deno.test(`roles() refuses an answer with the role ${JSON.stringify(roleName).slice(0, 30)}`, async () => {
    await onStage({}, async ({ fake, session, plantSession }) => {
      await plantSession();
      fake.misbehave = () => Response.json({ roleList: [{ roleName }] });
      await rejects(openPortal(session()).roles("111111111111", never), {
        code: "malformed",
        message: /a role has no name of AWS/,
      });
    });
  });
}

Deno.test("roles() stops when its signal is aborted", async () => {
  await onStage({ delay: 50 }, async ({ session, plantSession }) => {
    await plantSession();
    const stop = new AbortController();
    const asked = openPortal(session()).roles("111111111111", stop.signal);
    stop.abort();
    await rejects(asked);
  });
});
