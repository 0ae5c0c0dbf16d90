import { putSecrets } from "../support/cloud/put_secret.ts";
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { sessionAddress } from "../../src/core/dbus/mod.ts";
import { linuxKeychain } from "../../src/core/keychain/linux.ts";
import { secretService } from "../../src/core/keychain/secret_service.ts";
import { kedgePaths } from "../../src/core/paths.ts";
import { findProgram } from "../../src/core/platform/mod.ts";
import { run } from "../../src/core/platform/run.ts";
import { Secret } from "../../src/core/secret.ts";
import { testConnection } from "../../src/core/sql/mod.ts";
import { testCache } from "../support/cache.ts";
import { shareGoCache } from "../support/program/actions.ts";
import { kedge } from "../support/program/kedge.ts";
import { startKeyring } from "../support/keychain/keyring.ts";
import { startMariadb } from "../support/servers/mariadb.ts";
import { startMoto } from "../support/servers/moto.ts";
import { Planted } from "../support/program/planted.ts";
import { waitFor } from "../desktop/harness/wait.ts";
import { startPostgres } from "../support/servers/postgres.ts";
import { removeFolder } from "../support/remove_folder.ts";

const mark = crypto.randomUUID().slice(0, 8);

/**
 * Each text occurs nowhere else on the machine, even when this test runs twice at the same time.
 */
const SECRETS = {
  "password in the keychain": `keychain-planted-"${mark}\\e1`,
  "right password of a server": `server-planted-${mark}`,
  "wrong password of a server": `wrong-planted-${mark}`,
  "secret of Secrets Manager": `manager-planted-${mark}`,
  "field of a JSON secret": `field-planted-${mark}`,
  "typed secret": `typed-planted-${mark}`,
  "AWS secret access key": `aws-planted-access-key-${mark}`,
};

/** An action that tries to reveal secrets in log, output, error, toast and dialog. */
const ACTION = `package action

import (
	"fmt"
	"kedge"
	"os"
	"time"
)

func Run(k *kedge.Ctx) error {
	secret, err := k.Secret("app/plain")
	if err != nil {
		return err
	}
	field, err := k.SecretField("app/json", "password")
	if err != nil {
		return err
	}
	typed, _, err := k.Ask(kedge.InputRequest{Kind: "secret", Label: "Password"})
	if err != nil {
		return err
	}
	k.Log("log", secret, field, typed)
	fmt.Println("stdout", secret, field, typed)
	fmt.Fprintln(os.Stderr, "stderr", secret, field, typed)
	time.Sleep(200 * time.Millisecond)
	return fmt.Errorf("failed with %s, %s and %s", secret, field, typed)
}
`;

const MANIFEST = {
  id: "leaky",
  name: "Leaky",
  account: "123456789012",
  role: "dev",
  region: "eu-west-1",
  actions: [{ id: "leak", label: "Leak", entry: "actions/leak/leak.go" }],
};

Deno.test("Planted finds a secret in arguments, environments, files and encodings", async () => {
  const planted = new Planted({ one: "needle-1234567", later: "needle-7654321" });
  const stop = planted.watchProcesses(() => []);
  const child = new Deno.Command("/bin/sleep", { args: ["600"], env: { X: "needle-1234567" } }).spawn();
  const other = new Deno.Command("/bin/sh", {
    args: ["-c", "read x; X=$x exec /bin/sleep 600", "needle-1234567"],
    stdin: "piped",
  }).spawn();
  const seen = (what: string, name = "one") =>
    planted.sightings.some(({ place, secret }) => place.startsWith(`the ${what} of`) && secret === name);
  await waitFor("both to be seen", () => seen("arguments") && seen("environment"));
  // A process that was searched already becomes another program with the same ID.
  const line = other.stdin.getWriter();
  await line.write(new TextEncoder().encode("needle-7654321\n"));
  await waitFor("the later one to be seen", () => seen("environment", "later"));
  await line.close();
  for (const one of [child, other]) one.kill("SIGKILL");
  await Promise.all([child.status, other.status]);
  await stop();
  planted.search("base64", btoa("xneedle-1234567y"));
  planted.search("nothing", "needle-123456");
  const places = new Set(planted.sightings.map(({ place }) => place.split(" ").slice(0, 2).join(" ")));
  deepEqual([...places].sort(), ["base64", "the arguments", "the environment"]);
});

