import assert from "node:assert/strict";
import { join } from "node:path";
import { buildErrorText, compileAction, startRun } from "../../../src/core/actions/mod.ts";
import { machineServices } from "../../../src/core/actions/machine_services.ts";
import { runGo } from "../../../src/core/actions/build/toolchain.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { beginWait } from "../../runner/slowness.ts";
import { cli, installActions, makeHome } from "../../support/program/actions.ts";
import { recordingSurface } from "../../support/program/run_surface.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const RUN = "func Run(k *kedge.Ctx) error { return nil }\n";
const GOOD = `package action\n\nimport "kedge"\n\n${RUN}`;

function bundle(entry: string, source: string, more: Record<string, string> = {}) {
  const files = Object.entries({ [entry]: source, ...more });
  return { entry, files: new Map(files.map(([path, text]) => [path, new TextEncoder().encode(text)])) };
}

const errors: [name: string, source: string, says: RegExp, more?: Record<string, string>][] = [
  [
    "a mistake",
    `package action\nimport "kedge"\nfunc Run(k *kedge.Ctx) error { x := 1; return nil }\n`,
    /^actions\/a\.go:3:32: .*declared (and|but) not used/,
  ],
  [
    "two mistakes",
    `package action\nimport ("kedge"; "os")\nfunc Run(k *kedge.Ctx) error { return y }\n`,
    /^actions\/a\.go:2:18: .*imported and not used.*\nactions\/a\.go:3:39: undefined: y$/,
  ],
  [
    "a mistake on the line of the package clause",
    'package action; import "kedge"; func Run(k *kedge.Ctx) error { return y }',
    /^actions\/a\.go:1:71: undefined: y$/,
  ],
  [
    "an import of nothing on the line of the package clause",
    `package action; import ("kedge"; _ "bundle/lib"); ${RUN}`,
    /^actions\/a\.go:1:34: the bundle has no Go package in lib\/$/,
  ],
  ["no Run", "package action\n", /^actions\/a\.go:1: there is no func Run\(k \*kedge\.Ctx\) error$/],
  [
    "a Run in small letters",
    `package action\nimport "kedge"\nfunc run(k *kedge.Ctx) error { return nil }\n`,
    /^actions\/a\.go:3: there is no func Run\(k \*kedge\.Ctx\) error$/,
  ],
  [
    "another Run",
    `package action\nimport "kedge"\nfunc Run(k *kedge.Ctx) {}\n`,
    /^actions\/a\.go:3: Run has the wrong form: func\(k \*kedge\.Ctx\)$/,
  ],
  [
    "Run as a constant",
    "package action\nconst Run = 1\n",
    /^actions\/a\.go:2: Run has the wrong form: .*constant/,
  ],
  [
    "Run as a type",
    "package action\ntype Run struct{}\n",
    /^actions\/a\.go:2: Run has the wrong form: it is a type$/,
  ],
  [
    "a generic Run",
    `package action\nimport "kedge"\nfunc Run[T any](k *kedge.Ctx) error { return nil }\n`,
    /^actions\/a\.go:3: Run has the wrong form: it is generic$/,
  ],
  [
    "package main",
    "// A program.\npackage main\nfunc main() {}\n",
    /^actions\/a\.go:2: the file is package main$/,
  ],
  [
    "another package",
    `package other\nimport "kedge"\n${RUN}`,
    /^actions\/a\.go:1: the file is not package action$/,
  ],
  [
    "an import of a program",
    `package action\nimport ("kedge"; _ "bundle/lib")\n${RUN}`,
    /^actions\/a\.go:2:18: the Go files in lib\/ are package main$/,
    { "lib/l.go": "package main\nfunc main() {}\n" },
  ],
  [
    "an import of excluded files",
    `//go:build !ignore\n\npackage action\nimport ("kedge"; _ "bundle/lib")\n${RUN}`,
    /^actions\/a\.go:4: the Go files in lib\/ are left out of the build/,
    { "lib/l.go": "//go:build ignore\n\npackage lib\n" },
  ],
  [
    "a foreign import",
    `package action\nimport ("kedge"; _ "github.com/x/y")\n${RUN}`,
    /^actions\/a\.go:2:18: the package github\.com\/x\/y is not in the bundle, the SDK or the standard library$/,
  ],
  [
    "an import of nothing",
    `package action\nimport ("kedge"; _ "bundle/lib")\n${RUN}`,
    /^actions\/a\.go:2:18: the bundle has no Go package in lib\/$/,
  ],
  [
    "an import that Go takes for none",
    `package action\nimport ("kedge"; _ "bundle/my lib")\n${RUN}`,
    /^actions\/a\.go:2:\d+: invalid import path: "?bundle\/my lib"?$/,
  ],
  [
    "an unknown standard package",
    `package action\nimport ("kedge"; _ "slicesandmore")\n${RUN}`,
    /^actions\/a\.go:2:18: this Go has no package slicesandmore$/,
  ],
  [
    "a mistake in a shared package",
    `package action\nimport ("kedge"; _ "bundle/lib")\n${RUN}`,
    /^lib\/l\.go:2:13: undefined: x$/,
    { "lib/l.go": "package lib\nvar Value = x\n" },
  ],
  [
    "cgo",
    `package action\nimport "C"\nimport "kedge"\n${RUN}`,
    /^actions\/a\.go:2: the file is left out of the build/,
  ],
  [
    "an excluded file",
    `//go:build ignore\n\n${GOOD}`,
    /^actions\/a\.go:1: the file is left out of the build/,
  ],
  ["an empty file", "", /^actions\/a\.go:1:1: the file is empty$/],
  ["no Go at all", "hello\n", /^actions\/a\.go:1:1: expected 'package', found hello$/],
  [
    "an internal package of another folder",
    `package action\nimport ("kedge"; _ "bundle/lib/internal")\n${RUN}`,
    /^actions\/a\.go:2:18: the package bundle\/lib\/internal is only for what lies in lib\/$/,
    { "lib/internal/l.go": "package internal\n" },
  ],
  [
    "the insides of the SDK",
    `package action\nimport ("kedge"; _ "kedge/internal/wire")\n${RUN}`,
    /^actions\/a\.go:2:18: the package kedge\/internal\/wire is not for actions$/,
  ],
];

