import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { createCloud } from "../../../../src/core/aws/cloud.ts";
import type { CloudError } from "../../../../src/core/aws/errors.ts";
import { hidingVariables } from "../../../../src/core/aws/profiles/files.ts";
import { onStage, PORTAL, type Stage } from "../../../support/cloud/stage.ts";

const never = new AbortController().signal;
const CONTEXT = { account: "111111111111", role: "Admin", region: "eu-west-1" };

const CASES: readonly [what: string, change: (stage: Stage) => Promise<unknown>, kept: boolean][] = [
  ["nothing has changed", () => Promise.resolve(), true],
  // A token does not say which user it belongs to, so a new sign-in may be another user.
  ["somebody has signed in since", ({ plantSession }) => plantSession(), false],
];
for (const [what, change, kept] of CASES) {
  Deno.test(`credentials() gives the ${kept ? "same" : "new"} ones when ${what}`, async () => {
    await onStage({}, async (stage) => {
      await stage.plantSession();
      const cloud = createCloud(PORTAL, stage.files, stage.env);
      const before = await cloud.credentials(CONTEXT, never);
      equal((await cloud.credentials(CONTEXT, never)).accessKeyId, before.accessKeyId);
      await change(stage);
      const after = await cloud.credentials(CONTEXT, never);
      equal(after.accessKeyId === before.accessKeyId, kept);
      equal(stage.fake.count("/federation/credentials"), kept ? 1 : 2);
    });
  });
}

const ROLES: readonly [
  what: string,
  before: string[],
  after: string[],
  role: string,
  given: string | RegExp,
  /** How often roles are requested from the portal, including the request before the change. */
  asked: number,
][] = [
  ["its only role is still there", ["Admin"], ["Admin"], "", "Admin", 1],
  ["another only role has replaced it", ["Admin"], ["Reader"], "", "Reader", 2],
  ["one of several is left", ["Admin", "Reader"], ["Reader"], "", "Reader", 2],
  ["several are still there", ["Admin", "Reader"], ["Admin", "Reader"], "", /several roles/, 2],
  ["a role was taken that is named", ["Admin"], ["Readers"], "Admin", /denies it/, 2],
  ["a named role was never there", ["Admin"], ["Admin"], "Reader", /denies it/, 1],
];
for (const [what, before, after, role, given, asked] of ROLES) {
  Deno.test(`fromPortal() looks ${asked} times for the roles of an account when ${what}`, async () => {
    const account = (roles: string[]) => [{ id: CONTEXT.account, name: "shop", email: "", roles }];
    await onStage({ accounts: account(before) }, async (stage) => {
      await stage.plantSession();
      const cloud = createCloud(PORTAL, stage.files, stage.env);
      const portalAccounts = (await cloud.portalAccounts(`${stage.home}/cache`))!;
      await portalAccounts.refresh(never);
      await portalAccounts.roles(CONTEXT.account, never);
      stage.fake.accounts = account(after);
      const wanted = cloud.fromPortal({ account: CONTEXT.account, role }, never);
      if (typeof given === "string") {
        await wanted;
        equal(stage.fake.calls.at(-1)!.query.get("role_name"), given);
      } else await rejects(wanted, given);
      equal(stage.fake.count("/assignment/roles"), asked);
      deepEqual(portalAccounts.account(CONTEXT.account)!.roles, asked > 1 ? after : before);
      await portalAccounts.saved();
    });
  });
}

for (
  const [role, roles, served] of [
    ["", ["Admin"], true],
    ["Admin", ["Admin"], true],
    ["Ops", ["Admin"], false],
    ["New", ["Admin", "New"], true],
  ] satisfies [string, string[], boolean][]
) {
  Deno.test(`servesPortal() is ${served} for the role ${role || "of the portal's choice"} when the portal gives ${roles.join(", ")}`, async () => {
    const account = (roles: string[]) => [{ id: CONTEXT.account, name: "shop", email: "", roles }];
    await onStage({ accounts: account(["Admin"]) }, async (stage) => {
      await stage.plantSession();
      const cloud = createCloud(PORTAL, stage.files, stage.env);
      equal(await cloud.servesPortal(CONTEXT.account, "Ops", never), false);
      const portalAccounts = (await cloud.portalAccounts(`${stage.home}/cache`))!;
      await portalAccounts.refresh(never);
      equal(await cloud.servesPortal(CONTEXT.account, "Ops", never), true, "while no role is known");
      await portalAccounts.roles(CONTEXT.account, never);
      stage.fake.accounts = account(roles);
      equal(await cloud.servesPortal(CONTEXT.account, role, never), served);
      await portalAccounts.refresh(never);
      const asked = stage.fake.count("/assignment/roles");
      equal(await cloud.servesPortal(CONTEXT.account, "Admin", never), true);
      equal(stage.fake.count("/assignment/roles"), asked, "a known role is not asked about");
      await portalAccounts.saved();
    });
  });
}

