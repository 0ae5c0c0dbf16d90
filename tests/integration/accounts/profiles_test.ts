import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { join } from "node:path";
import { createCloud } from "../../../src/core/aws/cloud.ts";
import { profileCredentials, type Surroundings } from "../../../src/core/aws/credentials/profile.ts";
import { openPortal } from "../../../src/core/aws/portal/portal.ts";
import { readProfiles } from "../../../src/core/aws/profiles/profiles.ts";
import { openPortalSession } from "../../../src/core/aws/session/session.ts";
import { federationLink } from "../../../src/core/aws/console/federation.ts";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import { MARK } from "../../support/cloud/fake_portal.ts";
import { onStage, PORTAL, type Stage } from "../../support/cloud/stage.ts";
import { has } from "../../support/systems.ts";
import { startMoto } from "../../support/servers/moto.ts";

const never = new AbortController().signal;
const OWN = "123456789012";

/**
 * Profiles of every kind. `HOME` stands for the stage's folder, `PROGRAM` for a program whose
 * argument chooses the answer.
 */
const CONFIG = `[profile keys]
aws_access_key_id = AKIAKEYS
aws_secret_access_key = s
[profile role]
role_arn = arn:aws:iam::222222222222:role/path/Ops
source_profile = keys
external_id = outside
role_session_name = me
[profile twice]
role_arn = arn:aws:iam::333333333333:role/Deep
source_profile = role
[profile itself]
role_arn = arn:aws:iam::444444444444:role/Own
source_profile = itself
aws_access_key_id = AKIASELF
aws_secret_access_key = s
[profile environment]
role_arn = arn:aws:iam::555555555555:role/Env
credential_source = Environment
[profile token]
role_arn = arn:aws:iam::666666666666:role/Web
web_identity_token_file = HOME/token
aws_access_key_id = AKIALEFT
aws_secret_access_key = s
[profile program]
credential_process = PROGRAM document
[sso-session work]
sso_start_url = ${PORTAL.startUrl}
sso_region = ${PORTAL.region}
[profile portal]
sso_session = work
sso_account_id = 111111111111
sso_role_name = Reader
[profile old]
sso_start_url = ${PORTAL.startUrl}
sso_region = ${PORTAL.region}
sso_account_id = 222222222222
sso_role_name = Admin
aws_access_key_id = AKIALEFT
aws_secret_access_key = s
[profile round]
role_arn = arn:aws:iam::777777777777:role/A
source_profile = about
[profile about]
role_arn = arn:aws:iam::777777777777:role/B
source_profile = round
[profile code]
role_arn = arn:aws:iam::777777777777:role/A
source_profile = keys
mfa_serial = arn:aws:iam::777777777777:mfa/me
[profile orphan]
role_arn = arn:aws:iam::777777777777:role/A
source_profile = nobody
[profile strange]
role_arn = arn:aws:iam::777777777777:role/A
credential_source = Nowhere
[profile fails]
credential_process = PROGRAM fails
[profile prints]
credential_process = PROGRAM prints
[profile lost]
credential_process = /nonexistent/program
[profile open]
credential_process = /bin/echo "open
`;

/**
 * Writes a program whose argument chooses its output; returns the beginning of a line that calls
 * it.
 */
async function makeProgram(folder: string): Promise<string> {
  const windows = has("cmd");
  const file = join(folder, windows ? "a program.cmd" : "a program");
  const document = '{"Version":1,"AccessKeyId":"AKIAPROG","SecretAccessKey":"s"}';
  const text = windows
    ? `@if "%~1"=="document" (echo ${document}) else echo ${MARK}\r\n@if "%~1"=="fails" exit 3\r\n`
    : `#!/bin/sh\nif [ "$1" = document ]; then echo '${document}'; else echo ${MARK}; fi\n[ "$1" != fails ] || exit 3\n`;
  await Deno.writeTextFile(file, text, { mode: 0o700 });
  return `"${file}"`;
}

function around({ files, env }: Stage, more: Record<string, string>): Surroundings {
  const read = (name: string) => more[name] ?? env(name);
  return {
    env: read,
    files,
    profiles: () => readProfiles(files),
    portalOf: (portal, key) => openPortal(openPortalSession(portal, { files, env: read, only: key })),
  };
}