Deno.test("compileAction() says what is wrong, in the bundle's own names", async (t) => {
  const paths = await makeHome();
  try {
    for (const [name, source, says, more] of errors) {
      await t.step(name, async () => {
        const result = await compileAction(paths, bundle("actions/a.go", source, more));
        assert.ok(!result.ok);
        assert.match(buildErrorText(result.diagnostics), says);
        assert.doesNotMatch(JSON.stringify(result), /kedgerun/);
      });
    }
    await t.step("nothing is left of a build that failed", () => {
      assert.deepEqual([...Deno.readDirSync(join(paths.cache, "go", "work"))], []);
    });
  } finally {
    await paths.remove();
  }
});

Deno.test("compileAction() compiles what Go by itself would leave out or not find", async (t) => {
  const paths = await makeHome();
  try {
    const cases: [name: string, source: ReturnType<typeof bundle>][] = [
      ["an entry at the root", bundle("main.go", GOOD)],
      ["an entry named like a test", bundle("actions/x_test.go", GOOD)],
      ["an entry named for another system", bundle("actions/x_windows.go", GOOD)],
      ["a folder with a space", bundle("my actions/ä.go", GOOD)],
      ["a byte order mark and CRLF", bundle("a.go", "\ufeff" + GOOD.replaceAll("\n", "\r\n"))],
      [
        "broken neighbours of the entry",
        bundle("actions/a.go", GOOD, { "actions/b.go": "package other\nbroken" }),
      ],
      [
        "shared packages, also internal ones and below the entry",
        bundle(
          "actions/a.go",
          `package action\nimport ("kedge"; _ "bundle/internal/deep/x"; _ "bundle/actions/lib")\n${RUN}`,
          {
            "internal/deep/x/x.go": "package x\n",
            "actions/lib/l.go": 'package lib\nimport "kedge"\nvar K *kedge.Ctx\n',
          },
        ),
      ],
      [
        "internal packages beside the entry and above",
        bundle(
          "my/actions/a.go",
          `package action\nimport ("kedge"; _ "bundle/my/actions/internal/x"; _ "bundle/my/internal/y")\n${RUN}`,
          {
            "my/actions/internal/x/x.go": 'package x\nimport _ "bundle/my/internal/y"\n',
            "my/internal/y/y.go": "package y\n",
            "my/actions/Kedgerun/x.go": "package x\n",
          },
        ),
      ],
      [
        "an entry in an internal folder",
        bundle("my/internal/a.go", `package action\nimport ("kedge"; _ "bundle/my/internal/x")\n${RUN}`, {
          "my/internal/x/x.go": "package x\n",
        }),
      ],
      [
        "an internal package that an entry of an odd folder does not use",
        bundle("my actions/a.go", GOOD, { "lib/internal/x.go": "package x\n" }),
      ],
      [
        "shared packages of odd names",
        bundle(
          "a.go",
          `package action\nimport ("kedge"; _ "bundle/u-1+2/CAPS"; _ "bundle/1st/v2"; _ "bundle/main/kedge"; _ "bundle/testdata/x_test")\n${RUN}`,
          {
            "u-1+2/CAPS/_left.go": "out",
            "u-1+2/CAPS/x.go": "package x\n",
            "1st/v2/x.go": "package x\n",
            "main/kedge/x.go": "package x\n",
            "testdata/x_test/x.go": "package x\n",
          },
        ),
      ],
      [
        "a folder named like the generated one",
        bundle("a.go", `package action\nimport ("kedge"; _ "bundle/kedgerun")\n${RUN}`, {
          "kedgerun/x.go": "package x\n",
        }),
      ],
      [
        "files that the entry and a shared package embed, beside what Go would compile or link",
        bundle(
          "my actions/a.go",
          `package action\nimport ("embed"; "kedge"; _ "bundle/lib")\n//go:embed a.txt web/*.html\nvar files embed.FS\n${RUN}`,
          {
            "my actions/a.txt": "a",
            "my actions/web/a.html": "<p>",
            "my actions/go.mod": "broken",
            "my actions/a.syso": "broken",
            "lib/l.go": 'package lib\nimport _ "embed"\n//go:embed data/b.txt\nvar B string\n',
            "lib/data/b.txt": "b",
            "lib/data/go.mod": "broken",
            "lib/x.s": "broken",
            "lib/x.c": "broken",
            "lib/x.syso": "broken",
          },
        ),
      ],
      [
        "files that an entry at the root embeds",
        bundle(
          "a.go",
          `package action\nimport (_ "embed"; "kedge")\n//go:embed web/a.txt\nvar a []byte\n${RUN}`,
          { "web/a.txt": "a" },
        ),
      ],
      [
        "go.mod and go.work of the bundle",
        bundle("actions/a.go", GOOD, { "go.mod": "module x\nrequire y v1.0.0\n", "go.work": "broken" }),
      ],
    ];
    for (const [name, source] of cases) {
      await t.step(name, async () => {
        const result = await compileAction(paths, source);
        assert.ok(result.ok, JSON.stringify(result));
      });
    }
  } finally {
    await paths.remove();
  }
});