const ELSEWHERE = { startUrl: "https://d-0000000000.awsapps.com/start", region: "eu-west-1" };
const PROFILES: readonly [what: string, config: string][] = [
  [
    "a session",
    `[profile a]\nsso_session = work\nsso_account_id = 111111111111\nsso_role_name = Admin\n` +
    `[sso-session work]\nsso_start_url = ${PORTAL.startUrl}\nsso_region = ${PORTAL.region}\n`,
  ],
  [
    "an address",
    `[profile a]\nsso_start_url = ${PORTAL.startUrl}\nsso_region = ${PORTAL.region}\n` +
    "sso_account_id = 111111111111\nsso_role_name = Admin\n",
  ],
];
for (const [what, config] of PROFILES) {
  const key = what === "a session" ? "work" : PORTAL.startUrl;
  Deno.test(`credentials() of a profile with ${what} belong to the user who is signed in there now`, async () => {
    await onStage({}, async (stage) => {
      await stage.config(config);
      await stage.plantSession(key);
      const cloud = createCloud(ELSEWHERE, stage.files, stage.env);
      const before = await cloud.credentials(CONTEXT, never);
      equal((await cloud.credentials(CONTEXT, never)).accessKeyId, before.accessKeyId);
      // Writes the session as the AWS CLI would.
      await stage.plantSession(key);
      equal((await cloud.credentials(CONTEXT, never)).accessKeyId === before.accessKeyId, false);
      await Deno.remove(stage.files.tokens, { recursive: true });
      await rejects(cloud.credentials(CONTEXT, never), /not signed in/);
    });
  });
}

