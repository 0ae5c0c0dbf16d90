import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findGo } from "../../../src/core/actions/mod.ts";
import { buildFlags, planBuild } from "../../../src/core/actions/build/plan.ts";
import { readSdk } from "../../../src/core/actions/build/sdk.ts";
import { goEnvironment, runGo } from "../../../src/core/actions/build/toolchain.ts";
import { eachFile } from "../../../src/core/bundle/mod.ts";
import { makeHome } from "../../support/program/actions.ts";
import { ADA, as, isRoot } from "../../support/users/mod.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const FOLDER = fileURLToPath(new URL("../../scripts/sandbox", import.meta.url));
const MEMFD = { x86_64: 319, aarch64: 279 }[Deno.build.arch];

/**
 * A shared package whose variables are initialised before the action's, and before the SDK's unless
 * it imports the SDK.
 */
const EARLY = `package aaa

import "os"

var Read = func() string {
	if _, err := os.ReadFile(os.Getenv("TEST_EARLY")); err != nil {
		return "refused"
	}
	return "done"
}()

func init() { os.Stdout.WriteString("early " + Read + os.Getenv("KEDGE_RUN_NONCE") + "\\n") }
`;

/**
 * A shared package without imports: Go alone would initialise its variables before those of the
 * anchor.
 */
const FIRST = `package aab

var Once = func() int { println("first"); return 1 }()
`;

/** Builds the action that attempts everything, with the sandbox for these permissions. */
async function build(allowed: string, folder: string): Promise<string> {
  const text = (source: string) => new TextEncoder().encode(source);
  const go = await findGo();
  assert.ok("path" in go);
  const source = (await Deno.readTextFile(join(FOLDER, "attempts.go")))
    .replace('"kedge"\n', '"bundle/aaa"\n\t"bundle/aab"\n\t"kedge"\n').replace("memfdCreate", `${MEMFD}`) +
    "\nvar _, _ = aaa.Read, aab.Once\n";
  const files = new Map([
    ["a/attempts.go", text(source)],
    ["aaa/aaa.go", text(EARLY)],
    ["aab/aab.go", text(FIRST)],
  ]);
  const plan = planBuild({ entry: "a/attempts.go", files }, await readSdk(), go.version);
  const src = join(folder, `src-${allowed}`), output = join(folder, `program-${allowed}`);
  for (const [path, bytes] of eachFile(plan.files)) {
    await Deno.mkdir(join(src, path, ".."), { recursive: true });
    await Deno.writeFile(join(src, path), bytes);
  }
  const home = await makeHome();
  try {
    const { ok, text } = await runGo(go, {
      args: [...buildFlags(allowed), "-o", output, `./${plan.folder}`],
      cwd: src,
      env: goEnvironment(go, join(home.cache, "go"), folder),
    });
    assert.ok(ok, text);
  } finally {
    await home.remove();
  }
  return output;
}

/** Attempts that succeed in a sandbox with these permissions; `all` means no sandbox. */
const READING = ["read a file", "list a folder"];
const CUTTING = ["cut a file", "cut a file to read", "cut a file to neither read nor write"];
const WRITING = [
  "write a file",
  "make a file",
  "make a folder",
  "link",
  ...CUTTING,
  "change a mode",
  "change a time",
  "rename",
  "remove",
];
const NETWORK = ["connect", "listen", "send", "list interfaces"];
const ALWAYS = ["know its user", "know a zone", "use its folder", "start threads"];
const NEVER = [
  "read another's environment",
  "start a program",
  "start itself",
  "start from memory",
  "call a Unix socket",
  "call an abstract socket",
  "see a raw packet",
  "trace",
  "limit another",
  "make a namespace",
  "ring",
];

const SANDBOXES: readonly (readonly [allowed: string, done: readonly string[]])[] = [
  ["none", []],
  ["read", READING],
  // Go also opens files for reading when it changes them.
  ["write", ["read a file", ...WRITING]],
  ["network", NETWORK],
  ["settings", ["list interfaces"]],
  ["processes", ["signal"]],
  ["read,write,network,processes,settings", [...READING, ...WRITING, ...NETWORK, "signal"]],
];

interface Tried {
  readonly early: string;
  /** Number of its processes that have run code of the bundle. */
  readonly firsts: number;
  readonly said: Record<string, string>;
}

/** Changes the owner of folders and of the files in them. */
async function giveTo(user: number, ...folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await Deno.chown(folder, user, user);
    for await (const { name } of Deno.readDir(folder)) await Deno.chown(join(folder, name), user, user);
  }
}