Deno.test("compileAction() compiles a program once and then finds it", async () => {
  const paths = await makeHome();
  try {
    let starts = 0;
    const options = { onStart: () => void starts++, signal: new AbortController().signal };
    const source = bundle("a.go", GOOD);
    const [one, two] = await Promise.all([
      compileAction(paths, source, options),
      compileAction(paths, source, options),
    ]);
    assert.ok(one.ok && two.ok);
    assert.equal(one.program, two.program);
    starts = 0;
    const again = await compileAction(paths, source, options);
    assert.ok(again.ok && again.cached);
    assert.equal(starts, 0);
    const programs = () => [...Deno.readDirSync(join(paths.cache, "actions"))].length;
    assert.equal(programs(), 1);
    await compileAction(paths, bundle("a.go", GOOD + "// changed\n"));
    assert.equal(programs(), 2);
    await compileAction(paths, bundle("a.go", GOOD, { "lib/x.go": "package x\n" }));
    assert.equal(programs(), 3);
    // A power failure may leave an empty file.
    await Deno.truncate(again.program);
    const mended = await compileAction(paths, source, options);
    assert.ok(mended.ok && !mended.cached);
    assert.ok((await Deno.stat(mended.program)).size > 0);
  } finally {
    await paths.remove();
  }
});

Deno.test("compileAction() syncs a program before it moves it into the cache", async () => {
  const paths = await makeHome();
  const { sync } = Deno.FsFile.prototype, { renameSync } = Deno;
  const synced: number[] = [], moved: { readonly size: number; readonly synced: boolean }[] = [];
  try {
    Deno.FsFile.prototype.sync = async function () {
      await sync.call(this);
      synced.push((await this.stat()).size);
    };
    Deno.renameSync = (from, to) => {
      const { size } = Deno.statSync(from);
      if (String(to).includes(join("cache", "actions"))) moved.push({ size, synced: synced.includes(size) });
      renameSync(from, to);
    };
    const compiled = await compileAction(paths, bundle("actions/a.go", GOOD));
    assert.ok(compiled.ok);
    const { size } = await Deno.stat(compiled.program);
    assert.deepEqual(moved, [{ size, synced: true }]);
  } finally {
    Deno.FsFile.prototype.sync = sync;
    Deno.renameSync = renameSync;
    await paths.remove();
  }
});

