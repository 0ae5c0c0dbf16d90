import assert from "node:assert/strict";
import { join } from "node:path";
import { findGo, languageVersion } from "../../../src/core/actions/build/go.ts";
import { shellWord } from "../../../src/core/platform/shell_word.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { shareGoCache } from "../../support/program/actions.ts";
import { bundleBytes, bundleFiles, entries } from "../../support/bundles/bundles.ts";
import { kedge, type KedgeResult } from "../../support/program/kedge.ts";
import { zip } from "../../support/bundles/zip_writer.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { has, type Need, testOn } from "../../support/systems.ts";

/** Path of Go; its installer for Windows does not change the PATH of running sessions. */
const GO = Deno.build.os === "windows" ? join(Deno.env.get("ProgramFiles")!, "Go", "bin", "go.exe") : "go";

/**
 * Runs a test with a Kedge home and bundles in a folder; `run` runs Kedge there, `ask` also gives
 * it input.
 */
function testKedge(
  name: string,
  work: (
    folder: string,
    run: (...args: string[]) => Promise<KedgeResult>,
    ask: (input: string, ...args: string[]) => Promise<KedgeResult>,
  ) => Promise<void>,
  needs: readonly Need[] = [],
): void {
  testOn(needs, name, async () => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-cli-" });
    const env = { KEDGE_HOME: join(folder, "home") };
    try {
      await shareGoCache(kedgePaths(env.KEDGE_HOME));
      await Deno.writeFile(join(folder, "ok.kedgeext"), bundleBytes());
      await Deno.writeFile(join(folder, "bad.zip"), zip([...entries({ name: 5 }), { name: "../x" }]));
      for (
        const [path, bytes] of bundleFiles({}, { "actions/run_test.go": "package action", ".git/x": "x" })
      ) {
        await Deno.mkdir(join(folder, "source", path, ".."), { recursive: true });
        await Deno.writeFile(join(folder, "source", path), bytes);
      }
      await work(folder, (...args) => kedge(args, { env }), (input, ...args) => kedge(args, { env, input }));
    } finally {
      await removeFolder(folder);
    }
  });
}

const json = ({ stdout }: KedgeResult) => {
  assert.equal(stdout.split("\n").length, 2, "exactly one document");
  return JSON.parse(stdout);
};

testKedge("--validate-bundle says what is wrong, with exit status 0, 1 and 2", async (folder, run) => {
  const [ok, bad, none] = [join(folder, "ok.kedgeext"), join(folder, "bad.zip"), join(folder, "none")];
  assert.equal((await run("--validate-bundle", ok)).code, 0);
  const refused = await run("--validate-bundle", bad);
  assert.equal(refused.code, 1);
  assert.match(
    refused.stdout,
    /error\[path-parent\][^]*error\[wrong-type\][^]*manifest.json:1:20[^]*2 errors/,
  );
  assert.equal((await run("--validate-bundle", none)).code, 2);
  assert.equal((await run("--validate-bundle", ok, bad)).code, 1);
  assert.equal((await run("--validate-bundle", bad, none)).code, 2);
});

testKedge("--validate-bundle --json gives one document, an array for several", async (folder, run) => {
  const [ok, bad] = [join(folder, "ok.kedgeext"), join(folder, "bad.zip")];
  const one = json(await run("--validate-bundle", ok, "--json"));
  assert.deepEqual(Object.keys(one), ["ok", "file", "diagnostics", "hash"]);
  assert.deepEqual([one.ok, one.file, one.diagnostics], [true, ok, []]);
  const [first, second] = json(await run("--validate-bundle", ok, bad, "--json"));
  assert.deepEqual([first.ok, second.ok, second.hash], [true, false, undefined]);
  assert.deepEqual(second.diagnostics.map(({ code }: { code: string }) => code), [
    "path-parent",
    "wrong-type",
  ]);
});

testKedge(
  "--validate-bundle --compile gives the compiler's errors in the bundle's paths",
  async (folder, run) => {
    const source = join(folder, "source");
    const good = await run("--validate-bundle", source, "--compile");
    assert.equal(good.code, 0, good.stdout + good.stderr);
    await Deno.writeTextFile(join(source, "actions/run.go"), "package action\n\nfunc Run() {\n\tx := 1\n}\n");
    const { ok, diagnostics } = json(await run("--validate-bundle", source, "--compile", "--json"));
    assert.equal(ok, false);
    assert.ok(
      diagnostics.some(({ file, line }: { file: string; line: number }) =>
        file === "actions/run.go" && line === 4
      ),
      JSON.stringify(diagnostics),
    );
  },
);

