/**
 * Results of commands whose output cannot be written, because the disk is full or no program reads
 * it.
 */
import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { installActions, makeHome } from "../../support/program/actions.ts";
import { type KedgeResult, plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";

/** Only Linux has a device that is always full. */
const ignore = Deno.build.os !== "linux";
const FULL = "kedge: standard output cannot be written: the disk is full\n";
const CONFIG = {
  perpage: 5,
  servers: [{ name: "shop", engine: "postgres", host: "127.0.0.1", port: 1 }],
};

Deno.test({
  name: "a command says one line and fails when standard output is full",
  ignore,
  async fn(t) {
    const home = await prepared();
    const calls: readonly (readonly [args: readonly string[], before?: string])[] = [
      [["--list"]],
      [["--list", "--json"]],
      [["--accounts", "--json"]],
      [["--doctor", "--json"]],
      [["--version"]],
      [["--help", "--json"]],
      [["--validate-config"]],
      [["--schema", "config"]],
      [["--uninstall", "none", "--json"]],
      [["--query", "shop", "select 1", "--json"]],
      [["--run", "x/a"]],
      [["--run", "x/a", "--json"]],
      [["--nope", "--json"], "kedge: there is no --nope\nTry: kedge --help\n"],
    ];
    try {
      for (const [args, before = ""] of calls) {
        await t.step(args.join(" "), async () => {
          const { code, stdout, stderr } = await redirected(home.home, args, '"$@" >/dev/full');
          deepEqual([code, stdout, stderr], [1, "", before + FULL]);
        });
      }
    } finally {
      await home.remove();
    }
  },
});

Deno.test({
  name: "a command ends as it would when nobody reads what it says",
  ignore,
  async fn(t) {
    const home = await prepared();
    const gone = '{ "$@"; echo "status $?" >&2; } | :';
    const calls: readonly (readonly [args: readonly string[], script: string, says: RegExp])[] = [
      [["--list", "--json"], gone, /^status 0\n$/],
      [["--run", "x/a"], gone, /^status 0\n$/],
      [["--run", "x/a", "--json"], gone, /^status 0\n$/],
      [["--query", "shop", "select 1", "--json"], gone, /^kedge: .*\n(.*\n)?status 1\n$/],
      [["--nope"], '"$@" 2>/dev/full; echo "status $?" >&2', /^status 2\n$/],
      [["--query", "shop", "select 1"], '"$@" 2>/dev/full; echo "status $?" >&2', /^status 1\n$/],
    ];
    try {
      for (const [args, script, says] of calls) {
        await t.step(`${args.join(" ")}: ${script}`, async () => {
          match((await redirected(home.home, args, script)).stderr, says);
        });
      }
      await t.step("--print-config prints although its warnings cannot be told", async () => {
        const { code, stdout } = await redirected(home.home, ["--print-config"], '"$@" 2>/dev/full');
        equal(code, 0);
        equal(JSON.parse(stdout).perPage, 50);
      });
    } finally {
      await home.remove();
    }
  },
});

/** Creates a home with a configuration that has a warning, and an action that prints. */
async function prepared() {
  const home = await makeHome();
  await Deno.writeTextFile(join(home.home, "config.json"), JSON.stringify(CONFIG));
  const source =
    `package action\nimport "kedge"\nfunc Run(k *kedge.Ctx) error { k.Log("hello"); return nil }\n`;
  await installActions(home, "x", [{ id: "a", source }]);
  return home;
}

/** Runs a command in a shell script, where `"$@"` is the program with its arguments. */
async function redirected(home: string, args: readonly string[], script: string): Promise<KedgeResult> {
  const { code, stdout, stderr } = await new Deno.Command("sh", {
    args: ["-c", script, "sh", ...program(...args)],
    env: await plainEnvironment({ KEDGE_HOME: home }),
    clearEnv: true,
    stdin: "null",
  }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: decode(stdout), stderr: decode(stderr) };
}
