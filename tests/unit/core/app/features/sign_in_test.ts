import { deepEqual, equal, match, ok } from "node:assert/strict";
import { createCloud } from "../../../../../src/core/aws/cloud.ts";
import type { SignInServices } from "../../../../../src/core/app/features/sign_in/parts.ts";
import type { AppState } from "../../../../../src/core/state/state.ts";
import { CONFIG, withSignIn } from "../../../../support/cloud/sign_in_stage.ts";
import { PORTAL, type Stage } from "../../../../support/cloud/stage.ts";

const HOST = "d-1234567890.awsapps.com";
const never = new AbortController().signal;

const is = (status: AppState["signIn"]["status"]) => (state: AppState) => state.signIn.status === status;
const expired = { expiresAt: Date.now() - 60_000 };

const STATES: readonly [
  what: string,
  prepare: (stage: Stage) => Promise<unknown>,
  config: typeof CONFIG | { ssoStartUrl?: string },
  expected: Partial<AppState["signIn"]>,
][] = [
  ["nothing is set up", () => Promise.resolve(), {}, { status: "unconfigured" }],
  ["nobody has signed in", () => Promise.resolve(), CONFIG, { status: "signed-out", detail: HOST }],
  ["the region is missing", () => Promise.resolve(), { ssoStartUrl: PORTAL.startUrl }, {
    status: "signed-out",
    detail: HOST,
    trouble: {
      kind: "failed",
      message: "The sign-in portal has an address and no region.",
      hint: "Say its region in Settings, under Sign-in.",
    },
  }],
  ["another tool has signed in", (stage) => stage.plantSession(), CONFIG, {
    status: "signed-in",
    renews: true,
  }],
  [
    "the session is over and cannot be renewed",
    (stage) => stage.plantSession(PORTAL.startUrl, { ...expired, refreshToken: undefined } as never),
    CONFIG,
    { status: "expired", renews: false },
  ],
  [
    "the session was over and can be renewed",
    (stage) => stage.plantSession(PORTAL.startUrl, expired),
    CONFIG,
    { status: "signed-in", renews: true },
  ],
  [
    "AWS takes the token no more",
    async (stage) => {
      await stage.plantSession(PORTAL.startUrl, { refreshToken: undefined } as never);
      stage.fake.world.sessions = [];
    },
    CONFIG,
    { status: "revoked", detail: HOST },
  ],
  [
    "only the standard chain has something",
    (stage) => stage.config("[default]\naws_access_key_id = a\naws_secret_access_key = b\n"),
    {},
    { status: "environment", detail: "AWS default profile" },
  ],
];
for (const [what, prepare, config, expected] of STATES) {
  Deno.test(`configure() shows how the sign-in is when ${what}`, async () => {
    await withSignIn({}, async ({ signIn, state, until, opened }, stage) => {
      await prepare(stage);
      signIn.configure(config);
      await until(is(expected.status!));
      const { signIn: shown } = state();
      deepEqual({ ...shown, ...expected }, shown);
      equal(shown.until !== undefined, "renews" in expected);
      deepEqual(opened, []);
    });
  });
}

Deno.test("opened() settles when the session is known and the accounts of the user's profiles are listed", async () => {
  const read = Promise.withResolvers<void>();
  await withSignIn({}, async ({ signIn, until, accounts }, stage) => {
    await stage.plantSession();
    const { startUrl, region } = PORTAL;
    await stage.config(
      `[profile shop]\nsso_start_url = ${startUrl}\nsso_region = ${region}\n` +
        "sso_account_id = 111111111111\nsso_role_name = Admin\n",
    );
    signIn.configure(CONFIG);
    await until(is("signed-in"));
    read.resolve();
    await signIn.opened();
    deepEqual(accounts().profiles, ["111111111111"]);
  }, ({ files, env }) => ({
    cloud() {
      const cloud = createCloud(PORTAL, files, env);
      return Promise.resolve({ ...cloud, profiles: () => read.promise.then(cloud.profiles) });
    },
  }));
});