testKedge(
  "--pack writes into a folder that is there, and says where it cannot write",
  async (folder, run) => {
    const source = join(folder, "source"), there = join(folder, "there");
    await Deno.mkdir(there);
    const packed = await run("--pack", source, "--output", there, "--json");
    assert.deepEqual([packed.code, json(packed).file], [0, join(there, "ext.kedgeext")]);
    for (
      const [output, reason] of [
        [join(folder, "none", "x.kedgeext"), "there is no such folder"],
        [
          join(folder, "ok.kedgeext", "x"),
          Deno.build.os === "windows" ? "there is no such folder" : "part of the path is not a folder",
        ],
        // Windows reports a long name as a missing file.
        ...(Deno.build.os === "windows"
          ? []
          : [[join(folder, "x".repeat(300)), "its name is too long"] as const]),
      ] as const
    ) {
      const refused = await run("--pack", source, "--output", output);
      assert.deepEqual([refused.code, refused.stderr], [2, `kedge: cannot write ${output}: ${reason}\n`]);
    }
  },
);

testKedge("--install shows the review and installs after a yes only", async (folder, run, ask) => {
  const ok = join(folder, "ok.kedgeext");
  for (const input of ["", "\n", "n\n", "yess\n"]) {
    const refused = await ask(input, "--install", ok);
    assert.equal(refused.code, 3);
    // Without a terminal the message names the option that needs no question.
    assert.match(
      refused.stderr,
      input === ""
        ? /\nNothing was installed\. Review it, then add --trust [0-9a-f]{64}\n$/
        : /Nothing was installed\.\n$/,
    );
    assert.match(
      refused.stdout,
      /Ext[^]*manifest\.json[^]*func Run\(k \*kedge\.Ctx\)[^]*hash [0-9a-f]{64}/,
    );
  }
  assert.deepEqual(json(await run("--list", "--json")), []);
  const asked = await ask("y\n", "--install", ok);
  assert.equal(asked.code, 0);
  assert.match(asked.stderr, /kedge is not on your PATH.*: (alias|doskey) kedge=/);
  assert.equal(json(await run("--list", "--json"))[0].id, "ext");
});

testKedge("--install --trust installs exactly the bundle of that hash", async (folder, run) => {
  const ok = join(folder, "ok.kedgeext");
  const { hash } = json(await run("--validate-bundle", ok, "--json"));
  const wrong = await run("--install", ok, "--trust", "0".repeat(64));
  assert.equal(wrong.code, 3);
  assert.match(wrong.stderr, new RegExp(`0{64}[^]*${hash}`));
  const untrusted = json(await run("--install", ok, "--json"));
  assert.deepEqual([untrusted.ok, untrusted.hash, untrusted.change], [false, hash, "install"]);
  const installed = await run("--install", ok, "--trust", hash.toUpperCase(), "--json");
  assert.equal(installed.code, 0);
  assert.deepEqual(json(installed), { ok: true, id: "ext", hash, change: "install", diagnostics: [] });
  assert.equal(json(await run("--install", ok, "--trust", hash, "--json")).change, "reinstall");
});

testKedge(
  "--install refuses a bundle that breaks a rule and leaves what is installed alone",
  async (folder, run, ask) => {
    await ask("y\n", "--install", join(folder, "ok.kedgeext"));
    const before = (await run("--list", "--json")).stdout;
    const refused = await ask("y\n", "--install", join(folder, "bad.zip"));
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /error\[path-parent\]/);
    assert.equal((await run("--install", join(folder, "none"))).code, 2);
    assert.equal(json(await run("--install", join(folder, "bad.zip"), "--trust", "x", "--json")).ok, false);
    assert.equal((await run("--list", "--json")).stdout, before);
  },
);

testOn(["specialFiles"], "--install and --uninstall say what the system refuses", async () => {
  const env = { KEDGE_HOME: "/dev/null/kedge" };
  const folder = await Deno.makeTempDir();
  const bundle = join(folder, "ok.kedgeext");
  await Deno.writeFile(bundle, bundleBytes());
  const installed = await kedge(["--install", bundle], { env, input: "y\n" });
  assert.equal(installed.code, 1);
  assert.match(
    installed.stderr,
    /cannot install to \/dev\/null\/kedge\/extensions: part of the path is not a folder/,
  );
  const uninstalled = await kedge(["--uninstall", "ext", "--json"], { env });
  assert.equal(uninstalled.code, 1);
  assert.match(json(uninstalled).error, /cannot uninstall/);
  await removeFolder(folder);
});