Deno.test("compileAction() tells how far the first compilation of a machine is", async () => {
  const paths = await makeHome();
  await Deno.remove(join(paths.cache, "go", "build"));
  try {
    const told: { name: string; fraction: number | null }[] = [];
    const result = await compileAction(paths, bundle("a.go", GOOD), {
      onProgress: (progress) => told.push(progress),
    });
    assert.ok(result.ok);
    const known = told.flatMap(({ fraction }) => fraction === null ? [] : [fraction]);
    assert.ok(told.length > 20 && known.length > 10, `${told.length}, ${known.length}`);
    assert.ok(known.every((fraction, i) => fraction > 0 && fraction < 1 && fraction >= (known[i - 1] ?? 0)));
    assert.ok(known.at(-1)! > 0.9, `${known.at(-1)}`);
    told.length = 0;
    await compileAction(paths, bundle("a.go", GOOD + "// again\n"), {
      onProgress: (progress) => told.push(progress),
    });
    assert.deepEqual(told, []);
  } finally {
    await paths.remove();
  }
});

Deno.test("compileAction() keeps its caches within their limits", async () => {
  const paths = await makeHome();
  try {
    const actions = join(paths.cache, "actions"), work = join(paths.cache, "go", "work");
    await Deno.mkdir(actions, { recursive: true });
    await Deno.mkdir(join(work, "left-behind"), { recursive: true });
    await Deno.mkdir(join(work, "under-way"));
    const old = new Date(Date.now() - 7_200_000);
    await Deno.utime(join(work, "left-behind"), old, old);
    for (const [name, age] of [["older", 3000], ["newer", 1000]] as const) {
      await Deno.writeFile(join(actions, name), new Uint8Array(0));
      await Deno.truncate(join(actions, name), 200 * 1024 * 1024);
      const used = new Date(Date.now() - age);
      await Deno.utime(join(actions, name), used, used);
    }
    // The size of Go's own cache is checked once a day.
    const build = join(paths.cache, "go", "build"), checked = join(paths.cache, "go", "checked");
    await Deno.remove(build);
    await Deno.mkdir(build);
    await Deno.writeFile(join(build, "huge"), new Uint8Array(0));
    await Deno.truncate(join(build, "huge"), 1100 * 1024 * 1024);
    await Deno.writeFile(checked, new Uint8Array(0));
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await Deno.utime(checked, yesterday, yesterday);
    const forgotten = await Deno.makeTempDir({ prefix: "kedge-run-" });
    const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000);
    await Deno.utime(forgotten, longAgo, longAgo);
    const result = await compileAction(paths, bundle("a.go", GOOD));
    assert.ok(result.ok);
    await assert.rejects(Deno.stat(join(build, "huge")));
    await assert.rejects(Deno.stat(forgotten));
    const left = [...Deno.readDirSync(actions)].map(({ name }) => name);
    assert.equal(left.length, 2);
    assert.ok(left.includes("newer") && !left.includes("older"));
    assert.deepEqual([...Deno.readDirSync(work)].map(({ name }) => name), ["under-way"]);
  } finally {
    await paths.remove();
  }
});

Deno.test("compileAction() compiles nothing when it is stopped at its beginning, however early", async () => {
  const paths = await makeHome();
  await Deno.remove(join(paths.cache, "go", "build"));
  try {
    for (let turns = 0; turns < 12; turns++) {
      const stop = new AbortController();
      const compiling = compileAction(paths, bundle("a.go", GOOD), { signal: stop.signal });
      const refused = assert.rejects(compiling, /stopped/);
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
      stop.abort(new Error("stopped"));
      await refused;
    }
  } finally {
    await paths.remove();
  }
});

