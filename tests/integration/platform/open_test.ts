import { deepEqual, doesNotMatch, equal, match } from "node:assert/strict";
import { join } from "node:path";
import {
  findProgram,
  openFile,
  openFolder,
  openInBrowser,
  openTerminal,
  voidTickets,
} from "../../../src/core/platform/mod.ts";
import { waitFor } from "../../desktop/harness/mod.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const LAUNCH = new URL("../../../src/core/platform/launch.ts", import.meta.url).href;

/** Runs `use` with these scripts as the only programs in PATH; `calls` returns their arguments. */
async function withPrograms(
  scripts: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
  use: (calls: () => Promise<string[]>, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-open-" });
  const before = new Map<string, string | undefined>();
  const set = (name: string, value: string | undefined) => {
    if (value === undefined) Deno.env.delete(name);
    else Deno.env.set(name, value);
  };
  try {
    for (const [name, script] of Object.entries(scripts)) {
      const text = `#!/bin/sh\nfor x in "$@"; do printf '%s\\n' "$x" >> "${folder}/calls"; done\n${script}\n`;
      await Deno.writeTextFile(join(folder, name), text, { mode: 0o755 });
    }
    for (const [name, value] of Object.entries({ PATH: folder, VISUAL: "", EDITOR: "", ...variables })) {
      before.set(name, Deno.env.get(name));
      set(name, value);
    }
    await use(async () => (await Deno.readTextFile(join(folder, "calls"))).trimEnd().split("\n"), folder);
  } finally {
    for (const [name, value] of before) set(name, value);
    await removeFolder(folder);
  }
}

Deno.test("openTerminal() does not wait for a window, and tells later that there will be none", () =>
  // The script fails only after the answer, when the test allows it.
  withPrograms({ xterm: 'until [ -e "${0%/*}/go" ]; do /bin/sleep 0.05; done; exit 3' }, {
    TERMINAL: "xterm",
  }, async (calls, folder) => {
    let told = "";
    const opened = await openTerminal(
      ["kedge", "--exec", "1/R"],
      "shop as R",
      undefined,
      ({ message }) => told = message,
    );
    deepEqual(opened, { ok: true });
    equal(told, "");
    await Deno.writeTextFile(`${folder}/go`, "");
    equal(await waitFor("the failure", () => told || null), "xterm ended with exit status 3");
    deepEqual((await calls()).slice(-3), ["kedge", "--exec", "1/R"]);
  }));

Deno.test("launch() lets Kedge end while a launched program still runs", () =>
  // The program ends when the test's folder is removed.
  withPrograms({ slow: 'while [ -e "$0" ]; do /bin/sleep 0.05; done' }, {}, async () => {
    const script = `import { launch } from ${JSON.stringify(LAUNCH)};
      await launch(["slow"], "", undefined, { patience: 2 ** 31 - 1, onFailed() {} });`;
    const kedge = new Deno.Command(Deno.execPath(), { args: ["eval", "--no-check", script] }).spawn();
    let code: number | null = null;
    const ending = kedge.status.then((status) => code = status.code);
    try {
      await waitFor("its end", () => code !== null);
    } finally {
      if (code === null) kedge.kill("SIGKILL");
      await ending;
    }
    equal(code, 0);
  }));

Deno.test("openInBrowser() hands the address over as one argument", () =>
  withPrograms({ "xdg-open": "exit 0" }, {}, async (calls) => {
    deepEqual(await openInBrowser("https://example.com/a=1&b=$(touch x);'\""), { ok: true });
    deepEqual(await calls(), ["https://example.com/a=1&b=$(touch%20x);'%22"]);
  }));

const KEYED = [
  "http://127.0.0.1:1/open/planted",
  "https://signin.example/federation?Token=planted",
  "https://portal.example/#planted",
  "https://planted@portal.example/",
];
for (const address of KEYED) {
  Deno.test(`openInBrowser() keeps ${address} out of the arguments, and a browser gets there`, () =>
    withPrograms({ "xdg-open": "exit 0" }, {}, async (calls) => {
      const opened = openInBrowser(address);
      // The file is created before its first line is written.
      const ticket = await waitFor("the call", () => calls().then(([first]) => first || null, () => null));
      match(ticket, /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/);
      const answer = await fetch(ticket, { redirect: "manual" });
      await answer.body?.cancel();
      equal(answer.headers.get("location"), address);
      deepEqual(await opened, { ok: true });
    }));
}

Deno.test("openInBrowser() says so when its ticket is voided before a browser came", () =>
  withPrograms({ "xdg-open": "exit 0" }, {}, async (calls) => {
    const opened = openInBrowser(KEYED[1]!);
    await waitFor("the call", () => calls().catch(() => null));
    voidTickets();
    const result = await opened;
    equal(result.ok, false);
    equal(!result.ok && /planted/.test(result.message + result.hint), false);
  }));

Deno.test("openInBrowser() hands on no credentials", () =>
  withPrograms(
    { "xdg-open": '/usr/bin/env > "$0.env"' },
    { AWS_SECRET_ACCESS_KEY: "hunter2", GH_TOKEN: "hunter2", DISPLAY: ":99" },
    async (_, folder) => {
      deepEqual(await openInBrowser("https://example.com/"), { ok: true });
      const env = await Deno.readTextFile(join(folder, "xdg-open.env"));
      match(env, /^DISPLAY=:99$/m);
      doesNotMatch(env, /hunter2/);
    },
  ));

Deno.test("openInBrowser() gives the browser no credentials of Kedge's environment", () =>
  withPrograms(
    { "xdg-open": 'printf "%s" "$AWS_SECRET_ACCESS_KEY$HOME" > "${0%/*}/calls"' },
    { AWS_SECRET_ACCESS_KEY: "planted", HOME: "/home/ada" },
    async (calls) => {
      deepEqual(await openInBrowser("https://example.com/"), { ok: true });
      deepEqual(await calls(), ["/home/ada"]);
    },
  ));

Deno.test("openInBrowser() says so when the opener fails", () =>
  withPrograms({ "xdg-open": "exit 3" }, {}, async () => {
    const opened = await openInBrowser("https://example.com/secret-path");
    equal(opened.ok, false);
    if (opened.ok) return;
    equal(opened.message, "No browser could be opened: xdg-open ended with exit status 3");
    match(opened.hint, /Open https:\/\/example\.com in a browser yourself/);
  }));

Deno.test("openFile() uses the editor of VISUAL with the place, found on PATH", () =>
  withPrograms({ "xdg-open": "exit 0", code: "exit 0" }, { VISUAL: "code --wait" }, async (calls) => {
    deepEqual(await openFile("/a b/config.json", 3, 7), { ok: true });
    deepEqual(await calls(), ["--wait", "--goto", "/a b/config.json:3:7"]);
  }));

Deno.test("openFile() falls back to the desktop's choice when the editor is not there or fails", async () => {
  await withPrograms({ "xdg-open": "exit 0" }, { VISUAL: "code" }, async (calls) => {
    deepEqual(await openFile("/x", 3), { ok: true });
    deepEqual(await calls(), ["/x"]);
  });
  await withPrograms({ "xdg-open": "exit 0", code: "exit 1" }, { VISUAL: "code" }, async (calls) => {
    deepEqual(await openFile("/x", 3), { ok: true });
    deepEqual(await calls(), ["--goto", "/x:3:1", "/x"]);
  });
});

Deno.test("openFolder() does not wait for a program that keeps running", () =>
  // The script ends after the answer, when the test allows it, or when the test's folder is
  // removed.
  withPrograms(
    { "xdg-open": 'while [ -e "$0" ] && [ ! -e "${0%/*}/go" ]; do /bin/sleep 0.05; done' },
    {},
    async (_, folder) => {
      deepEqual(await openFolder("/tmp"), { ok: true });
      await Deno.writeTextFile(`${folder}/go`, "");
    },
  ));

Deno.test("findProgram() takes no folder, no file that cannot be run, and nothing of the current folder", () =>
  withPrograms({ kedgetool: "exit 0" }, {}, async (_, folder) => {
    equal(await findProgram("kedgetool"), join(folder, "kedgetool"));
    await Deno.chmod(join(folder, "kedgetool"), 0o644);
    equal(await findProgram("kedgetool"), null);
    await Deno.mkdir(join(folder, "kedgefolder"), { mode: 0o755 });
    equal(await findProgram("kedgefolder"), null);
    await Deno.chmod(join(folder, "kedgetool"), 0o755);
    const here = Deno.cwd();
    Deno.chdir(folder);
    Deno.env.set("PATH", ".:");
    try {
      equal(await findProgram("kedgetool"), null);
      equal(await findProgram("./kedgetool"), null);
    } finally {
      Deno.chdir(here);
    }
  }));