testKedge(
  "--list shows the beginning of what is long, and how much more there is",
  async (folder, run, ask) => {
    const actions = Array.from(
      { length: 150 },
      (_, i) => ({ id: `a${i}`, label: "A", entry: "actions/run.go" }),
    );
    await Deno.writeFile(join(folder, "long.kedgeext"), zip(entries({ actions })));
    await ask("y\n", "--install", join(folder, "long.kedgeext"));
    const bundle = join(folder, "home/extensions/ext/bundle");
    for (let i = 0; i < 101; i++) await Deno.writeTextFile(join(bundle, `new${i}`), "");
    const { stdout } = await run("--list");
    const lines = stdout.trimEnd().split("\n").slice(1);
    assert.deepEqual(
      [
        lines.filter((line) => line.startsWith("  ! ")).length,
        lines.filter((line) => /ext\/a/.test(line)).length,
      ],
      [100, 100],
    );
    assert.match(lines[100]!, /… 1 more problem: /);
    assert.match(lines.at(-1)!, /… 50 more actions: kedge --list --json has all/);
    assert.equal(json(await run("--list", "--json"))[0].actions.length, 150);
  },
);

testKedge("--list says what was changed, --uninstall removes", async (folder, run, ask) => {
  assert.match((await run("--list")).stdout, /No extensions are installed/);
  await ask("y\n", "--install", join(folder, "ok.kedgeext"));
  assert.match((await run("--list")).stdout, /^Ext\n {2}ext\/run {2}Run\n$/);
  await Deno.writeTextFile(join(folder, "home/extensions/ext/bundle/manifest.json"), "{}");
  assert.match((await run("--list")).stdout, /changed[^]*manifest.json was changed[^]*review again/);
  assert.equal((await run("--uninstall", "ext")).code, 0);
  assert.deepEqual(json(await run("--uninstall", "ext", "--json")), {
    ok: false,
    id: "ext",
    error: "not installed",
  });
  assert.equal((await run("--uninstall", "../ext")).code, 1);
});

testKedge("--pack makes the same bytes each time, without what only an author needs", async (folder, run) => {
  const source = join(folder, "source"), output = join(folder, "out.kedgeext");
  const packed = json(await run("--pack", source, "--output", output, "--json"));
  assert.deepEqual([packed.ok, packed.file, packed.files, packed.leftOut.sort()], [
    true,
    output,
    2,
    [".git/", "actions/run_test.go"],
  ]);
  const first = await Deno.readFile(output);
  await Deno.utime(join(source, "manifest.json"), 1, 1);
  await Deno.chmod(join(source, "manifest.json"), 0o755);
  assert.equal((await run("--pack", source, "--output", output)).code, 0);
  assert.deepEqual(await Deno.readFile(output), first);
  const validated = json(await run("--validate-bundle", output, source, "--json"));
  assert.deepEqual(validated.map(({ hash }: { hash: string }) => hash), [packed.hash, packed.hash]);
});

testKedge("--pack leaves out the bundle that it wrote into the folder before", async (folder, run) => {
  const source = join(folder, "source"), output = join(source, "bundle.zip");
  const first = json(await run("--pack", source, "--output", output, "--json"));
  const bytes = await Deno.readFile(output);
  const again = json(await run("--pack", source, "--output", output, "--json"));
  assert.deepEqual([again.hash, again.files], [first.hash, first.files]);
  assert.deepEqual(again.leftOut.filter((path: string) => !first.leftOut.includes(path)), ["bundle.zip"]);
  assert.deepEqual(await Deno.readFile(output), bytes);
  assert.match((await run("--pack", source, "--output", output)).stdout, /^left out: .*bundle\.zip/m);
});

testKedge("--pack replaces no file of the folder that is not a bundle", async (folder, run) => {
  const source = join(folder, "source");
  for (const name of ["manifest.json", "actions/run.go", "actions/run_test.go", "notes.zip"]) {
    const file = join(source, name);
    if (name === "notes.zip") await Deno.writeTextFile(file, "notes");
    const before = await Deno.readTextFile(file);
    const { code, stderr } = await run("--pack", source, "--output", file);
    assert.deepEqual([code, await Deno.readTextFile(file)], [2, before]);
    assert.match(stderr, /is a file of the extension, which the bundle would replace\nName another file/);
    const refused = json(await run("--pack", source, "--output", file, "--json"));
    assert.deepEqual([refused.ok, refused.diagnostics], [false, []]);
  }
  const output = join(source, "ext.kedgeext");
  await Deno.writeTextFile(output, "damaged");
  assert.equal((await run("--pack", source, "--output", output)).code, 0, "it has the name of a bundle");
});