Deno.test("profiles of every kind give their credentials, or say why not", async (t) => {
  const moto = await startMoto();
  const keys = { AWS_ENDPOINT_URL_STS: moto.url, AWS_ACCESS_KEY_ID: "AKIAENV", AWS_SECRET_ACCESS_KEY: "s" };
  try {
    await onStage({}, async (stage) => {
      await Deno.writeTextFile(`${stage.home}/token`, "a.b.c\n");
      await stage.config(
        CONFIG.replaceAll("PROGRAM", await makeProgram(stage.home)).replaceAll("HOME", stage.home),
      );
      await stage.plantSession("work");
      await stage.plantSession(PORTAL.startUrl);
      const given: [profile: string, key: RegExp][] = [
        ["keys", /^AKIAKEYS$/],
        ["role", /^ASIA/],
        ["twice", /^ASIA/],
        ["itself", /^ASIA/],
        ["environment", /^ASIA/],
        ["token", /^ASIA/],
        ["program", /^AKIAPROG$/],
        ["portal", /^ASIA/],
        ["old", /^ASIA/],
      ];
      for (const [profile, key] of given) {
        await t.step(`${profile} gives them`, async () => {
          match((await profileCredentials(profile, around(stage, keys), never)).accessKeyId, key);
        });
      }
      const refused: [profile: string, says: RegExp][] = [
        ["round", /lead back to round/],
        ["code", /needs a code of an MFA device/],
        ["orphan", /no AWS profile nobody/],
        ["strange", /does not exist: Nowhere/],
        ["fails", /ended with status 3/],
        ["prints", /it is no JSON/],
        ["lost", /was not found: \/nonexistent\/program/],
        ["open", /has an open quote/],
        ["nobody", /no AWS profile nobody/],
      ];
      for (const [profile, says] of refused) {
        await t.step(`${profile} says why not`, async () => {
          await rejects(profileCredentials(profile, around(stage, keys), never), (error: Error) => {
            match(error.message, says);
            equal(`${error.stack} ${Deno.inspect(error)}`.includes(MARK), false);
            return true;
          });
        });
      }
      await t.step("a program that asks Kedge again is not asked", async () => {
        const asked = around(stage, { ...keys, KEDGE_ASKED_FOR_CREDENTIALS: "1" });
        await rejects(profileCredentials("program", asked, never), { message: /asks Kedge/ });
      });
    });
  } finally {
    await moto.stop();
  }
});

Deno.test("credentials() prefers the portal, then what the user has beside it, for exactly what is wanted", async (t) => {
  const moto = await startMoto();
  try {
    await onStage({}, async (stage) => {
      const cloud = (more: Record<string, string>, portal: typeof PORTAL | null = PORTAL) =>
        createCloud(portal, stage.files, (name) => more[name] ?? stage.env(name));
      const keys = {
        AWS_ENDPOINT_URL_STS: moto.url,
        AWS_ACCESS_KEY_ID: "AKIAOWN",
        AWS_SECRET_ACCESS_KEY: "s",
      };
      const region = "eu-west-1";
      await t.step("signed out and without keys it reports that the user is not signed in", async () => {
        const wanted = { account: "111111111111", role: "Reader", region };
        await rejects(cloud({}).credentials(wanted, never), { code: "signed-out" });
      });
      await t.step("signed out it takes the user's own keys when they are of that account", async () => {
        const given = await cloud(keys).credentials({ account: OWN, role: "", region }, never);
        equal(given.accessKeyId, "AKIAOWN");
      });
      await stage.plantSession();
      await t.step("signed in the portal comes first", async () => {
        const own = cloud(keys);
        const wanted = { account: "111111111111", role: "Reader", region };
        const [one, two] = await Promise.all([
          own.credentials(wanted, never),
          own.credentials(wanted, never),
        ]);
        match(one.accessKeyId, /^ASIA/);
        equal(one.accessKeyId, two.accessKeyId);
        equal(stage.fake.count("/federation/credentials"), 1);
      });
      await t.step("the user's own keys of an account serve where the portal denies", async () => {
        const given = await cloud(keys).credentials({ account: OWN, role: "", region }, never);
        equal(given.accessKeyId, "AKIAOWN");
      });
      await t.step("own() names the identity of the chain's credentials", async () => {
        const own = await cloud(keys, null).ambient(never);
        deepEqual([own!.link.label, own!.who.account], ["AWS_ACCESS_KEY_ID of the environment", OWN]);
        equal(await cloud({}).ambient(never), null);
      });
      await t.step("the chain and its identity are each read once", async () => {
        const own = cloud(keys, null);
        for (let i = 0; i < 4; i++) await own.credentials({ account: OWN, role: "", region }, never);
        equal(
          (await own.credentials({ account: "222222222222", role: "Ops", region }, never)).sessionToken !==
            undefined,
          true,
        );
      });
    });
  } finally {
    await moto.stop();
  }
});

Deno.test("federationLink() tells neither of its two secret addresses", async () => {
  await onStage({}, async ({ fake, env }) => {
    const place = {
      region: "eu-west-1",
      env: (name: string) => name === "AWS_ENDPOINT_URL_SIGNIN" ? fake.url : env(name),
    };
    const credentials = wrap({ accessKeyId: "ASIA", secretAccessKey: "s", sessionToken: MARK });
    fake.misbehave = (_, { searchParams }) =>
      searchParams.get("Action") === "getSigninToken" && searchParams.get("Session")?.includes(MARK)
        ? Response.json({ SigninToken: "token" })
        : undefined;
    const link = new URL(await federationLink(credentials, place, "https://console.aws.amazon.com/", never));
    deepEqual(Object.fromEntries(link.searchParams), {
      Action: "login",
      Issuer: "Kedge",
      Destination: "https://console.aws.amazon.com/",
      SigninToken: "token",
    });
    const failures: (() => Response)[] = [
      () => new Response("no", { status: 400 }),
      () => Response.json({}),
      () => new Response(MARK),
    ];
    for (const failure of failures) {
      fake.misbehave = failure;
      await rejects(federationLink(credentials, place, "https://x/", never), (error: Error) => {
        equal(`${error.stack} ${Deno.inspect(error)}`.includes(MARK), false);
        return true;
      });
    }
    await fake.close();
    await rejects(federationLink(credentials, place, "https://x/", never), (error: Error) => {
      equal(`${error.stack} ${Deno.inspect(error)}`.includes(MARK), false);
      return true;
    });
    const keys = wrap({ accessKeyId: "AKIA", secretAccessKey: "s" });
    await rejects(federationLink(keys, place, "https://x/", never), { message: /own keys give none/ });
  });
});