Deno.test("credentials() do not come from a request that the user signed in before still waits for", async () => {
  await onStage({}, async (stage) => {
    const first = await stage.plantSession();
    const asked = Promise.withResolvers<void>(), go = Promise.withResolvers<void>();
    const answer = async () => {
      asked.resolve();
      await go.promise;
      const expiration = Date.now() + 3_600_000;
      return Response.json({
        roleCredentials: { accessKeyId: "theirs", secretAccessKey: "s", sessionToken: "t", expiration },
      });
    };
    stage.fake.misbehave = ({ headers }) =>
      headers.get("x-amz-sso_bearer_token") === first.accessToken ? answer() : undefined;
    const cloud = createCloud(PORTAL, stage.files, stage.env);
    const theirs = cloud.credentials(CONTEXT, never);
    await asked.promise;
    await stage.plantSession();
    const mine = cloud.credentials(CONTEXT, never);
    // Wait long enough for a separate request to show, in case one is sent.
    for (let i = 0; i < 100 && stage.fake.count("/federation/credentials") === 0; i++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    go.resolve();
    equal((await theirs).accessKeyId, "theirs");
    const { accessKeyId } = await mine;
    equal(accessKeyId === "theirs", false);
    equal((await cloud.credentials(CONTEXT, never)).accessKeyId, accessKeyId);
  });
});

const CHAINS: readonly [what: string, config: string, found: boolean][] = [
  ["keys", "[default]\naws_access_key_id = a\naws_secret_access_key = b\n", true],
  ["a program", "[default]\ncredential_process = /bin/false\n", false],
  [
    "a program by way of another profile",
    "[default]\nrole_arn = r\nsource_profile = b\n[profile b]\ncredential_process = /bin/false\n",
    false,
  ],
];
for (const [what, config, found] of CHAINS) {
  Deno.test(`own() ${found ? "asks" : "asks nothing"} quietly when the chain leads to ${what}`, async () => {
    await onStage({}, async (stage) => {
      await stage.config(config);
      const env = (name: string) => name === "AWS_ENDPOINT_URL_STS" ? stage.fake.url : undefined;
      const cloud = createCloud(null, stage.files, env);
      const asked = await cloud.ambient(never, { quiet: true }).then((own) => own !== null, () => true);
      equal(asked, found);
      equal((await cloud.link())?.label, "AWS default profile");
    });
  });
}

Deno.test("link() leaves the default profile out in a command of --exec, which has credentials of its own", async () => {
  await onStage({}, async (stage) => {
    await stage.config("[default]\naws_access_key_id = a\naws_secret_access_key = b\n");
    const variables = hidingVariables();
    equal(await createCloud(null, stage.files, (name) => variables[name]).link(), null);
    const profile = (name: string) => name === "AWS_PROFILE" ? "default" : variables[name];
    equal((await createCloud(null, stage.files, profile).link())?.label, "AWS profile default");
  });
});

const OWNER = "123456789012", OTHER = "210987654321";
const keysOf = (id: string) => `aws_access_key_id = ${id}\naws_secret_access_key = s\n`;
const signIn = ({ startUrl, region }: typeof PORTAL, account: string) =>
  `sso_start_url = ${startUrl}\nsso_region = ${region}\nsso_account_id = ${account}\nsso_role_name = Ops\n`;
const NAMED = `[profile base]\n${keysOf("AKIABASE")}[profile prod]\n` +
  `role_arn = arn:aws:iam::${OWNER}:role/Ops\nsource_profile = base\n`;

/** Answers as STS, and denies the key AKIADEAD. Returns the calls with their key and region. */
function answerSts(stage: Stage): string[] {
  const calls: string[] = [];
  stage.fake.misbehave = async (request) => {
    const action = new URLSearchParams(await request.text()).get("Action")!;
    const signed = request.headers.get("authorization") ?? "";
    const [, key, region] = /Credential=([^/]+)\/\d+\/([^/]+)\/sts\//.exec(signed) ?? [];
    calls.push(`${action} by ${key} in ${region}`);
    const xml = (status: number, text: string) => new Response(text, { status });
    if (key === "AKIADEAD") {
      return xml(403, "<ErrorResponse><Error><Code>InvalidClientTokenId</Code></Error></ErrorResponse>");
    }
    const result = action === "GetCallerIdentity"
      ? `<Account>${OTHER}</Account><Arn>arn:aws:iam::${OTHER}:user/me</Arn>`
      : "<Credentials><AccessKeyId>ASIAROLE</AccessKeyId><SecretAccessKey>s</SecretAccessKey>" +
        `<Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration></Credentials>`;
    return xml(200, `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`);
  };
  return calls;
}

/** Returns a cloud whose STS is the stage's fake, in an environment of these variables. */
const cloudOn = ({ files, fake }: Stage, portal: typeof PORTAL | null, more: Record<string, string> = {}) => {
  const variables: Record<string, string> = { AWS_ENDPOINT_URL_STS: fake.url, ...more };
  return createCloud(portal, files, (name) => variables[name]);
};

const BESIDE: readonly [what: string, portal: typeof PORTAL | null, config: string][] = [
  ["there is no other profile", null, NAMED],
  ["the default profile has deactivated keys", null, `[default]\n${keysOf("AKIADEAD")}${NAMED}`],
  ["the default profile is of another account", null, `[default]\n${keysOf("AKIAELSE")}${NAMED}`],
  ["nobody is signed in at the portal", PORTAL, `[default]\n${keysOf("AKIADEAD")}${NAMED}`],
  ["it has a sign-in of another account", null, NAMED + signIn(ELSEWHERE, OTHER)],
];
for (const [what, portal, config] of BESIDE) {
  Deno.test(`credentials() come from the profile for account and role when ${what}`, async () => {
    await onStage({}, async (stage) => {
      await stage.config(config);
      const calls = answerSts(stage);
      const wanted = { account: OWNER, role: "Ops", region: "eu-west-1" };
      const { accessKeyId } = await cloudOn(stage, portal).credentials(wanted, never);
      equal(accessKeyId, "ASIAROLE");
      equal(calls.at(-1), "AssumeRole by AKIABASE in us-east-1");
    });
  });
}

Deno.test("credentials() come from a profile's sign-in when it also has old keys of another account", async () => {
  const accounts = [{ id: OWNER, name: "shop", email: "", roles: ["Ops"] }];
  await onStage({ accounts }, async (stage) => {
    await stage.config(`${signsIn(PORTAL, "prod")}${keysOf("AKIAELSE")}`);
    await stage.plantSession();
    const wanted = { account: OWNER, role: "Ops", region: "eu-west-1" };
    match((await createCloud(null, stage.files, stage.env).credentials(wanted, never)).accessKeyId, /^ASIA/);
  });
});

Deno.test("credentials() say what is wrong with the default chain when no profile is for account and role", async () => {
  await onStage({}, async (stage) => {
    await stage.config(`[default]\n${keysOf("AKIADEAD")}${NAMED}`);
    answerSts(stage);
    const wanted = { account: OWNER, role: "Reader", region: "eu-west-1" };
    await rejects(cloudOn(stage, null).credentials(wanted, never), /the credentials are not valid/);
  });
});

/** Returns a profile that assumes a role of the owner's account, followed by `more`. */
const assumed = (role: string, more: string) =>
  `[profile prod]\nrole_arn = arn:aws:iam::${OWNER}:role/${role}\nsource_profile = base\n${more}`;
/** Returns a profile that signs in at this portal for the owner's account. */
const signsIn = (portal: typeof PORTAL, name: string) => `[profile ${name}]\n${signIn(portal, OWNER)}`;
const MEANT: readonly [what: string, config: string, message: RegExp, hint: RegExp][] = [
  [
    "it signs in elsewhere, where nobody is signed in",
    signsIn(ELSEWHERE, "prod"),
    /^AWS profile prod: .*not signed in/,
    /^Sign in there: aws sso login --profile prod$/,
  ],
  [
    "nobody is signed in where its source signs in",
    assumed("Ops", signsIn(ELSEWHERE, "base").replace("Ops", "Base")),
    /^AWS profile prod: .*not signed in/,
    /^Sign in there: aws sso login --profile base$/,
  ],
  [
    "it needs a code",
    assumed("Ops", `mfa_serial = arn:aws:iam::${OWNER}:mfa/me\n[profile base]\n${keysOf("AKIABASE")}`),
    /^AWS profile prod: Profile prod needs a code of an MFA device/,
    /^Use a credential_process/,
  ],
  [
    "the program of its source is not there",
    assumed("Ops", "[profile base]\ncredential_process = /nonexistent/program\n"),
    /^AWS profile prod: .*was not found/,
    /^$/,
  ],
  [
    "it asks the same portal",
    signsIn(PORTAL, "prod"),
    /^getting credentials .* denies it/,
    /^Ask for this role/,
  ],
  [
    "it is for another role",
    assumed("Reader", "[profile base]\ncredential_process = /nonexistent/program\n"),
    /^getting credentials .* denies it/,
    /^Ask for this role/,
  ],
];
for (const [what, config, message, hint] of MEANT) {
  Deno.test(`credentials() say what is wrong beside a portal that refuses a profile's role when ${what}`, async () => {
    await onStage({}, async (stage) => {
      await stage.config(config);
      await stage.plantSession();
      const wanted = { account: OWNER, role: "Ops", region: "eu-west-1" };
      const cloud = createCloud(PORTAL, stage.files, stage.env);
      await rejects(cloud.credentials(wanted, never), (error: CloudError) => {
        match(error.message, message);
        match(error.hint ?? "", hint);
        equal(error.code, "denied");
        return true;
      });
    });
  });
}

const REGIONS: readonly [
  region: string,
  what: string,
  config: string,
  env: Record<string, string>,
  portal: typeof PORTAL | null,
][] = [
  ["cn-north-1", "the profile names it", `[default]\nregion = cn-north-1\n${keysOf("AKIAOWN")}`, {}, null],
  [
    "cn-north-1",
    "the profile names it, and the portal is elsewhere",
    `[default]\nregion = cn-north-1\n${keysOf("AKIAOWN")}`,
    {},
    PORTAL,
  ],
  [
    "us-gov-west-1",
    "AWS_PROFILE leads to it",
    `[default]\nregion = eu-west-3\n[profile gov]\nregion = us-gov-west-1\n${keysOf("AKIAOWN")}`,
    { AWS_PROFILE: "gov" },
    null,
  ],
  [
    "us-gov-east-1",
    "AWS_REGION names it",
    `[default]\nregion = eu-west-3\n${keysOf("AKIAOWN")}`,
    { AWS_REGION: "us-gov-east-1", AWS_DEFAULT_REGION: "eu-west-2" },
    null,
  ],
  [
    "cn-northwest-1",
    "AWS_DEFAULT_REGION names it",
    `[default]\nregion = eu-west-3\n${keysOf("AKIAOWN")}`,
    { AWS_DEFAULT_REGION: "cn-northwest-1" },
    null,
  ],
  [
    "cn-north-1",
    "the default profile names it for keys of the environment",
    "[default]\nregion = cn-north-1\n",
    { AWS_ACCESS_KEY_ID: "AKIAOWN", AWS_SECRET_ACCESS_KEY: "s" },
    null,
  ],
  ["eu-west-1", "the portal is there", `[default]\n${keysOf("AKIAOWN")}`, {}, PORTAL],
  ["us-east-1", "nothing names another", `[default]\n${keysOf("AKIAOWN")}`, {}, null],
];
for (const [region, what, config, env, portal] of REGIONS) {
  Deno.test(`ambient() asks STS in ${region} when ${what}`, async () => {
    await onStage({}, async (stage) => {
      await stage.config(config);
      const calls = answerSts(stage);
      equal((await cloudOn(stage, portal, env).ambient(never))?.who.account, OTHER);
      deepEqual(calls, [`GetCallerIdentity by AKIAOWN in ${region}`]);
    });
  });
}

Deno.test("credentials() of a role are assumed where the chain's are known", async () => {
  await onStage({}, async (stage) => {
    await stage.config(`[default]\nregion = cn-north-1\n${keysOf("AKIAOWN")}`);
    const calls = answerSts(stage);
    await cloudOn(stage, null).credentials({ account: OWNER, role: "Ops", region: "us-east-1" }, never);
    deepEqual(calls, [
      "GetCallerIdentity by AKIAOWN in cn-north-1",
      "AssumeRole by AKIAOWN in cn-north-1",
    ]);
  });
});