testKedge("--pack refuses what --validate-bundle refuses, and writes nothing", async (folder, run) => {
  const source = join(folder, "source"), output = join(folder, "out.kedgeext");
  await Deno.symlink("/etc/passwd", join(source, "actions/link"));
  const refused = await run("--pack", source, "--output", output);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /error\[symlink\]/);
  await assert.rejects(Deno.stat(output));
  assert.equal((await run("--pack", join(folder, "ok.kedgeext"))).code, 2);
  assert.equal((await run("--pack", join(folder, "none"))).code, 2);
}, ["links"]);

testKedge("--validate-bundle refuses a folder whose bundle would be too large", async (folder, run) => {
  const source = join(folder, "source");
  for (const name of ["a", "b", "c"]) {
    await Deno.writeFile(join(source, name), new Uint8Array(2 * 1024 * 1024));
  }
  assert.equal((await run("--validate-bundle", source)).code, 0, "zeros shrink");
  for (const name of ["a", "b", "c"]) {
    const noise = new Uint8Array(2 * 1024 * 1024);
    for (let at = 0; at < noise.length; at += 65_536) {
      crypto.getRandomValues(noise.subarray(at, at + 65_536));
    }
    await Deno.writeFile(join(source, name), noise);
  }
  const refused = json(await run("--validate-bundle", source, "--json"));
  assert.deepEqual(refused.diagnostics.map(({ code }: { code: string }) => code), ["bundle-too-large"]);
  assert.equal((await run("--pack", source, "--output", join(folder, "x"))).code, 1);
});