Deno.test("begin() opens the browser once, closes its window and lists the accounts with their names", async () => {
  await withSignIn({}, async ({ signIn, state, until, opened, accounts }) => {
    signIn.configure(CONFIG);
    await until(is("signed-out"));
    deepEqual(accounts(), { portal: [], profiles: [], chain: [] });
    deepEqual(signIn.begin(), { ok: true });
    deepEqual(signIn.begin(), { ok: true });
    deepEqual(state().windows.map(({ page }) => page), ["sign_in"]);
    await until(is("signed-in"));
    await until(({ windows, signingIn }) => windows.length === 0 && signingIn.step === "idle");
    equal(opened.length, 1);
    await until(() => accounts().portal!.length === 3);
    equal(signIn.names.get("111111111111")?.name, "shop-production");
  });
});

Deno.test("signOut() empties the accounts and keeps their names", async () => {
  await withSignIn({}, async ({ signIn, until, accounts }, stage) => {
    await stage.plantSession();
    signIn.configure(CONFIG);
    await until(() => accounts().portal!.length === 3);
    deepEqual(await signIn.signOut(), { ok: true });
    await until(is("signed-out"));
    deepEqual(accounts().portal, []);
    equal(signIn.names.get("111111111111")?.name, "shop-production");
    equal(await stage.read(), null);
  });
});

Deno.test("refresh() requests roles again, but only of accounts whose roles were requested before", async () => {
  await withSignIn({}, async ({ signIn, until, accounts }, stage) => {
    await stage.plantSession();
    signIn.configure(CONFIG);
    await until(() => accounts().portal!.length === 3);
    const [portal] = signIn.sources;
    const roles = () => portal!.roles!("222222222222", never);
    const known = () => portal!.accounts().find(({ id }) => id === "222222222222")!.roles;
    deepEqual(await roles(), ["Admin"]);
    stage.fake.accounts = stage.fake.accounts.map((one) => ({ ...one, roles: ["Other"] }));
    deepEqual(await roles(), ["Admin"]);
    deepEqual(await signIn.refresh(), { ok: true });
    deepEqual(await roles(), ["Other"]);
    deepEqual(known(), ["Other"]);
    equal(stage.fake.count("/assignment/roles"), 2);
    stage.fake.accounts = stage.fake.accounts.map((one) => ({ ...one, roles: ["Third"] }));
    await signIn.refresh();
    // Nothing calls `roles()` here: `refresh()` reads the roles itself, for the palette.
    await until(() => known()![0] === "Third");
    equal(stage.fake.count("/assignment/roles"), 3);
  });
});

const KEYS = "[default]\naws_access_key_id = a\naws_secret_access_key = b\n";
const ROLE = `[profile ops]\nrole_arn = arn:aws:iam::999999999999:role/Ops\nsource_profile = default\n`;

/** Returns services without a cloud until AWS's config file exists. Its STS is the stage's. */
const fromFiles = (stage: Stage): Partial<SignInServices> => ({
  async cloud() {
    const there = await Deno.stat(stage.files.config).then(() => true, () => false);
    const env = (name: string) => name === "AWS_ENDPOINT_URL_STS" ? stage.fake.url : stage.env(name);
    return there ? createCloud(null, stage.files, env) : null;
  },
});

Deno.test("refresh() finds the files of AWS's tools that are made after Kedge started", async () => {
  await withSignIn({}, async ({ signIn, state, until, accounts }, stage) => {
    signIn.configure({});
    await until(is("unconfigured"));
    await signIn.refresh();
    equal(state().signIn.status, "unconfigured");
    await stage.config(KEYS + ROLE);
    await signIn.refresh();
    deepEqual(state().signIn, { status: "environment", detail: "AWS default profile" });
    deepEqual(accounts().profiles, ["999999999999"]);
  }, fromFiles);
});

