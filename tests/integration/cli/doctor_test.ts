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

Deno.test("kedge --doctor says it in words for people", async () => {
  const { code, stdout } = await kedge(["--doctor"], { env: { KEDGE_HOME: "/nowhere" } });
  match(stdout, /– configuration +\S*nowhere[\\/]config\.json does not exist/);
  // Windows has a keychain without a desktop session.
  if (Deno.build.os === "windows") return match(stdout, /✓ keychain/);
  match(stdout, /✗ keychain +.*\n +→ /);
  equal(code, 1);
});
