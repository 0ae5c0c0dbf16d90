import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { kedgeCommandAnywhere } from "../../../src/cli/accounts/kedge_command.ts";
import { commandLine } from "../../../src/core/aws/profiles/edit.ts";
import { tokenFile } from "../../../src/core/aws/session/names.ts";
import { PORTAL } from "../../support/cloud/stage.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { awsCli, motoPython, startMoto } from "../../support/servers/moto.ts";
import { asUser, type User } from "./stage.ts";

const MINUTE = 60_000;

/** A Python program that prints what boto3 found for a profile: the source and the key. */
const CREDENTIALS = `
import sys, boto3
session = boto3.Session(profile_name=sys.argv[1] if len(sys.argv) > 1 else None)
found = session.get_credentials()
print(found.method, found.get_frozen_credentials().access_key)
`;

const SESSION = `[sso-session work]
sso_start_url = ${PORTAL.startUrl}
sso_region = ${PORTAL.region}
sso_registration_scopes = sso:account:access
[profile reader]
sso_session = work
sso_account_id = 111111111111
sso_role_name = Reader
region = eu-west-1
`;

async function writeAws(user: User, name: string, text: string): Promise<void> {
  await Deno.mkdir(join(user.home, ".aws"), { recursive: true });
  await Deno.writeTextFile(join(user.home, ".aws", name), text);
}

async function boto3(user: User, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(await motoPython(), {
    args: ["-c", CREDENTIALS, ...args],
    env: await plainEnvironment(user.env),
    clearEnv: true,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("botocore uses a token that Kedge stored", async () => {
  await asUser({}, async (user) => {
    await writeAws(user, "config", SESSION);
    await user.signIn();
    match(await boto3(user, "reader"), /^sso ASIA/);
    equal(user.fake.count("/token"), 1, "it needed no other token");
  });
});

Deno.test("botocore and Kedge use the sign-in of a profile before old keys of it", async () => {
  await asUser({}, async (user) => {
    await writeAws(user, "config", SESSION);
    await writeAws(
      user,
      "credentials",
      "[reader]\naws_access_key_id = AKIALEFT\naws_secret_access_key = x\n",
    );
    await user.signIn();
    await Deno.writeTextFile(join(user.env.KEDGE_HOME!, "config.json"), "{}");
    match(await boto3(user, "reader"), /^sso ASIA/);
    const { stdout, stderr } = await user.kedge(["--credentials", "111111111111/Reader"]);
    match(stdout, /"AccessKeyId": ?"ASIA/, stderr);
  });
});

Deno.test("botocore and Kedge renew each other's tokens", async () => {
  // This life is shorter than the time that both programs want left, so each use renews the token.
  await asUser({ tokenLife: 8 * MINUTE }, async (user) => {
    await writeAws(user, "config", SESSION);
    await user.signIn();
    const file = await tokenFile("work");
    const token = async () => (await user.tokens())[file]!.refreshToken as string;
    const tokens = [await token()];
    for (
      const use of [() => boto3(user, "reader"), () => user.kedge(["--credentials", "111111111111/Reader"])]
    ) {
      for (let i = 0; i < 2; i++) {
        const given = await use();
        if (typeof given !== "string") equal(given.code, 0, given.stderr);
        tokens.push(await token());
      }
    }
    match(await boto3(user, "reader"), /^sso ASIA/);
    equal(new Set(tokens).size, tokens.length, "each time the refresh token was another");
    deepEqual(user.fake.calls.filter(({ status }) => status >= 400 && status !== 400), []);
  });
});

Deno.test("botocore takes credentials from Kedge as credential_process", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    const args = ["--credentials", "111111111111/Reader"];
    const command = commandLine(kedgeCommandAnywhere({ home: user.env.KEDGE_HOME! }, args, "linux", "named"));
    await writeAws(user, "config", `[profile kedge]\ncredential_process = ${command}\n`);
    match(await boto3(user, "kedge"), /^custom-process ASIA/);
  });
});

Deno.test("botocore takes credentials from kedge --exec, and none of the user's profiles", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    await writeAws(
      user,
      "credentials",
      "[default]\naws_access_key_id = AKIADEFAULT\naws_secret_access_key = x\n",
    );
    const python = await motoPython();
    const { code, stdout, stderr } = await user.kedge(
      ["--exec", "111111111111/Reader", "--", python, "-c", CREDENTIALS],
    );
    equal(code, 0, stderr);
    match(stdout, /^container-role ASIA/);
  });
});

/** Runs the AWS CLI as this user, and returns the source of its credentials and its identity. */
async function aws(user: User, args: readonly string[], more: Record<string, string> = {}): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(await awsCli(), {
    args: [...args],
    env: await plainEnvironment({ ...user.env, AWS_DEFAULT_REGION: "eu-west-1", ...more }),
    clearEnv: true,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}

Deno.test("the AWS CLI takes credentials from Kedge as credential_process, and works with them", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    // The AWS CLI reads the profiles that Kedge writes.
    const { code, stderr } = await user.kedge(["--aws-profiles", "111111111111/Reader"], {}, "y\n");
    equal(code, 0, stderr);
    const config = await Deno.readTextFile(join(user.home, ".aws", "config"));
    const [, profile = ""] = /\[profile ([^\]]*Reader[^\]]*)\]/.exec(config) ?? [];
    const name = profile.replace(/^"|"$/g, "");
    match(await aws(user, ["configure", "list", "--profile", name]), /access_key\s.*custom-process/);
    const moto = await startMoto();
    try {
      const caller = ["sts", "get-caller-identity", "--output", "json", "--profile", name];
      match(await aws(user, caller, { AWS_ENDPOINT_URL_STS: moto.url }), /"Arn": "arn:aws:/);
    } finally {
      await moto.stop();
    }
  });
});

Deno.test("the AWS CLI takes credentials from the container address of kedge --exec", async () => {
  await asUser({}, async (user) => {
    await user.signIn();
    await writeAws(
      user,
      "credentials",
      "[default]\naws_access_key_id = AKIADEFAULT\naws_secret_access_key = x\n",
    );
    const { code, stdout, stderr } = await user.kedge(
      ["--exec", "111111111111/Reader", "--", await awsCli(), "configure", "list"],
    );
    equal(code, 0, stderr);
    match(stdout, /access_key\s.*container-role/);
  });
});

Deno.test("botocore takes keys without a session token from kedge --exec", async () => {
  await asUser({}, async (user) => {
    const python = await motoPython();
    const moto = await startMoto();
    try {
      const { code, stdout, stderr } = await user.kedge(
        ["--exec", "123456789012", "--", python, "-c", CREDENTIALS],
        { AWS_ENDPOINT_URL_STS: moto.url, AWS_ACCESS_KEY_ID: "AKIAOWN", AWS_SECRET_ACCESS_KEY: "x" },
      );
      equal(code, 0, stderr);
      equal(stdout.trim(), "container-role AKIAOWN");
    } finally {
      await moto.stop();
    }
  }, {});
});