/** Runs the program in a folder of its own, with everything that it tries to reach. */
async function attempt(program: string, without = "", user?: number): Promise<Tried> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-sandbox-" });
  const own = await Deno.makeTempDir({ prefix: "kedge-sandbox-own-" });
  const abstract = `kedge-sandbox-${crypto.randomUUID()}`;
  const [tcp, unix] = [
    Deno.listen({ hostname: "127.0.0.1", port: 0 }),
    Deno.listen({ transport: "unix", path: join(folder, "socket") }),
  ];
  const python = new Deno.Command("/usr/bin/python3", {
    args: [
      "-c",
      "import socket, sys\ns = socket.socket(socket.AF_UNIX)\ns.bind('\\0' + sys.argv[1])\ns.listen()\nprint(flush=True)\nsys.stdin.read()",
      abstract,
    ],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  try {
    const reader = python.stdout.getReader();
    await reader.read();
    await reader.cancel();
    for (const name of ["secret", "written", "old", "gone"]) {
      await Deno.writeTextFile(join(folder, name), "x");
    }
    const kernel = ["/usr/bin/python3", join(folder, "without.py"), without];
    const [command, ...args] = as(user, [...(without ? kernel : []), program]);
    await Deno.copyFile(join(FOLDER, "without.py"), join(folder, "without.py"));
    if (user !== undefined && isRoot) await giveTo(user, folder, own);
    const { stdout, stderr } = await new Deno.Command(command!, {
      args,
      cwd: own,
      env: {
        PATH: "/usr/bin:/bin",
        KEDGE_RUN_NONCE: "0".repeat(32),
        TEST_EARLY: join(folder, "secret"),
        TEST_SANDBOX: JSON.stringify({
          folder,
          tcp: `127.0.0.1:${tcp.addr.port}`,
          unix: join(folder, "socket"),
          abstract,
          pid: python.pid,
        }),
      },
      clearEnv: true,
    }).output();
    const text = new TextDecoder().decode(stdout);
    const problems = new TextDecoder().decode(stderr);
    const said = /^said (.*)$/m.exec(text)?.[1];
    assert.ok(said, text + problems);
    return {
      early: /^early (\w+)$/m.exec(text)?.[1] ?? "",
      firsts: problems.split("\n").filter((line) => line === "first").length,
      said: JSON.parse(said),
    };
  } finally {
    tcp.close();
    unix.close();
    await python.stdin.close();
    await python.status;
    await removeFolder(folder);
    await removeFolder(own);
  }
}

Deno.test("an action can do what its review said and nothing else, from its first line on", async (t) => {
  const folder = await Deno.makeTempDir({ prefix: "kedge-sandboxes-" });
  try {
    for (const [allowed, done] of SANDBOXES) {
      await t.step(allowed, async () => {
        const { early, firsts, said } = await attempt(await build(allowed, folder));
        // Root has additional rights: it can read other processes and raise limits.
        const can = [...ALWAYS, ...done];
        if (isRoot && done.includes("read a file")) can.push("read another's environment");
        const expected = Object.fromEntries(
          [...ALWAYS, ...READING, ...WRITING, ...NETWORK, "signal", ...NEVER]
            .map((name) => [name, can.includes(name) ? "done" : "refused"]),
        );
        const { "take off its mark": mark, ...others } = said;
        assert.deepEqual(others, expected);
        if (!isRoot) assert.equal(mark, "refused");
        assert.equal(early, can.includes("read a file") ? "done" : "refused");
        // Only the action runs code of the bundle, after its sandbox was closed; the anchor does
        // not.
        assert.equal(firsts, 1);
      });
    }
    await t.step("the sandbox is the same for a user other than root", async () => {
      await Deno.chmod(folder, 0o755);
      await Deno.chmod(join(folder, "program-read"), 0o755);
      await Deno.chmod(join(folder, "program-none"), 0o755);
      const { said } = await attempt(join(folder, "program-read"), "", ADA);
      for (const name of [...ALWAYS, ...READING]) assert.equal(said[name], "done", name);
      for (const name of [...WRITING, ...NETWORK, "signal", ...NEVER, "take off its mark"]) {
        assert.equal(said[name], "refused", name);
      }
      const without = await attempt(join(folder, "program-none"), "landlock,seccomp", ADA);
      for (const name of [...ALWAYS, ...READING, ...WRITING, ...NETWORK, "start a program"]) {
        assert.equal(without.said[name], "done", name);
      }
      assert.equal(without.said["take off its mark"], "refused");
    });
    await t.step("a kernel that has none of it runs the action without a sandbox", async () => {
      const { said } = await attempt(join(folder, "program-none"), "landlock,seccomp");
      for (const name of [...ALWAYS, ...READING, ...WRITING, ...NETWORK, "start a program"]) {
        assert.equal(said[name], "done", name);
      }
    });
    await t.step("a kernel without Landlock still keeps the network and programs from it", async () => {
      const { said } = await attempt(join(folder, "program-none"), "landlock");
      // Landlock controls truncation only since its version 3; before that seccomp forbids it.
      for (const name of [...NETWORK, ...CUTTING, "start a program", "call a Unix socket", "change a mode"]) {
        assert.equal(said[name], "refused", name);
      }
      for (const name of READING) assert.equal(said[name], "done", name);
    });
    await t.step("a kernel without seccomp still keeps files, programs and signals from it", async () => {
      const { said } = await attempt(join(folder, "program-none"), "seccomp");
      for (const name of [...READING, "make a file", "start a program", "signal"]) {
        assert.equal(said[name], "refused", name);
      }
    });
    await t.step("an action that no sandbox can confine has none", async () => {
      const { early, firsts, said } = await attempt(await build("all", folder));
      for (const name of [...ALWAYS, ...READING, ...WRITING, ...NETWORK, "start a program", "signal"]) {
        assert.equal(said[name], "done", name);
      }
      assert.deepEqual([early, firsts], ["done", 1]);
    });
  } finally {
    await removeFolder(folder);
  }
});
