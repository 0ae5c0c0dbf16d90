import { deepEqual, equal, match } from "node:assert/strict";
import { createCloud } from "../../../../../src/core/aws/cloud.ts";
import { learnSkew } from "../../../../../src/core/aws/wire/clock.ts";
import type { AppState } from "../../../../../src/core/state/state.ts";
import { CONFIG, withSignIn } from "../../../../support/cloud/sign_in_stage.ts";
import { PORTAL } from "../../../../support/cloud/stage.ts";

const MINUTE = 60_000;
const is = (status: AppState["signIn"]["status"]) => (state: AppState) => state.signIn.status === status;
const notRenewed = { refreshToken: undefined } as never;

Deno.test("the user is told once, ten minutes before the end, with a way to sign in", async () => {
  await withSignIn({}, async ({ signIn, state, until }, stage) => {
    await stage.plantSession(PORTAL.startUrl, {
      ...notRenewed as object,
      expiresAt: Date.now() + 9.4 * MINUTE,
    });
    signIn.configure(CONFIG);
    await until(({ toasts }) => toasts.length > 0);
    const [toast] = state().toasts;
    equal(toast!.title, "Your sign-in ends in 9 minutes");
    deepEqual(toast!.opens, { label: "Sign in", page: "sign_in" });
    // `refresh()` also runs after each change of a file, and must not show the toast again.
    await signIn.refresh();
    equal(state().toasts.length, 1);
    equal(state().toasts[0], toast);
  });
});

const QUIET: readonly [what: string, left: number, renews: boolean][] = [
  ["there is more time", 11 * MINUTE, false],
  ["it renews itself", 9 * MINUTE, true],
];
for (const [what, left, renews] of QUIET) {
  Deno.test(`the user is told nothing of the end when ${what}`, async () => {
    await withSignIn({}, async ({ signIn, state, until, accounts }, stage) => {
      const change = { expiresAt: Date.now() + left, ...(renews ? {} : notRenewed as object) };
      await stage.plantSession(PORTAL.startUrl, change);
      signIn.configure(CONFIG);
      await until(is("signed-in"));
      await until(() => accounts().portal!.length === 3);
      await until(({ signIn }) => !renews || signIn.until! - Date.now() > 30 * MINUTE);
      deepEqual(state().toasts, []);
    });
  });
}

Deno.test("the end is seen when its time has come", async () => {
  await withSignIn({}, async ({ signIn, until, accounts }, stage) => {
    await stage.plantSession(PORTAL.startUrl, notRenewed);
    signIn.configure(CONFIG);
    await until(() => accounts().portal!.length === 3);
    // On a busy machine this session may have expired before it is read; then nothing is
    // listed.
    await stage.plantSession(PORTAL.startUrl, { ...notRenewed as object, expiresAt: Date.now() + 5_000 });
    await until(is("expired"));
    // The listed accounts stay, because the user will sign in again and go on.
    equal(accounts().portal!.length, 3);
  });
});

Deno.test("a session that is over goes on by itself once there is a network again", async () => {
  let network = false;
  await withSignIn({}, async ({ signIn, state, until, opened }, stage) => {
    await stage.plantSession(PORTAL.startUrl, { expiresAt: Date.now() - MINUTE });
    signIn.configure(CONFIG);
    await until(({ signIn }) => signIn.trouble?.kind === "offline");
    const { status, renews } = state().signIn;
    deepEqual([status, renews], ["expired", true]);
    network = true;
    await signIn.refresh();
    await until(is("signed-in"));
    equal(state().signIn.trouble, undefined);
    deepEqual(opened, []);
  }, (stage) => ({
    cloud: () => {
      const env = (name: string) => network ? stage.env(name) : stage.env(name) && "http://127.0.0.1:9";
      const portal = { startUrl: CONFIG.ssoStartUrl, region: CONFIG.ssoRegion };
      return Promise.resolve(createCloud(portal, stage.files, env));
    },
  }));
});

Deno.test("a wrong clock is told, though everything else works", async () => {
  try {
    await withSignIn({ skew: 2 * 3_600_000 }, async ({ signIn, state, until }, stage) => {
      await stage.plantSession();
      signIn.configure(CONFIG);
      await until(({ signIn }) => signIn.trouble !== undefined);
      equal(state().signIn.status, "signed-in");
      equal(state().signIn.trouble!.kind, "skewed");
      match(state().signIn.trouble!.message, /clock is 2 hours behind/);
    });
  } finally {
    learnSkew(new Date().toUTCString());
  }
});

Deno.test("AWS ending the session is seen with the next call, and the accounts go", async () => {
  await withSignIn({}, async ({ signIn, until, accounts }, { plantSession, fake }) => {
    await plantSession(PORTAL.startUrl, notRenewed);
    signIn.configure(CONFIG);
    await until(() => accounts().portal!.length === 3);
    fake.world.sessions = [];
    await signIn.refresh();
    await until(is("revoked"));
    deepEqual(accounts().portal, []);
  });
});

Deno.test("another sign-in lists the accounts anew, because it may be another user's", async () => {
  await withSignIn({}, async ({ signIn, until, accounts }, stage) => {
    await stage.plantSession();
    signIn.configure(CONFIG);
    await until(() => accounts().portal!.length === 3);
    stage.fake.accounts = stage.fake.accounts.slice(0, 1);
    await stage.plantSession();
    await until(() => accounts().portal!.length === 1);
  });
});

Deno.test("wanted() says how the sign-in is, not that there was none", async () => {
  await withSignIn({}, async ({ signIn, state, until }, stage) => {
    await stage.plantSession(PORTAL.startUrl, { refreshToken: undefined } as never);
    stage.fake.world.sessions = [];
    signIn.configure(CONFIG);
    await until(is("revoked"));
    signIn.wanted("A program asks for credentials of 1111 1111 1111.");
    deepEqual(state().toasts.map(({ title }) => title), ["AWS has ended your sign-in"]);
  });
});

Deno.test("wanted() tells once that something needs a sign-in, and opens nothing", async () => {
  await withSignIn({}, async ({ signIn, state, until, opened }, stage) => {
    signIn.configure(CONFIG);
    await until(is("signed-out"));
    signIn.wanted("A program asks for credentials of 1111 1111 1111.");
    signIn.wanted("A program asks for credentials of 2222 2222 2222.");
    deepEqual(state().toasts.map(({ message }) => message), [
      "A program asks for credentials of 1111 1111 1111.",
    ]);
    deepEqual([state().windows, opened], [[], []]);
    await stage.plantSession();
    await signIn.refresh();
    await until(is("signed-in"));
    deepEqual(state().toasts, []);
  });
});