const CHANGES: readonly [
  where: string,
  prepare: (stage: Stage) => Promise<unknown>,
  config: { ssoStartUrl?: string },
  first: AppState["signIn"]["status"],
  then: AppState["signIn"]["status"],
][] = [
  ["at a portal", (stage) => stage.plantSession(), CONFIG, "signed-in", "signed-in"],
  [
    "at a portal without a region",
    (stage) => stage.config(KEYS),
    { ssoStartUrl: PORTAL.startUrl },
    "signed-out",
    "signed-out",
  ],
  ["without a portal", (stage) => stage.config(KEYS), {}, "environment", "unconfigured"],
];
for (const [where, prepare, config, first, then] of CHANGES) {
  Deno.test(`the files of AWS's tools are followed when a profile takes the place of others ${where}`, async () => {
    await withSignIn({}, async ({ signIn, until, accounts }, stage) => {
      await prepare(stage);
      signIn.configure(config);
      await until(is(first));
      await stage.config(ROLE);
      await until(is(then));
      await until(() => accounts().profiles![0] === "999999999999");
    }, config === CONFIG ? {} : fromFiles);
  });
}

const OUTSIDE: readonly [
  what: string,
  change: (stage: Stage) => Promise<unknown>,
  status: "signed-out" | "signed-in",
][] = [
  [
    "a tool of AWS removes the token",
    (stage) => Deno.remove(stage.files.tokens, { recursive: true }),
    "signed-out",
  ],
  ["the token file is emptied", async (stage) => await emptied(stage, ""), "signed-out"],
  ["another program's file lies there", async (stage) => await emptied(stage, '{"a":1}'), "signed-out"],
];
async function emptied({ files }: Stage, text: string): Promise<void> {
  for await (const { name } of Deno.readDir(files.tokens)) {
    if (name.endsWith(".json")) await Deno.writeTextFile(`${files.tokens}/${name}`, text);
  }
}
for (const [what, change, status] of OUTSIDE) {
  Deno.test(`the sign-in is followed when ${what}`, async () => {
    await withSignIn({}, async ({ signIn, until }, stage) => {
      await stage.plantSession();
      signIn.configure(CONFIG);
      await until(is("signed-in"));
      await change(stage);
      await until(is(status));
    });
  });
}

Deno.test("needed() goes on when a tool of AWS signs in, and no browser was opened", async () => {
  await withSignIn({}, async ({ signIn, state, until, opened }, stage) => {
    await Deno.mkdir(stage.files.tokens, { recursive: true });
    signIn.configure(CONFIG);
    await until(is("signed-out"));
    const waits = signIn.needed({ what: "Rotate keys", why: "It runs in shop-production." }, never);
    await until(({ windows }) => windows.some(({ page }) => page === "sign_in"));
    deepEqual(state().signingIn.askers.map(({ what }) => what), ["Rotate keys"]);
    await stage.plantSession();
    equal(await waits, true);
    deepEqual(state().windows, []);
    deepEqual(opened, []);
  });
});

Deno.test("needed() ends with false when the user closes the window, or its signal is aborted", async () => {
  await withSignIn({}, async ({ signIn, state, until }) => {
    signIn.configure(CONFIG);
    await until(is("signed-out"));
    const asker = { what: "Rotate keys", why: "" };
    const stop = new AbortController();
    const waits = [signIn.needed(asker, stop.signal), signIn.needed(asker, never)];
    await until(({ signingIn }) => signingIn.askers.length === 2);
    stop.abort();
    equal(await waits[0], false);
    equal(state().signingIn.askers.length, 1);
    signIn.cancel();
    equal(await waits[1], false);
    deepEqual(state().signingIn, { step: "idle", askers: [] });
    deepEqual(state().windows, []);
  });
});

Deno.test("needed() asks nothing when the user is signed in already", async () => {
  await withSignIn({}, async ({ signIn, state, until }, stage) => {
    await stage.plantSession();
    signIn.configure(CONFIG);
    await until(is("signed-in"));
    equal(await signIn.needed({ what: "", why: "" }, never), true);
    deepEqual(state().windows, []);
  });
});

Deno.test("begin() shows a code for any machine when no browser can be opened", async () => {
  const noBrowser = { openAddress: () => Promise.resolve({ ok: false, error: "no browser" } as const) };
  await withSignIn({ interval: 20 }, async ({ signIn, state, until }, { fake }) => {
    signIn.configure(CONFIG);
    await until(is("signed-out"));
    signIn.begin();
    await until(({ signingIn }) => signingIn.step === "device");
    const { code, address, until: end } = state().signingIn;
    match(code!, /^\w{4}-\w{4}$/);
    ok(URL.canParse(address!) && end! > Date.now());
    fake.type(code!, "approved");
    await until(is("signed-in"));
  }, noBrowser);
});