Deno.test("compileAction() ends Go and its compilers when no caller waits any more", async () => {
  const paths = await makeHome();
  // Delete the cache, so that compiling takes long enough to be stopped.
  await Deno.remove(join(paths.cache, "go", "build"));
  try {
    const stop = new AbortController();
    const compiling = compileAction(paths, bundle("a.go", GOOD), { signal: stop.signal });
    const compilers = () =>
      [...Deno.readDirSync("/proc")].filter(({ name }) => {
        try {
          return /^\d+$/.test(name) &&
            Deno.readTextFileSync(`/proc/${name}/environ`).includes(`GOCACHE=${paths.cache}`);
        } catch {
          return false;
        }
      }).length;
    const until = async (done: () => boolean) => {
      const isOver = beginWait(60_000);
      while (!done()) {
        assert.ok(!isOver(), `${compilers()} processes`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    };
    await until(() => compilers() >= 2);
    stop.abort(new Error("stopped"));
    await assert.rejects(compiling, /stopped/);
    await until(() => compilers() === 0);
    await until(() => [...Deno.readDirSync(join(paths.cache, "go", "work"))].length === 0);
  } finally {
    await paths.remove();
  }
});

Deno.test("startRun() compiles no further when it fails before the action has begun", async () => {
  const paths = await makeHome();
  try {
    await installActions(paths, "early", [{ id: "a", source: GOOD, manifest: { contextMode: "inherit" } }]);
    const config = defaultConfig();
    let compiling: AbortSignal | undefined;
    const run = startRun(
      { paths, config, extension: "early", action: "a", flags: { account: "111111111111" } },
      recordingSurface(),
      {
        ...machineServices({ paths, config }),
        lastRole: () => Promise.resolve(undefined),
        roles(_account, _region, signal) {
          compiling = signal;
          return Promise.reject(new Error("no network"));
        },
      },
    );
    const { status, error } = await run.done;
    assert.deepEqual([status, error], ["failed", "the action could not be started: no network"]);
    // The run was given the signal that stops compiling.
    assert.equal(compiling?.aborted, true);
  } finally {
    await paths.remove();
  }
});

Deno.test("runGo() leaves nothing that others may read, and the umask as it was", async () => {
  const cwd = await Deno.makeTempDir({ prefix: "kedge-umask-" });
  const before = Deno.umask(0o022);
  try {
    const shell = { path: "/bin/sh", version: "" };
    const { text } = await runGo(shell, { args: ["-c", "umask; echo x > file"], cwd, env: {} });
    assert.match(text, /^0*77\n$/);
    assert.equal((await Deno.stat(join(cwd, "file"))).mode! & 0o777, 0o600);
    assert.equal(Deno.umask(), 0o022);
  } finally {
    Deno.umask(before);
    await removeFolder(cwd);
  }
});

Deno.test("runGo() says so when the system ends go itself", async () => {
  const shell = { path: "/bin/sh", version: "" };
  const call = { args: ["-c", "echo net; kill -KILL $$"], cwd: Deno.cwd(), env: {} };
  assert.deepEqual(await runGo(shell, call), { ok: false, text: "net\n\nsignal: killed" });
});

Deno.test("compileAction() takes nothing from the user's Go settings", async () => {
  const paths = await makeHome();
  try {
    await installActions(paths, "env", [{ id: "a", source: GOOD }]);
    const { code, stderr } = await cli(paths, ["--run", "env/a"], {
      env: {
        GOFLAGS: "-mod=vendor -nonsense",
        GOPROXY: "http://127.0.0.1:1",
        GOCACHE: "/nonexistent",
        GOOS: "plan9",
        GOWORK: "/nonexistent",
        GOTOOLCHAIN: "go9.99",
        CGO_ENABLED: "1",
        CC: "/nonexistent",
      },
    });
    assert.equal(code, 0, stderr);
  } finally {
    await paths.remove();
  }
});

Deno.test("--run compiles and runs an action in a home whose path has what separates folders in a list", async () => {
  const paths = await makeHome("a:b/:home");
  try {
    await installActions(paths, "in", [{ id: "a", source: GOOD }]);
    const { code, stderr } = await cli(paths, ["--run", "in/a"]);
    assert.equal(code, 0, stderr);
  } finally {
    await paths.remove();
  }
});

Deno.test("--run refuses an action that does not compile: exit status 3 and the compiler's words", async () => {
  const paths = await makeHome();
  try {
    await installActions(paths, "bad", [{ id: "a", source: "package action\nfunc Run() {\n" }]);
    const { code, stderr } = await cli(paths, ["--run", "bad/a"]);
    assert.equal(code, 3);
    assert.match(stderr, /kedge: the action does not compile\nactions\/a\.go:\d+:\d+: syntax error/);
  } finally {
    await paths.remove();
  }
});
