import assert from "node:assert/strict";
import { join } from "node:path";
import type { RunSurface } from "../../../src/core/actions/mod.ts";
import { defaultConfig } from "../../../src/core/config/mod.ts";
import { openWorkbench, type Workbench } from "../../../src/core/development/workbench.ts";
import { makeHome } from "../../support/program/actions.ts";
import { type Need, testOn } from "../../support/systems.ts";
import { passOpenFile } from "../../support/open_file.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { exec } from "../../support/servers/server.ts";
import { waitFor } from "../../desktop/harness/wait.ts";

/**
 * Returns an action that logs a word; `more` is code that writes a file, which needs a permission.
 */
const source = (word: string, more = "") =>
  `package action\n\nimport (\n\t"kedge"\n${
    more ? '\t"os"\n' : ""
  })\n\nfunc Run(k *kedge.Ctx) error {\n\tk.Log("${word}")\n${more}\treturn nil\n}\n`;
const manifest = (entry = "go.go") =>
  JSON.stringify({
    id: "tools",
    name: "Tools",
    actions: [{ id: "go", label: "Go", entry, contextMode: "none" }],
  });

interface Stage {
  readonly folder: string;
  /** Another folder, with a bundle that logs other words and writes a file. */
  readonly other: string;
  readonly written: string;
  readonly bench: Workbench;
  /** Runs the action; `compiling` is called when compiling has begun. */
  run(compiling?: () => Promise<void>): Promise<{ status: string; error: string; lines: string[] }>;
}

