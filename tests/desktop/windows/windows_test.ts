import assert from "node:assert/strict";
import { HOSTILE } from "../../support/pages/hostile_reports.ts";
import { alertOf, htmlOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { trap } from "../../support/trap.ts";
import { waitFor, windowsBench } from "./bench.ts";

const GREEN = "#00AA00";

Deno.test("windows follow the state on a real desktop", async (t) => {
  const bench = await windowsBench(
    stateWith({
      dialogs: [
        alertOf("d1"),
        alertOf("d2"),
        alertOf("d3", "leave"),
        alertOf("d4", "save"),
        alertOf("d5", "tall"),
      ],
    }),
  );
  const { desktop, pages } = bench;
  try {
    await t.step("a window has its title, its size and its page", async () => {
      bench.open({ ...windowOf("dialog", { dialog: "d1" }, "w1"), title: "First", width: 420, height: 300 });
      const window = await desktop.windows.find("First");
      assert.deepEqual([window.width, window.height], [420, 300]);
      await bench.showsAt("First", 210, 150, GREEN);
    });

    await t.step("keys reach the page without a click", async () => {
      await waitFor("focus", async () => await desktop.windows.focused() !== null);
      await desktop.windows.type("hello there");
      await desktop.windows.key("Return");
      await waitFor("the answer", () => pages.commands.length > 0);
      assert.deepEqual(pages.commands, [{
        command: { name: "answerDialog", dialog: "d1", answer: "hello there" },
        window: "w1",
      }]);
    });

    await t.step(
      "task bars find the menu entry by the window's instance, and group by the program's name",
      async () => {
        const { id } = await desktop.windows.find("First");
        assert.match(
          await desktop.run("/usr/bin/xprop", "-id", id, "WM_CLASS"),
          /= "dev\.kedge\.Kedge", "Kedge"$/m,
        );
      },
    );

    await t.step("a second one stands beside it, with the focus", async () => {
      bench.open({ ...windowOf("dialog", { dialog: "d2" }, "w2"), title: "Second" });
      const second = await desktop.windows.find("Second");
      assert.equal((await desktop.windows.list()).length, 2);
      await waitFor("focus", async () => await desktop.windows.focused() === second.id);
      // A program that it is just starting has the same name for a moment.
      await waitFor("one process", async () => (await bench.processes("windows/child/main.ts")).length === 1);
    });

    await t.step(
      "the first stands in the middle of the screen, the next over the one that asked",
      async () => {
        const [first, second] = [await desktop.windows.find("First"), await desktop.windows.find("Second")];
        const middle = ({ x, width }: { x: number; width: number }) => x + width / 2;
        assert.ok(Math.abs(middle(first) - 640) <= 2, `First is at ${first.x}`);
        await waitFor("the place", async () => {
          const { x, y } = await desktop.windows.find("Second");
          return Math.abs(middle({ ...second, x }) - middle(first)) <= 30 && y > 100 && y < 400;
        });
      },
    );

    await t.step("raised, it comes to the front", async () => {
      const first = await desktop.windows.find("First");
      bench.change("w1", { raised: 1 });
      await waitFor("focus", async () => await desktop.windows.focused() === first.id);
    });

    await t.step("title and size follow", async () => {
      bench.change("w1", { title: "Renamed", height: 180 });
      await waitFor("the size", async () => (await desktop.windows.find("Renamed")).height === 180);
    });

    await t.step("closed by its user, it reports that and closes", async () => {
      await desktop.windows.key("alt+F4", await desktop.windows.find("Renamed"));
      await desktop.windows.gone("Renamed");
      assert.deepEqual(bench.closed, ["w1"]);
    });

    await t.step("closed by the state, it closes without a report", async () => {
      bench.close("w2");
      await desktop.windows.gone("Second");
      assert.deepEqual(bench.closed, ["w1"]);
    });

    await t.step("the palette has no frame and stands in the middle", async () => {
      bench.open({ ...windowOf("palette"), title: "Kedge", width: 640, height: 420 });
      await waitFor("the place", async () => {
        const { x, y, width, height } = await desktop.windows.find("Kedge");
        return x === (1280 - 640) / 2 && y === Math.round((800 - 420) / 3) && width === 640 && height === 420;
      });
      await bench.showsAt("Kedge", 320, 300, GREEN);
    });

    await t.step("the palette goes when something else gets the focus", async () => {
      bench.open({ ...windowOf("dialog", { dialog: "d2" }, "w5"), title: "Fifth" });
      await desktop.windows.find("Fifth");
      await desktop.windows.gone("Kedge");
      assert.deepEqual(bench.closed, ["w1", "palette"]);
      bench.close("w5");
      await desktop.windows.gone("Fifth");
    });

    await t.step("a page cannot leave Kedge", async () => {
      bench.open({ ...windowOf("dialog", { dialog: "d3" }, "w3"), title: "Third" });
      await waitFor("the page's word", () => pages.commands.some(({ window }) => window === "w3"));
      assert.equal((await desktop.windows.list()).length, 1);
      bench.close("w3");
      await desktop.windows.gone("Third");
    });

    await t.step("a window appears as high as its page wants it", async () => {
      bench.open({ ...windowOf("dialog", { dialog: "d5" }, "w6"), title: "Tall", height: 200 });
      assert.equal((await desktop.windows.find("Tall")).height, 333);
      bench.close("w6");
      await desktop.windows.gone("Tall");
    });

    await t.step("a page can save a file", async () => {
      bench.open({ ...windowOf("dialog", { dialog: "d4" }, "w4"), title: "Fourth" });
      const saved = await waitFor("the file", async () => {
        const read = (folder: string) =>
          Deno.readTextFile(`${desktop.home}/${folder}/run.log`).catch(() => "");
        return await read("Downloads") || await read(".") || null;
      });
      assert.equal(saved, "saved\n");
    });
    assert.deepEqual(bench.errors, []);
    assert.deepEqual(pages.errors, []);
  } finally {
    await bench.stop();
  }
});

Deno.test("HTML of a script neither runs nor opens a connection", async () => {
  await using heard = trap();
  const to = `http://${heard.host}`;
  // Leave out unclosed elements, which would swallow the others.
  const hostile = HOSTILE.filter((html) => !/<frameset|<plaintext|http:\/\/evil.example$/.test(html)).join(
    "\n",
  );
  const html = `${hostile.replaceAll("evil.example", heard.host)}
    <style>@import "${to}/css"; body { background: #0000AA url(${to}/background) !important }</style>
    <script>document.body.style.background = "#AA0000"; fetch("${to}/fetch"); parent.location = "${to}/parent";
    top.document.title = "taken"; location = "${to}/self"; new WebSocket("${to}/socket"); </script>
    <form action="${to}/form"><input autofocus onfocus="form.submit()"></form>`;
  const bench = await windowsBench(
    stateWith({
      dialogs: [htmlOf("h", html)],
      windows: [{ ...windowOf("dialog", { dialog: "h" }, "w"), title: "Report" }],
    }),
  );
  try {
    await bench.showsAt("Report", 380, 100, "#0000AA");
    await bench.showsAt("Report", 380, 240, GREEN);
    assert.equal(heard.count(), 0);
    // Requests of the report may still arrive; this connection comes after them.
    (await Deno.connect({ hostname: "127.0.0.1", port: heard.port })).close();
    await heard.hears();
    assert.equal(heard.count(), 1);
    await bench.desktop.windows.find("Report");
  } finally {
    await bench.stop();
  }
});

Deno.test("windows come back after a crash, once", async (t) => {
  const bench = await windowsBench(
    stateWith({
      dialogs: [alertOf("d")],
      windows: [{ ...windowOf("dialog", { dialog: "d" }, "w"), title: "Still here" }],
    }),
  );
  const green = () => bench.showsAt("Still here", 210, 150, GREEN);
  const kill = async (part: string) => {
    const found = await bench.processes(part);
    assert.ok(found.length > 0, part);
    for (const pid of found) Deno.kill(pid, "SIGKILL");
    return found;
  };
  try {
    await green();
    await t.step("the page's process", async () => {
      const killed = await kill("WebKitWebProcess");
      await waitFor(
        "a new process",
        async () => (await bench.processes("WebKitWebProcess")).some((pid) => !killed.includes(pid)),
      );
      await green();
      assert.deepEqual(bench.problems, [null]);
    });
    const began = performance.now();
    await t.step("the windows' process", async () => {
      const [killed] = await kill("windows/child/main.ts");
      await waitFor("a new process", async () => {
        const [pid] = await bench.processes("windows/child/main.ts");
        return pid !== undefined && pid !== killed;
      });
      await green();
    });
    await t.step("the second time within a minute it is a problem", async () => {
      const killed = await kill("windows/child/main.ts");
      let later: number | undefined;
      await waitFor("the problem", async () => {
        if (bench.problems.at(-1)?.message.includes("crashed twice")) return true;
        const [pid] = await bench.processes("windows/child/main.ts");
        if (pid === undefined || killed.includes(pid) || later !== undefined) return false;
        // More than a minute has passed on a slow machine, so this crash counted as a first one:
        // crash again at once.
        killed.push(...await kill("windows/child/main.ts"));
        later = performance.now() - began;
        return false;
      });
      assert.ok((later ?? Infinity) > 60_000, `it came back ${later} ms after the first time`);
      await bench.desktop.windows.gone("Still here");
      assert.deepEqual(bench.closed, []);
    });
  } finally {
    await bench.stop();
  }
});

Deno.test("a window whose page never gets ready is shown all the same, and left by Esc once, however often it is pressed", async () => {
  const bench = await windowsBench(
    stateWith({
      dialogs: [alertOf("d", "blank")],
      windows: [{ ...windowOf("dialog", { dialog: "d" }, "w"), title: "Blank" }],
    }),
    undefined,
    { times: { late: 500 } },
  );
  try {
    const { windows } = bench.desktop;
    await windows.activate(await windows.find("Blank"));
    await bench.desktop.run("/usr/bin/xdotool", "key", "--delay", "0", "Escape", "Escape", "Escape");
    await windows.gone("Blank");
    assert.deepEqual(bench.closed, ["w"]);
    assert.match(String(bench.errors[0]), /The page dialog was not ready after 0\.5 s\./);
  } finally {
    await bench.stop();
  }
});

Deno.test("pages that crash again and again are a problem, not an empty window", async () => {
  const bench = await windowsBench(
    stateWith({
      dialogs: [alertOf("d")],
      windows: [{ ...windowOf("dialog", { dialog: "d" }, "w"), title: "Fragile" }],
    }),
  );
  try {
    let crashes = 0;
    await waitFor("the end of trying", async () => {
      if (bench.problems.length > 1) return true;
      await bench.showsAt("Fragile", 210, 150, GREEN);
      const before = await bench.processes("WebKitWebProcess");
      if (before.length === 0) return false;
      crashes++;
      for (const pid of before) {
        try {
          Deno.kill(pid, "SIGKILL");
        } catch {
          // The process has just ended.
        }
      }
      // The screen may still have shown the previous page, and such a kill may not count.
      await waitFor("a new process, or the end", async () => {
        const after = await bench.processes("WebKitWebProcess");
        return bench.problems.length > 1 || (after.length > 0 && !after.some((pid) => before.includes(pid)));
      });
      return bench.problems.length > 1;
    }, 180_000);
    // The page is reloaded five times.
    assert.ok(crashes > 5, `${crashes} crashes`);
    assert.match(bench.problems.at(-1)!.message, /again and again/);
    await bench.desktop.windows.gone("Fragile");
    await waitFor(
      "the end of the process",
      async () => (await bench.processes("child/main.ts")).length === 0,
    );
  } finally {
    await bench.stop();
  }
});
