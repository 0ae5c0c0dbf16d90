import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { kedge } from "../../support/program/kedge.ts";
import { startKeyring } from "../../support/keychain/keyring.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { testOn } from "../../support/systems.ts";

testOn(
  ["proc"],
  "kedge --doctor --json tells what is there and what is missing, each with the next step",
  async () => {
    const keyring = await startKeyring();
    const home = await Deno.makeTempDir({ prefix: "kedge-doctor-" });
    try {
      await Deno.writeTextFile(
        join(home, "config.json"),
        '{"ssoStartUrl": "https://x.awsapps.com/start", "ssoRegion": "eu-west-1"}',
      );
      const { code, stdout, stderr } = await kedge(["--doctor", "--json"], {
        env: { ...keyring.env, KEDGE_HOME: home },
      });
      equal(stderr, "");
      const { ok, checks } = JSON.parse(stdout) as {
        ok: boolean;
        checks: { name: string; status: string; hint?: string }[];
      };
      const status = (name: string) => checks.find((check) => check.name === name)?.status;
      equal(status("configuration"), "found", stdout);
      equal(status("keychain"), "found", stdout);
      equal(status("go"), "found", stdout);
      equal(status("sign-in"), "found", stdout);
      // This environment has no display.
      for (const name of ["webview", "tray", "shortcut"]) {
        equal(status(name), "missing");
        match(checks.find((check) => check.name === name)?.hint ?? "", /--browser/);
      }
      equal(ok, false);
      equal(code, 1);
    } finally {
      await keyring.close();
      await removeFolder(home);
    }
  },
);

testOn(
  ["proc"],
  "kedge --doctor --json is one document when a file of AWS's tools cannot be read",
  async () => {
    const home = await Deno.makeTempDir({ prefix: "kedge-doctor-" });
    try {
      await Deno.writeTextFile(
        join(home, "config.json"),
        '{"ssoStartUrl": "https://x.awsapps.com/start", "ssoRegion": "eu-west-1"}',
      );
      // A regular file that even root cannot read.
      const AWS_CONFIG_FILE = "/proc/self/mem";
      const { code, stdout, stderr } = await kedge(["--doctor", "--json"], {
        env: { KEDGE_HOME: home, AWS_CONFIG_FILE, AWS_ENDPOINT_URL_SSO: "http://127.0.0.1:1" },
      });
      deepEqual([code, stderr], [1, ""]);
      const { checks } = JSON.parse(stdout) as { checks: { name: string }[] };
      deepEqual(checks.find(({ name }) => name === "token"), {
        name: "token",
        status: "missing",
        detail: "/proc/self/mem cannot be read.",
        hint: "Check that it is yours and that you may read it.",
      });
    } finally {
      await removeFolder(home);
    }
  },
);

/** The file of a token; it need not exist, because only a request to AWS reads it. */
const TOKEN = { AWS_WEB_IDENTITY_TOKEN_FILE: "token", AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/r" };
const CONTAINER = { AWS_CONTAINER_CREDENTIALS_RELATIVE_URI: "/v2/credentials" };
const PROFILE = "[default]\ncredential_process = none\n", REGION = "[default]\nregion = eu-west-1\n";
const DEFAULT = ["found", "AWS default profile"] as const;
const NONE = ["off", "no portal and no AWS credentials are set up"] as const;
type Source = readonly [
  what: string,
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
  check: readonly [status: string, detail: string],
];
const SOURCES: readonly Source[] = [
  ["a default profile", { ".aws/config": PROFILE }, {}, DEFAULT],
  ["a default profile without credentials", { ".aws/config": REGION }, {}, NONE],
  ["a file of another name", { other: PROFILE }, { AWS_CONFIG_FILE: "~/other" }, DEFAULT],
  ["none where the file should be", { ".aws/config": PROFILE }, { AWS_CONFIG_FILE: "~/other" }, NONE],
  ["a token", {}, TOKEN, ["found", "AWS_WEB_IDENTITY_TOKEN_FILE of the environment"]],
  ["a container", {}, CONTAINER, ["found", "credentials of this machine"]],
];
for (const [what, files, env, check] of SOURCES) {
  Deno.test(`kedge --doctor tells which credentials are used when there is no portal, but ${what}`, async () => {
    const user = await Deno.makeTempDir({ prefix: "kedge-doctor-" });
    try {
      await Deno.mkdir(join(user, ".aws"));
      for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(join(user, name), text);
      const around = { HOME: user, USERPROFILE: user, KEDGE_HOME: join(user, "kedge"), ...env };
      const { stdout } = await kedge(["--doctor", "--json"], { env: around });
      const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; detail: string }[] };
      const found = checks.find(({ name }) => name === "sign-in")!;
      deepEqual([found.status, found.detail], check);
    } finally {
      await removeFolder(user);
    }
  });
}

Deno.test("kedge --doctor says it in words for people", async () => {
  const { code, stdout } = await kedge(["--doctor"], { env: { KEDGE_HOME: "/nowhere" } });
  match(stdout, /– configuration +\S*nowhere[\\/]config\.json does not exist/);
  // Windows has a keychain without a desktop session.
  if (Deno.build.os === "windows") return match(stdout, /✓ keychain/);
  match(stdout, /✗ keychain +.*\n +→ /);
  equal(code, 1);
});
