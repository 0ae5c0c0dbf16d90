import assert from "node:assert/strict";
import { join } from "node:path";
import { type KedgePaths, kedgePaths } from "../../../src/core/paths.ts";
import { readStateFile, updateStateFile } from "../../../src/core/state/state_file.ts";
import { cli, installActions } from "../../support/program/actions.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { testOn } from "../../support/systems.ts";

/** Runs `use` with a home with one extension. */
async function withHome(use: (paths: KedgePaths) => Promise<void>): Promise<void> {
  const paths = kedgePaths(await Deno.makeTempDir({ prefix: "kedge-open-home-" }));
  try {
    await installActions(paths, "x", [{ id: "a", source: "package action\n" }]);
    await use(paths);
  } finally {
    await removeFolder(paths.home);
  }
}

/** Replaces a file by a named pipe, whose reading or writing would wait forever. */
async function pipe(path: string): Promise<void> {
  await Deno.remove(path).catch(() => {});
  const { success } = await new Deno.Command("mkfifo", { args: [path] }).output();
  assert.ok(success);
}

const RUN = ["--run", "x/a"], LIST = ["--list"];

/** Files of the home that are pipes, a command for each, and its output. */
const PIPES: readonly (readonly [file: string, args: readonly string[], code: number, says: RegExp])[] = [
  ["extensions/x/installed.json", RUN, 3, /installed\.json is no regular file/],
  ["extensions/x/installed.json", LIST, 0, /installed\.json is no regular file/],
  ["extensions/x/installed.json", ["--uninstall", "x"], 0, /Uninstalled x/],
  ["extensions/x/overrides.json", RUN, 3, /overrides\.json is no regular file/],
  ["extensions/x/overrides.json", LIST, 0, /Test x/],
  ["extensions/x/bundle/manifest.json", RUN, 3, /manifest\.json was changed/],
  ["extensions/~lock", ["--uninstall", "x"], 1, /~lock is no regular file/],
  // A missing action is refused before anything is compiled.
  ["config.json", ["--run", "x/b"], 3, /config\.json is no regular file/],
  ["config.json", LIST, 0, /Test x/],
  ["config.json", ["--label", "shop"], 2, /config\.json is no regular file/],
  ["config.json", ["--validate-config"], 2, /config\.json is no regular file/],
  ["config.json", ["--print-config"], 2, /config\.json is no regular file/],
  ["instance.lock", ["--browser"], 1, /instance\.lock is no regular file/],
  ["instance.lock", ["--toggle"], 1, /no Kedge is running/],
];
for (const [file, args, code, says] of PIPES) {
  testOn(
    ["specialFiles"],
    `kedge ${args.join(" ")} does not wait for ever when ${file} is a named pipe`,
    () =>
      withHome(async (paths) => {
        await pipe(join(paths.home, file));
        const result = await cli(paths, args);
        assert.match(result.stdout + result.stderr, says);
        assert.doesNotMatch(result.stderr, /\n\s+at /);
        assert.equal(result.code, code, result.stderr);
      }),
  );
}

/** Files of the home that are links, a command for each, and its output. */
const LINKS: typeof PIPES = [
  ["extensions/x/installed.json", RUN, 3, /installed\.json is no regular file/],
  ["extensions/x/overrides.json", RUN, 3, /overrides\.json is no regular file/],
  ["config.json", LIST, 0, /Test x/],
  ["state.json", LIST, 0, /Test x/],
  ["logs", LIST, 0, /Test x/],
  ["cache", LIST, 0, /Test x/],
  ["extensions/x/bundle/manifest.json", RUN, 3, /manifest\.json was changed/],
];
for (const [file, args, code, says] of LINKS) {
  testOn(
    ["links", "specialFiles"],
    `kedge ${args.join(" ")} neither reads nor replaces a device that ${file} leads to`,
    () =>
      withHome(async (paths) => {
        const path = join(paths.home, file);
        await Deno.remove(path, { recursive: true }).catch(() => {});
        await Deno.symlink("/dev/zero", path);
        const before = (await Deno.stat("/dev/zero")).ino;
        const result = await cli(paths, args);
        assert.match(result.stdout + result.stderr, says);
        assert.equal(result.code, code, result.stderr);
        assert.equal((await Deno.stat("/dev/zero")).ino, before);
        assert.equal((await Deno.lstat(path)).isSymlink, true);
      }),
  );
}

