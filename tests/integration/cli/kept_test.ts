/** What short commands keep from their last time is what they would find anew, and gone with the first change. */
import { equal, match, notEqual } from "node:assert/strict";
import { waitFor } from "../../desktop/harness/wait.ts";
import { kedge, type KedgeResult } from "../../support/program/kedge.ts";
import { removeFolder } from "../../support/remove_folder.ts";

/** A user's home with a toolchain in it whose `go` counts how often it is asked. */
async function made() {
  const home = await Deno.realPath(await Deno.makeTempDir({ prefix: "kedge-kept-" }));
  const root = `${home}/go`, asked = `${home}/asked`;
  await Deno.mkdir(`${root}/bin`, { recursive: true });
  await Deno.mkdir(`${root}/pkg/tool`, { recursive: true });
  const write = async (version: string) => {
    const script = `#!/bin/sh\necho >> ${asked}\necho go version ${version} linux/amd64\n`;
    await Deno.writeTextFile(`${root}/bin/go`, script, { mode: 0o755 });
  };
  await write("go1.98.0");
  await Deno.mkdir(`${home}/.kedge`, { mode: 0o700 });
  const config = `${home}/.kedge/config.json`;
  await Deno.writeTextFile(
    config,
    '{"accounts": [{"accountId": "111111111111", "env": "prd", "region": "eu-west-1"}]}',
    {
      mode: 0o600,
    },
  );
  const env = { HOME: home, KEDGE_HOME: `${home}/.kedge`, GOROOT: root, DISPLAY: "", WAYLAND_DISPLAY: "" };
  return {
    config,
    write,
    run: (...args: string[]): Promise<KedgeResult> => kedge(args, { env }),
    asked: () => Deno.readTextFile(asked).then((text) => text.length, () => 0),
    kept: (name: string) => Deno.stat(`${home}/.kedge/cache/${name}.json`).catch(() => null),
    remove: () => removeFolder(home),
  };
}

const DOCTOR = [["--doctor"], ["--doctor", "--json"]] as const;
const ACCOUNTS = [["--accounts"], ["--accounts", "--json"]] as const;

Deno.test("kedge --doctor starts go until its answer is kept, says the same then, and sees another go", async () => {
  const user = await made();
  try {
    const before = await Promise.all(DOCTOR.map((args) => user.run(...args)));
    match(before[0]!.stdout, /✓ go +go1\.98\.0 at /);
    // What was written just now is not kept yet.
    await waitFor("the kept answer", async () => (await user.run("--doctor"), await user.kept("go")), 60_000);
    const times = await user.asked();
    for (const [at, args] of DOCTOR.entries()) {
      const { code, stdout, stderr } = await user.run(...args);
      equal(stdout, before[at]!.stdout);
      equal(stderr, before[at]!.stderr);
      equal(code, before[at]!.code);
    }
    equal(await user.asked(), times, "go was started again");
    await user.write("go1.99.0");
    match((await user.run("--doctor")).stdout, /✓ go +go1\.99\.0 at /);
  } finally {
    await user.remove();
  }
});

Deno.test("kedge --accounts says the same when the configuration is kept, and follows a change of it at once", async () => {
  const user = await made();
  try {
    const before = await Promise.all(ACCOUNTS.map((args) => user.run(...args)));
    equal(before[0]!.stdout, "prd    111111111111\n");
    await waitFor(
      "the kept answer",
      async () => (await user.run("--accounts"), await user.kept("config")),
      60_000,
    );
    for (const [at, args] of ACCOUNTS.entries()) {
      const { code, stdout, stderr } = await user.run(...args);
      equal(stdout, before[at]!.stdout);
      equal(stderr, before[at]!.stderr);
      equal(code, 0);
    }
    await Deno.writeTextFile(
      user.config,
      '{"accounts": [{"accountId": "222222222222", "env": "dev", "region": "eu-west-1"}]}',
    );
    equal((await user.run("--accounts")).stdout, "dev    222222222222\n");
    await Deno.writeTextFile(user.config, '{"accounts": [');
    const { stdout, stderr } = await user.run("--accounts");
    equal(stdout, "");
    match(stderr, /config\.json cannot be read/);
    notEqual((await user.run("--doctor")).code, 0);
  } finally {
    await user.remove();
  }
});
