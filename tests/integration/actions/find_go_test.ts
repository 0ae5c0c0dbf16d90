import assert from "node:assert/strict";
import { join } from "node:path";
import { findGo } from "../../../src/core/actions/mod.ts";
import { cli, installActions, makeHome } from "../../support/program/actions.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const MODULE = new URL("../../../src/core/actions/build/go.ts", import.meta.url).href;

Deno.test("findGo() runs nothing of the current folder and hands on no credentials", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-go-" });
  // Each fake is too old, so that the search continues.
  const fake = (name: string) => `#!/bin/sh\n/usr/bin/env > ${folder}/${name}\necho go version go1.2 x/y\n`;
  const names = () => [...Deno.readDirSync(folder)].map(({ name }) => name);
  try {
    for (const place of ["bin", "absolute/bin"]) await Deno.mkdir(join(folder, place), { recursive: true });
    await Deno.writeTextFile(join(folder, "bin/go"), fake("relative.env"), { mode: 0o755 });
    await Deno.writeTextFile(join(folder, "absolute/bin/go"), fake("absolute.env"), { mode: 0o755 });
    await Deno.writeTextFile(
      join(folder, "find.ts"),
      `import { findGo } from ${JSON.stringify(MODULE)};\nconsole.log(JSON.stringify(await findGo()));\n`,
    );
    for (const GOROOT of [".", join(folder, "absolute")]) {
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--no-config", "--no-lock", "find.ts"],
        cwd: folder,
        env: { GOROOT, AWS_SECRET_ACCESS_KEY: "hunter2", GH_TOKEN: "hunter2" },
        stderr: "inherit",
      }).output();
      assert.match(JSON.parse(new TextDecoder().decode(stdout)).version, /^go1\.\d\d/);
    }
    assert.ok(!names().includes("relative.env"), "a Go of the current folder was run");
    assert.doesNotMatch(await Deno.readTextFile(join(folder, "absolute.env")), /hunter2/);
  } finally {
    await removeFolder(folder);
  }
});

Deno.test("findGo() looks again when the Go that it found was replaced or is gone", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-go-" });
  try {
    for (const place of ["bin", "pkg/tool"]) await Deno.mkdir(join(folder, place), { recursive: true });
    await Deno.writeTextFile(
      join(folder, "find.ts"),
      `import { findGo } from ${JSON.stringify(MODULE)};
for (const version of ["go1.50", "go1.51", "go1.51", ""]) {
  if (version === "") Deno.removeSync("bin/go");
  else {
    Deno.writeTextFileSync("next", "#!/bin/sh\\necho asked >> asked\\necho go version " + version + " x/y\\n", { mode: 0o755 });
    if (Deno.env.get("last") !== version) Deno.renameSync("next", "bin/go");
    Deno.env.set("last", version);
  }
  console.log((await findGo()).version);
}
`,
    );
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--no-config", "--no-lock", "find.ts"],
      cwd: folder,
      env: { GOROOT: folder },
      stderr: "inherit",
    }).output();
    const said = new TextDecoder().decode(stdout).trim().split("\n");
    assert.deepEqual(said.slice(0, 3), ["go1.50", "go1.51", "go1.51"]);
    assert.match(said[3]!, /^go1\.(?!5[01])\d+/);
    assert.equal((await Deno.readTextFile(join(folder, "asked"))).trim().split("\n").length, 2);
  } finally {
    await removeFolder(folder);
  }
});

Deno.test("findGo() prefers a Go that is installed later in a place that comes first", async () => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-go-" });
  try {
    for (const place of ["first/bin", "first/pkg/tool", "second", "pkg/tool"]) {
      await Deno.mkdir(join(folder, place), { recursive: true });
    }
    await Deno.writeTextFile(
      join(folder, "find.ts"),
      `import { findGo } from ${JSON.stringify(MODULE)};
const make = (path: string, version: string) =>
  Deno.writeTextFileSync(path, "#!/bin/sh\\necho go version " + version + " x/y\\n", { mode: 0o755 });
make("second/go", "go1.50");
console.log((await findGo()).version);
console.log((await findGo()).version);
make("first/bin/go", "go1.2");
console.log((await findGo()).version);
Deno.removeSync("first/bin/go");
make("first/bin/go", "go1.51");
console.log((await findGo()).version);
`,
    );
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--no-config", "--no-lock", "find.ts"],
      cwd: folder,
      env: { GOROOT: join(folder, "first"), PATH: `${join(folder, "second")}:${Deno.env.get("PATH")}` },
      stderr: "inherit",
    }).output();
    assert.deepEqual(new TextDecoder().decode(stdout).trim().split("\n"), [
      "go1.50",
      "go1.50",
      "go1.50",
      "go1.51",
    ]);
  } finally {
    await removeFolder(folder);
  }
});

// [files beside the program, whether it gets the user's folders]
for (
  const [what, beside, given] of [
    ["no folder of the user, where Go would write, to a toolchain", ["pkg/tool"], false],
    ["the user's folders to what may be a shim", [], true],
  ] as const
) {
  Deno.test(`findGo() gives ${what}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "kedge-go-" });
    try {
      for (const place of ["bin", ...beside]) await Deno.mkdir(join(folder, place), { recursive: true });
      await Deno.writeTextFile(
        join(folder, "bin/go"),
        `#!/bin/sh\n[ "$1" = version ] && /usr/bin/env > ${folder}/env\necho go version go1.50 x/y\n`,
        { mode: 0o755 },
      );
      await Deno.writeTextFile(
        join(folder, "find.ts"),
        `import { findGo } from ${JSON.stringify(MODULE)};\nconsole.log((await findGo()).version);\n`,
      );
      const folders = {
        HOME: folder,
        XDG_CONFIG_HOME: join(folder, "config"),
        APPDATA: join(folder, "data"),
      };
      const { stdout } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--no-config", "--no-lock", "find.ts"],
        cwd: folder,
        env: { GOROOT: folder, ...folders },
        stderr: "inherit",
      }).output();
      assert.equal(new TextDecoder().decode(stdout), "go1.50\n");
      const names = (await Deno.readTextFile(join(folder, "env"))).split("\n").map((line) =>
        line.split("=")[0]!
      );
      for (const name of Object.keys(folders)) assert.equal(names.includes(name), given, name);
    } finally {
      await removeFolder(folder);
    }
  });
}

Deno.test("findGo() finds Go with a bare PATH", async () => {
  const go = await findGo();
  assert.ok("path" in go);
  const source = `package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error { return nil }\n`;
  const paths = await makeHome();
  try {
    await installActions(paths, "env", [{ id: "a", source }]);
    const { code, stderr } = await cli(paths, ["--run", "env/a"], { env: { PATH: "/usr/bin:/bin" } });
    assert.equal(code, 0, stderr);
  } finally {
    await paths.remove();
  }
});