testOn(
  ["links", "specialFiles"],
  "updateStateFile() keeps what it is told, but not through a link to a device",
  () =>
    withHome(async (paths) => {
      await updateStateFile(paths, "a", () => 1);
      assert.deepEqual(await readStateFile(paths), { a: 1 });
      await Deno.remove(paths.state);
      await Deno.symlink("/dev/null", paths.state);
      await updateStateFile(paths, "a", () => 2);
      assert.deepEqual(await readStateFile(paths), {});
      assert.equal((await Deno.stat("/dev/null")).isCharDevice, true);
    }),
);

for (const args of [["--run", "x/b"], LIST, ["--uninstall", "x"], ["--label", "shop"]]) {
  testOn(
    ["modes"],
    `kedge ${args.join(" ")} closes a home that others could write to, and says so once`,
    () =>
      withHome(async (paths) => {
        await Deno.chmod(paths.home, 0o777);
        const first = await cli(paths, args);
        assert.match(first.stderr, /was open to other users of this machine, and is closed now/);
        assert.equal((await Deno.stat(paths.home)).mode! & 0o777, 0o700);
        assert.doesNotMatch((await cli(paths, args)).stderr, /was open/);
      }),
  );
}

if (Deno.uid() === 0) {
  for (const args of [RUN, LIST, ["--browser"], ["--label", "shop"], ["--doctor"]]) {
    Deno.test(`kedge ${args.join(" ")} refuses a home of another user`, () =>
      withHome(async (paths) => {
        await Deno.chown(paths.home, 65002, 65002);
        const { code, stderr, stdout } = await cli(paths, args);
        assert.match(stderr, /belongs to another user: what lies there would run as you\nSet KEDGE_HOME/);
        assert.deepEqual([code, stdout], [3, ""]);
      }));
  }

  Deno.test("kedge --run refuses an installed.json of another user in a home that is closed", () =>
    withHome(async (paths) => {
      await Deno.chown(join(paths.extensions, "x/installed.json"), 65002, 65002);
      const { code, stderr } = await cli(paths, RUN);
      assert.match(stderr, /installed\.json belongs to another user of this machine/);
      assert.equal(code, 3);
    }));
}

Deno.test("kedge --accounts works where the environment names no home, and says when it knows no account", () =>
  withHome(async (paths) => {
    const none = {
      HOME: "",
      USERPROFILE: "",
      AWS_CONFIG_FILE: "/none",
      AWS_SHARED_CREDENTIALS_FILE: "/none",
    };
    // Without a home the runtime may write into the current folder.
    const there = { env: none, cwd: paths.home };
    const printed = await cli(paths, ["--accounts", "--json"], there);
    assert.deepEqual([printed.code, printed.stdout, printed.stderr], [0, "[]\n", ""]);
    const told = await cli(paths, ["--accounts"], there);
    assert.deepEqual([told.code, told.stdout], [0, ""]);
    assert.match(told.stderr, /^kedge: no account is known\. Sign in/);
  }));

Deno.test("kedge reports a user whose home neither the environment nor the system knows", async () => {
  const main = new URL("../../../src/cli/main.ts", import.meta.url).href;
  const source = `process.getBuiltinModule = () => ({ homedir: () => null });
    Deno.exitCode = await (await import(${JSON.stringify(main)})).main(["--print-config"]);`;
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "-q", source],
    env: { HOME: "", USERPROFILE: "", KEDGE_HOME: "" },
  }).output();
  assert.deepEqual([code, new TextDecoder().decode(stderr)], [
    1,
    "kedge: The user has no home folder.\nSet HOME.\n",
  ]);
});

for (
  const [text, code, says] of [
    [
      "{",
      2,
      "kedge: CONFIG cannot be read, so nothing came of this link\nSee: kedge --validate-config\n",
    ],
    [
      "{}",
      3,
      "kedge: links to Kedge are switched off, so nothing came of this link\nSettings, General switches them on.\n",
    ],
  ] as const
) {
  Deno.test(`kedge says why nothing came of a link when config.json is ${text}`, () =>
    withHome(async (paths) => {
      await Deno.writeTextFile(paths.config, text);
      const result = await cli(paths, ["--json", "--", "kedge://open/page/home"]);
      assert.equal(result.stderr.replace(paths.config, "CONFIG"), says);
      assert.equal(result.code, code);
    }));
}