testKedge(
  "--new starts an extension that validates, compiles, vets and passes its test",
  async (folder, run) => {
    const made = join(folder, "My Extension");
    const { ok, id } = json(await run("--new", made, "--json"));
    assert.deepEqual([ok, id], [true, "my-extension"]);
    const go = await findGo();
    assert.ok("path" in go);
    const module = await Deno.readTextFile(join(made, "go.mod"));
    assert.match(module, new RegExp(`^go ${RegExp.escape(languageVersion(go.version))}$`, "m"));
    const checked = await run("--validate-bundle", made, "--compile");
    assert.equal(checked.code, 0, checked.stdout);
    assert.match(checked.stdout, /is valid/);
    for (const args of [["vet", "./..."], ["test", "./..."]]) {
      const { success, stderr, stdout } = await new Deno.Command(GO, {
        args,
        cwd: made,
        env: {
          GOFLAGS: "-mod=readonly",
          GOPROXY: "off",
          GOWORK: "off",
          GOTOOLCHAIN: "local",
          CGO_ENABLED: "0",
        },
      }).output();
      assert.ok(success, new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
    }
    assert.equal((await run("--new", folder)).code, 2, "a folder with other things is left alone");
    // Windows cannot have a folder of that name.
    if (has("anyName")) assert.equal(json(await run("--new", join(folder, "aux"), "--json")).id, "my-aux");
  },
);

testKedge("--new renews the copies of an extension and nothing else", async (folder, run) => {
  const made = join(folder, "mine");
  await run("--new", made);
  await Deno.writeTextFile(join(made, "icon.svg"), "<svg/>");
  await Deno.remove(join(made, ".kedge/manifest.schema.json"));
  await Deno.writeTextFile(join(made, ".kedge/sdk/of_an_older_kedge.go"), "package kedge\n");
  const { files } = json(await run("--new", made, "--json"));
  assert.deepEqual(files, []);
  assert.ok((await Deno.stat(join(made, ".kedge/manifest.schema.json"))).isFile);
  await assert.rejects(Deno.stat(join(made, ".kedge/sdk/of_an_older_kedge.go")), Deno.errors.NotFound);
  assert.equal(await Deno.readTextFile(join(made, "icon.svg")), "<svg/>");
  assert.ok((await Deno.stat(join(made, ".kedge/sdk/go.mod"))).isFile);
});

Deno.test("--schema manifest prints the schema in the repository", async () => {
  const { stdout, code } = await kedge(["--schema", "manifest"]);
  const stored = await Deno.readTextFile(new URL("../../../schema/manifest.schema.json", import.meta.url));
  assert.deepEqual([code, JSON.parse(stdout)], [0, JSON.parse(stored)]);
});

testKedge(
  "--install obeys nothing that a bundle's texts would have a terminal do",
  async (folder, _, ask) => {
    const file = join(folder, "escapes.kedgeext");
    const escapes = "\x1b[2J\x1b]0;x\x07\u009b1A\u202e";
    const texts = { name: `Nice${escapes}`, version: escapes, author: escapes, description: escapes };
    await Deno.writeFile(file, zip([...entries(texts), { name: "actions/note.txt", data: escapes }]));
    for (const answer of ["n\n", "y\n"]) {
      const { stdout, stderr } = await ask(answer, "--install", file);
      assert.match(stdout + stderr, /Trust and install Nice\\u001b/);
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(stdout + stderr, /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
    }
  },
);

testKedge(
  "--install gives the compiler nothing of a bundle before somebody trusts it",
  async (folder, _, ask) => {
    const compiled = () => Deno.stat(join(folder, "home", "cache", "actions")).then(() => true, () => false);
    for (const [answer, expected] of [["n\n", false], ["", false], ["y\n", true]] as const) {
      await ask(answer, "--install", join(folder, "ok.kedgeext"));
      assert.equal(await compiled(), expected, answer);
    }
  },
);

/** Changes of an installed extension after which it must not run. */
const TAMPERED: [name: string, change: (root: string) => Promise<unknown>, needs?: Need[]][] = [
  ["a byte of the action was changed", async (root) => {
    const file = join(root, "actions/run.go");
    await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replace("nil }", "nil; }"));
  }],
  ["a byte of the manifest was changed", async (root) => {
    const file = join(root, "manifest.json");
    await Deno.writeTextFile(file, (await Deno.readTextFile(file)).replace("Run", "Ran"));
  }],
  ["the action became a link to the same content", async (root) => {
    await Deno.rename(join(root, "actions/run.go"), join(root, "../same.go"));
    await Deno.symlink("../../same.go", join(root, "actions/run.go"));
  }, ["links"]],
  ["a file was added", (root) => Deno.writeTextFile(join(root, "lib.txt"), "x")],
];

for (const [name, change, needs = []] of TAMPERED) {
  testKedge(`--run refuses an extension after ${name}`, async (folder, run, ask) => {
    await Deno.writeFile(
      join(folder, "none.kedgeext"),
      zip(
        entries({ actions: [{ id: "run", label: "Run", entry: "actions/run.go", contextMode: "none" }] }),
      ),
    );
    await ask("y\n", "--install", join(folder, "none.kedgeext"));
    await change(join(folder, "home/extensions/ext/bundle"));
    const refused = await run("--run", "ext/run", "--json");
    assert.deepEqual([refused.code, json(refused).status], [3, "refused"]);
  }, needs);
}

testKedge(
  "--pack writes into a folder, --new quotes what shells would read, and . has a name",
  async (folder, run) => {
    const source = join(folder, "source"), made = join(folder, "Bad Name!");
    assert.ok(
      (await run("--pack", source, "--output", folder)).stdout.includes(join(folder, "ext.kedgeext")),
    );
    const { stdout } = await run("--new", made);
    for (const command of ["--dev", "--install"]) {
      assert.ok(stdout.includes(`kedge ${command} ${shellWord(made)}`), stdout);
    }
    const checked = await kedge(["--validate-bundle", "."], {
      env: { KEDGE_HOME: join(folder, "home") },
      cwd: made,
    });
    assert.match(checked.stdout, /Bad Name! is valid/);
  },
);

testKedge("--new says why nothing can be written", async (folder, run) => {
  const file = join(folder, "file");
  await Deno.writeTextFile(file, "");
  for (
    const [target, reason] of [
      [file, `${file} is not a folder`],
      [
        join(file, "x"),
        `${join(file, "x")} ${
          Deno.build.os === "windows"
            ? "cannot be written: part of the path is not a folder"
            : "is not a folder"
        }`,
      ],
      [folder, `${folder} is not empty`],
      ...(Deno.build.os === "linux"
        ? [["/proc/kedge-new", "/proc/kedge-new cannot be written: there is no such folder"]]
        : []),
    ]
  ) {
    const { code, stderr } = await run("--new", target!);
    assert.deepEqual([code, stderr.split("\n")[0]], [2, `kedge: ${reason}`]);
  }
});

Deno.test("commands tell no credential of the address that they were given", async (t) => {
  const home = await Deno.makeTempDir({ prefix: "kedge-address-" });
  try {
    for (const command of ["--install", "--validate-bundle", "--pack"]) {
      for (const form of [[], ["--json"]]) {
        await t.step([command, ...form].join(" "), async () => {
          const address = "https://ada:hunter2@127.0.0.1:1/x.zip?token=hunter3";
          const { stdout, stderr, code } = await kedge([command, address, ...form], {
            env: { KEDGE_HOME: home },
          });
          assert.equal(code, 2);
          assert.match(stdout + stderr, /127\.0\.0\.1/);
          assert.doesNotMatch(stdout + stderr, /hunter/);
        });
      }
    }
  } finally {
    await removeFolder(home);
  }
});