Deno.test("begin() says why it failed, in its window, and can be tried again", async () => {
  await withSignIn({ interval: 20 }, async ({ signIn, state, until }, { fake }) => {
    signIn.configure(CONFIG);
    await until(is("signed-out"));
    signIn.begin("device");
    await until(({ signingIn }) => signingIn.step === "device");
    fake.type(state().signingIn.code!, "denied");
    await until(({ signingIn }) => signingIn.failure !== undefined);
    match(state().signingIn.failure!.error, /not allowed/);
    equal(state().windows.length, 1);
    signIn.begin("browser");
    await until(is("signed-in"));
    equal(state().signingIn.failure, undefined);
  });
});

Deno.test("another portal of the configuration ends the sign-in at the former one", async () => {
  const quiet = { openAddress: () => Promise.resolve({ ok: true } as const) };
  await withSignIn({}, async ({ signIn, state, until }) => {
    signIn.configure(CONFIG);
    await until(is("signed-out"));
    signIn.begin();
    await until(({ signingIn }) => signingIn.step === "browser");
    signIn.configure({ ...CONFIG, ssoStartUrl: "https://other.awsapps.com/start" });
    await until(({ signIn }) => signIn.detail === "other.awsapps.com");
    deepEqual(state().signingIn, { step: "idle", askers: [] });
  }, quiet);
});

for (
  const [what, next] of [
    ["another portal is configured", { ...CONFIG, ssoStartUrl: "https://other.awsapps.com/start" }],
    ["Kedge ends", null],
  ] as const
) {
  Deno.test(`configure() follows a portal no more when ${what} before what is kept of it was read`, async () => {
    const read = Promise.withResolvers<void>(), given = Promise.withResolvers<void>();
    let reading = false, looked = 0;
    await withSignIn({}, async ({ signIn, until }) => {
      signIn.configure(CONFIG);
      await until(() => reading);
      if (next) {
        signIn.configure(next);
        await until(({ signIn }) => signIn.detail === "other.awsapps.com");
      } else signIn.close();
      read.resolve();
      await given.promise;
      await new Promise((resolve) => setTimeout(resolve, 0));
      equal(looked, 0);
    }, (stage) => ({
      cloud({ ssoStartUrl = "", ssoRegion = "" }) {
        const cloud = createCloud({ startUrl: ssoStartUrl, region: ssoRegion }, stage.files, stage.env);
        if (ssoStartUrl !== CONFIG.ssoStartUrl) return Promise.resolve(cloud);
        return Promise.resolve({
          ...cloud,
          session: { ...cloud.session!, status: () => (looked++, cloud.session!.status()) },
          async portalAccounts(folder) {
            reading = true;
            await read.promise;
            const portalAccounts = await cloud.portalAccounts(folder);
            given.resolve();
            return portalAccounts!;
          },
        });
      },
    }));
  });
}

Deno.test("begin() says that there is no portal, each time it is tried", async () => {
  await withSignIn({}, async ({ signIn, state, until }) => {
    signIn.configure({});
    await until(is("unconfigured"));
    for (let tries = 0; tries < 2; tries++) {
      signIn.begin();
      await until(({ signingIn }) => signingIn.failure !== undefined);
      match(state().signingIn.failure!.error, /No sign-in portal/);
      signIn.cancel();
      equal(state().signingIn.failure, undefined);
    }
  });
});

Deno.test("begin() says what is wrong when AWS gives a token that is over already, and can be tried again", async () => {
  await withSignIn({}, async ({ signIn, until, opened }, { fake }) => {
    signIn.configure(CONFIG);
    await until(is("signed-out"));
    fake.misbehave = (_, { pathname }) =>
      pathname === "/token"
        ? Response.json({ accessToken: "a", tokenType: "Bearer", expiresIn: 0.001 })
        : undefined;
    signIn.begin();
    await until(({ signingIn }) => signingIn.failure !== undefined);
    fake.misbehave = null;
    signIn.begin();
    await until(is("signed-in"));
    equal(opened.length, 2);
  });
});