Deno.test("no secret is seen in files, logs, arguments, environments, outputs or error texts", async () => {
  const root = await Deno.makeTempDir({ prefix: "kedge-secrets-" });
  const [home, temporary, bundle] = ["home", "tmp", "bundle"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [home, temporary, join(bundle, "actions/leak")]) {
    await Deno.mkdir(folder, { recursive: true });
  }
  const [keyring, postgres, mariadb, moto] = await Promise.all([
    startKeyring(),
    startPostgres(),
    startMariadb(),
    startMoto(),
  ]);
  const planted = new Planted(SECRETS);
  try {
    const password = SECRETS["right password of a server"];
    // The servers' own files and statements contain the passwords, so this runs before the search
    // begins.
    await postgres.sql(`create role ada login password '${password}'`);
    await mariadb.sql(`create user ada@'%' identified by '${password}'`);
    await putAll(moto.url);
    await Deno.writeTextFile(join(bundle, "manifest.json"), JSON.stringify(MANIFEST));
    await Deno.writeTextFile(join(bundle, "actions/leak/leak.go"), ACTION);
    await shareGoCache(kedgePaths(home));
    const answers = join(root, "answers.json");
    await Deno.writeTextFile(answers, JSON.stringify([SECRETS["typed secret"]]));

    const begun = Date.now();
    const stop = planted.watchProcesses((command) =>
      command.includes("main.ts") ? ["AWS secret access key"] : []
    );
    // Use the keychain.
    const keychain = linuxKeychain({
      run,
      secretTool: () => findProgram("secret-tool"),
      service: () => secretService(sessionAddress((name) => keyring.env[name])!),
      env: () => keyring.env,
    });
    const kept = new Secret(SECRETS["password in the keychain"]);
    await keychain.set("server/a", "Kedge – a", kept);
    equal((await keychain.get("server/a"))?.open(), kept.open());
    await keyring.lock();
    for (const attempt of [keychain.get("server/a"), keychain.set("server/b", "Kedge – b", kept)]) {
      await attempt.then(
        () => planted.sightings.push({ secret: "", place: "a locked keychain" }),
        (error) => {
          planted.search("an error of the keychain", Deno.inspect(error, { depth: 20 }));
        },
      );
    }

    // Use connections.
    for (const [engine, server] of [["postgres", postgres], ["mysql", mariadb]] as const) {
      const target = { name: engine, engine, host: server.host, port: server.port, tls: false };
      for (const [name, worked] of [["right", true], ["wrong", false]] as const) {
        const login = { user: "ada", password: new Secret(SECRETS[`${name} password of a server`]) };
        const result = await testConnection(target, login);
        equal(result.ok, worked, JSON.stringify(result));
        planted.search(`the result of ${engine}`, Deno.inspect([result, login], { depth: 20 }));
      }
    }

    // Use the command line: install an action that tries to reveal everything, and run it.
    const env = {
      KEDGE_HOME: home,
      TMPDIR: temporary,
      AWS_ENDPOINT_URL: moto.url,
      AWS_ACCESS_KEY_ID: "AKIAPLANTED",
      AWS_SECRET_ACCESS_KEY: SECRETS["AWS secret access key"],
    };
    const checked = await kedge(["--validate-bundle", "--json", bundle], { env });
    const { hash } = JSON.parse(checked.stdout) as { hash: string };
    equal((await kedge(["--install", bundle, "--trust", hash], { env })).code, 0);
    const commands = [
      ["--run", "leaky/leak", "--json", "--answers", answers],
      ["--run", "leaky/leak", "--answers", answers],
      ["--list", "--json"],
      ["--print-config"],
      ["--doctor"],
    ];
    for (const args of commands) {
      const { stdout, stderr, code } = await kedge(args, { env });
      planted.search(`the output of ${args.join(" ")}`, stdout);
      planted.search(`the errors of ${args.join(" ")}`, stderr);
      if (args[0] !== "--run") continue;
      // The action has run to its end, and its message hides the secrets.
      equal(code, 1, stdout + stderr);
      match(stdout + stderr, /failed with •••, ••• and •••/);
    }
    equal(await stop() > 20, true);
    equal(planted.searchFolder(home) > 3, true);
    // The output of Go is in the cache that all tests share.
    planted.searchFolder(testCache("go"), begun);
    planted.searchFolder(temporary);
    deepEqual(planted.sightings, []);
  } finally {
    await Promise.all([keyring.close(), postgres.stop(), mariadb.stop(), moto.stop()]);
    await removeFolder(root);
  }
});

function putAll(endpoint: string): Promise<void> {
  const json = JSON.stringify({ user: "ada", password: SECRETS["field of a JSON secret"] });
  return putSecrets(endpoint, "eu-west-1", {
    "app/plain": SECRETS["secret of Secrets Manager"],
    "app/json": json,
  });
}
