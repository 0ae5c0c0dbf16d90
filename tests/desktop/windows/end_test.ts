import assert from "node:assert/strict";
import type { Problem } from "../../../src/core/state/state.ts";
import { createDesktopWindows } from "../../../src/tray/windows/mod.ts";
import { testStore } from "../../support/pages/store.ts";
import { stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { startDesktop } from "../harness/mod.ts";
import { processesOf, testPageFolder, waitFor, windowsBench } from "./bench.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { unexpected } from "../../unit/core/app/fixtures.ts";

Deno.test("windows leave no process behind when their host is killed", async () => {
  const desktop = await startDesktop({ panel: false });
  const folder = await testPageFolder();
  const host = new URL("./host.ts", import.meta.url).pathname;
  const runtime = desktop.env.XDG_RUNTIME_DIR!;
  try {
    const running = desktop.start([Deno.execPath(), "run", "-A", host, folder]);
    await desktop.windows.find("Orphan", 60_000);
    await waitFor(
      "the page's process",
      async () => (await processesOf(runtime, "WebKitWebProcess")).length > 0,
    );
    await running.kill("SIGKILL");
    await waitFor(
      "the end of all",
      async () =>
        (await processesOf(runtime, "WebKit")).length +
            (await processesOf(runtime, "child/main.ts")).length === 0,
    );
  } finally {
    await desktop.stop();
    await removeFolder(folder);
  }
});

Deno.test("without a display a message names the next step, and the browser can be used", async () => {
  const cache = await Deno.makeTempDir();
  const store = testStore(stateWith({ windows: [windowOf("settings"), windowOf("palette")] }));
  const problems: (Problem | null)[] = [], opened: string[] = [];
  const { DISPLAY: _, WAYLAND_DISPLAY: _w, ...env } = Deno.env.toObject();
  const windows = createDesktopWindows({
    store,
    paths: { cache },
    whenReady: () => {},
    address: (window) => `http://127.0.0.1/open/${window}`,
    onClosed: () => {},
    onProblem: (problem) => problems.push(problem),
    onError: unexpected,
    openInBrowser: (url) => (opened.push(url), Promise.resolve()),
    env,
  });
  try {
    await waitFor("the problem", () => problems.length > 0);
    assert.equal(problems[0]!.code, "no-webview");
    assert.match(problems[0]!.message, /no display/);
    assert.match(problems[0]!.hint, /kedge --browser/);
    windows.useBrowser();
    store.update((state) => ({ ...state, windows: [...state.windows, windowOf("home")] }));
    assert.deepEqual(opened, ["settings", "palette", "home"].map((id) => `http://127.0.0.1/open/${id}`));
    assert.equal(problems.at(-1), null);
  } finally {
    await windows.close();
    await removeFolder(cache);
  }
});

Deno.test("windows come back with the display when one is wanted", async () => {
  let retries = 0;
  const bench = await windowsBench(stateWith({ windows: [] }), undefined, {
    onRetry: () => void retries++,
  });
  const { desktop, problems } = bench;
  try {
    bench.open({ ...windowOf("settings"), title: "Before" });
    await desktop.windows.find("Before");
    await desktop.stopServer();
    await waitFor("the problem", () => problems.at(-1)?.message.includes("no display"));
    desktop.start(["Xvfb", desktop.display, "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"]);
    desktop.start(["/bin/bash", "-c", "until xdotool getmouselocation; do :; done; exec openbox"]);
    // Ask again, as a user does who clicks repeatedly.
    await waitFor("another try", () => {
      bench.change("settings", { title: "After" });
      return problems.at(-1) === null;
    });
    await desktop.windows.find("After");
    assert.ok(retries > 0);
    // The end of a display is no crash, so memory is saved as before.
    assert.deepEqual(await bench.processes("usual"), []);
  } finally {
    await bench.stop();
  }
});

Deno.test("the palette comes back after a crash loop of its page, without memory for one that waits", async () => {
  let may = true, tellReady = (_window: string) => {};
  const prepare = () => windowOf("palette", {}, "waiting");
  const bench = await windowsBench(stateWith({ windows: [] }), undefined, {
    warm: { page: "palette", prepare, give: () => {}, take: () => {} },
    mayWait: () => may,
    whenReady: (listener) => tellReady = listener,
  });
  const { desktop, problems, processes } = bench;
  try {
    await waitFor("the page that waits", async () => (await processes("WebKitWebProcess")).length > 0);
    tellReady("waiting");
    bench.open({ ...windowOf("palette", {}, "before"), title: "Before" });
    await desktop.windows.find("Before");
    const isLost = () => problems.at(-1)?.message.includes("again and again");
    await waitFor("the end of trying", async () => {
      const pages = await processes("WebKitWebProcess");
      for (const pid of pages) await desktop.run("/bin/kill", "-9", String(pid)).catch(() => {});
      await waitFor(
        "another process, or the end",
        async () => isLost() || (await processes("WebKitWebProcess")).some((pid) => !pages.includes(pid)),
      );
      return isLost();
    }, 180_000);
    may = false;
    bench.close("before");
    bench.open(windowOf("palette", {}, "after"));
    await waitFor("another try", () => {
      bench.change("after", { title: "After" });
      return problems.at(-1) === null;
    });
    tellReady("after");
    await desktop.windows.find("After");
  } finally {
    await bench.stop();
  }
});

Deno.test("windows open although their icons cannot be written", async () => {
  const bench = await windowsBench(stateWith({ windows: [windowOf("settings")] }), undefined, {
    paths: { cache: "/dev/null" },
  });
  try {
    await bench.desktop.windows.find("Kedge settings");
    assert.equal(bench.errors.length, 1);
  } finally {
    await bench.stop();
  }
});

Deno.test("with a WebKitGTK that cannot be loaded a message names the package to install", async () => {
  const desktop = await startDesktop({ panel: false, bus: false });
  const folder = await testPageFolder();
  const host = new URL("./host.ts", import.meta.url).pathname;
  const library = "/usr/lib/x86_64-linux-gnu/libwebkitgtk-6.0.so.4";
  try {
    // Replaces the file by an empty one, for this process and its children only.
    const hidden = [
      "bwrap",
      "--die-with-parent",
      "--dev-bind",
      "/",
      "/",
      "--ro-bind",
      "/dev/null",
      await Deno.realPath(library),
    ];
    const running = desktop.start([...hidden, Deno.execPath(), "run", "-A", host, folder]);
    const text = await waitFor("the problem", () => /^\{.*no-webview.*\}$/m.exec(running.output())?.[0]);
    const problem = JSON.parse(text) as Problem;
    assert.match(problem.message, /cannot open windows: .*libwebkitgtk-6\.0\.so\.4/);
    assert.match(problem.hint, /libwebkitgtk-6\.0-4 on Debian.*kedge --browser$/);
    await running.kill();
  } finally {
    await desktop.stop();
    await removeFolder(folder);
  }
});