async function working(play: (stage: Stage) => Promise<void>): Promise<void> {
  const home = await makeHome();
  const root = await Deno.makeTempDir({ prefix: "kedge-author-" });
  const [folder, other, written] = ["own", "other", "written"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (
    const [at, text] of [[folder, source("own")], [
      other,
      source("other", `\tos.WriteFile(${JSON.stringify(written)}, nil, 0o600)\n`),
    ]] as const
  ) {
    await Deno.mkdir(at);
    await Deno.writeTextFile(join(at, "manifest.json"), manifest());
    await Deno.writeTextFile(join(at, "go.go"), text);
  }
  let ready = false;
  const version = { version: "0.1.0", development: true };
  const bench = await openWorkbench(folder, { paths: home, version, now: Date.now }, ({ status }) => {
    ready ||= status === "ready";
  });
  try {
    await waitFor("the first look", () => ready, 120_000);
    await play({
      ...{ folder, other, written, bench },
      async run(compiling) {
        let swapped: Promise<void> | undefined;
        const phase = (now: string) => void (now === "compiling" && (swapped ??= compiling?.()));
        const surface = new Proxy({}, {
          get: (_, name) => name === "phase" ? phase : () => {},
        }) as RunSurface;
        const run = bench.start("go", defaultConfig, surface);
        const { status, error = "" } = await run.done;
        await swapped;
        const read = await run.log.read(0, 100, AbortSignal.timeout(60_000));
        return { status, error, lines: read.ok ? read.rows.map(({ text }) => text) : [] };
      },
    });
  } finally {
    await bench.close();
    await removeFolder(root);
    await home.remove();
  }
}

/** Replaces the source file. */
async function replaced(folder: string, make: (at: string) => Promise<unknown>): Promise<void> {
  await Deno.remove(join(folder, "go.go"));
  await make(join(folder, "go.go"));
}

const exists = (path: string) => Deno.lstat(path).then(() => true, () => false);

/**
 * Replacements of the folder or file given to `--dev` before a run, and the expected ends of that
 * run.
 */
const BEFORE: readonly (readonly [
  what: string,
  swap: (stage: Stage) => Promise<void>,
  expected: readonly string[],
  ...needs: Need[],
])[] = [
  [
    "a source by a link to a file elsewhere",
    async ({ folder, other }) => {
      await Deno.remove(join(folder, "go.go"));
      await Deno.symlink(join(other, "go.go"), join(folder, "go.go"));
    },
    ["refused"],
    "links",
  ],
  [
    "the manifest by a link to one elsewhere",
    async ({ folder, other }) => {
      await Deno.remove(join(folder, "manifest.json"));
      await Deno.symlink(join(other, "manifest.json"), join(folder, "manifest.json"));
    },
    ["refused"],
    "links",
  ],
  ["the manifest by one whose entry leads out of the folder", async ({ folder }) => {
    await Deno.writeTextFile(join(folder, "manifest.json"), manifest("../other/go.go"));
  }, ["refused"]],
  [
    "a source by a pipe",
    ({ folder }) => replaced(folder, (at) => exec(["mkfifo", at])),
    ["refused"],
    "specialFiles",
  ],
  ["a source by a device", ({ folder }) => replaced(folder, (at) => exec(["mknod", at, "c", "5", "0"])), [
    "refused",
  ], "specialFiles"],
  [
    "a source by a socket",
    ({ folder }) =>
      replaced(folder, (at) => {
        Deno.listen({ transport: "unix", path: at }).close();
        return Promise.resolve();
      }),
    ["refused"],
    "specialFiles",
  ],
  [
    "a source by a link to /dev/zero",
    ({ folder }) => replaced(folder, (at) => Deno.symlink("/dev/zero", at)),
    ["refused"],
    "links",
  ],
  ["a source by a tree of 3,000 folders", ({ folder }) =>
    replaced(folder, async (at) => {
      for (let wide = 0; wide < 1500; wide++) {
        await Deno.mkdir(join(at, `${wide}`, "deep"), { recursive: true });
      }
    }), ["refused"]],
  [
    "the folder by a pipe",
    async ({ folder }) => {
      await Deno.rename(folder, `${folder}.gone`);
      await exec(["mkfifo", folder]);
    },
    ["refused"],
    "specialFiles",
  ],
  [
    "the folder by a link to another one",
    async ({ folder, other }) => {
      await Deno.rename(folder, `${folder}.gone`);
      await Deno.symlink(other, folder);
    },
    ["refused", "ok"],
    "links",
  ],
];
for (const [what, swap, expected, ...needs] of BEFORE) {
  testOn(
    needs,
    `--dev runs nothing that was not looked at when somebody replaces ${what}`,
    () =>
      working(async (stage) => {
        await swap(stage);
        const { status, error, lines } = await stage.run();
        assert.ok(expected.includes(status), `${status} ${error}`);
        // The code that ran is the code that is shown, with its sandbox.
        if (status === "ok") {
          const shown = new TextDecoder().decode(stage.bench.file("go.go")!);
          assert.ok(lines.every((line) => shown.includes(`k.Log("${line}")`)), `${lines} ${shown}`);
          assert.equal(await exists(stage.written), shown.includes("os.WriteFile"));
        } else assert.deepEqual([lines, await exists(stage.written)], [[], false]);
      }),
  );
}

Deno.test("--dev runs the files that were looked at when they are replaced while they are compiled", () =>
  working(async ({ folder, other, written, run }) => {
    await Deno.writeTextFile(join(folder, "go.go"), source("looked at"));
    let swapped = false;
    const { status, lines } = await run(async () => {
      swapped = true;
      await Deno.rename(folder, `${folder}.gone`);
      await Deno.rename(other, folder);
    });
    assert.deepEqual([swapped, status, lines, await exists(written)], [true, "ok", ["looked at"], false]);
  }));

Deno.test("--dev runs one version or the other, each with its own sandbox, while files change without end", () =>
  working(async ({ folder, written, run }) => {
    const writes = source("writes", `\tos.WriteFile(${JSON.stringify(written)}, nil, 0o600)\n`);
    let going = true;
    const swapping = (async () => {
      for (let turn = 0; going; turn++) {
        const fresh = join(folder, "..", "fresh");
        await Deno.writeTextFile(fresh, turn % 2 ? writes : source("harmless"));
        await Deno.rename(fresh, join(folder, "go.go")).catch(passOpenFile);
      }
    })();
    try {
      const ran: string[] = [];
      for (let turn = 0; turn < 300 && ran.length < 5; turn++) {
        await Deno.remove(written).catch(() => {});
        const { status, error, lines } = await run();
        // A file that is replaced while it is opened is not read.
        if (status === "refused") assert.match(error, /go\.go/);
        else {
          assert.equal(status, "ok", error);
          ran.push(lines[0]!);
        }
        assert.equal(await exists(written), lines[0] === "writes", `${lines}`);
      }
      assert.equal(ran.length, 5);
    } finally {
      going = false;
      await swapping;
    }
  }));
