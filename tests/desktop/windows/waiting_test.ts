import assert from "node:assert/strict";
import { stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { waitFor, windowsBench } from "./bench.ts";

const CHILD = "windows/child/main.ts";
/** A prepared page that no window uses. */
const warm = {
  page: "palette",
  prepare: () => windowOf("palette", {}, "waiting"),
  give: () => {},
  take: () => {},
};

Deno.test("a windows' process that waits and hangs is ended, and another one shows the window", async () => {
  // Milliseconds, more than a healthy process needs for its first window on a busy machine.
  const times = { silence: 20_000 };
  const bench = await windowsBench(stateWith({}), undefined, { warm, times });
  try {
    const [first] = await waitFor("the page that waits", async () => {
      const found = await bench.processes(CHILD);
      return (await bench.processes("WebKitWebProcess")).length > 0 && found.length > 0 && found;
    });
    Deno.kill(first!, "SIGSTOP");
    bench.open({ ...windowOf("home", {}, "h"), title: "After the hang" });
    await bench.desktop.windows.find("After the hang", 60_000);
    // A program that it is just starting has the same name for a moment.
    await waitFor("another process alone", async () => {
      const [second, ...more] = await bench.processes(CHILD);
      return second !== undefined && second !== first && more.length === 0;
    });
    assert.match(String(bench.errors), /did not answer for 20 s/);
    assert.deepEqual(bench.problems.at(-1), null);
  } finally {
    await bench.stop();
  }
});

Deno.test("a page waits as long as there is memory for it, and again when there is", async () => {
  let may = true;
  const times = { look: 200 };
  const bench = await windowsBench(stateWith({}), undefined, { warm, times, mayWait: () => may });
  const waits = async () => (await bench.processes("WebKitWebProcess")).length > 0;
  try {
    await waitFor("the page that waits", waits);
    may = false;
    await waitFor("its end", async () => (await bench.processes(CHILD)).length === 0 && !await waits());
    may = true;
    await waitFor("the page that waits again", waits);
    may = false;
    await waitFor("its end", async () => !await waits());
    // A window still opens.
    bench.open({ ...windowOf("home", {}, "h"), title: "Wanted" });
    await bench.desktop.windows.find("Wanted");
    assert.deepEqual(bench.errors, []);
  } finally {
    await bench.stop();
  }
});
