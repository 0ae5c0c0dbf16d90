import { deepEqual, equal } from "node:assert/strict";
import { alertOf, stateWith, windowOf } from "../../support/pages/pages_state.ts";
import { waitFor, windowsBench } from "./bench.ts";
import { openScreen } from "./screen.ts";

/** Blue, green and red of a pixel of the tests' page in its two colours. */
const RED = "0,0,170", GREEN = "0,170,0";

Deno.test("a window shows nothing of the one that its view showed before", async () => {
  const bench = await windowsBench(stateWith({ dialogs: [alertOf("d1", "red"), alertOf("d2", "slow")] }));
  const screen = await openScreen(bench.desktop.display);
  const shape = { width: 500, height: 400 };
  const colour = async () => (await screen.part({ x: 640, y: 400, width: 1, height: 1 })).slice(0, 3).join();
  try {
    for (let turn = 0; turn < 3; turn++) {
      const [first, second] = [`first-${turn}`, `second-${turn}`];
      bench.open({ ...windowOf("dialog", { dialog: "d1" }, first), title: "First", ...shape });
      await bench.desktop.windows.find("First");
      await waitFor("the first page", async () => await colour() === RED);
      bench.close(first);
      await waitFor("it to go", async () => await colour() !== RED);
      bench.open({ ...windowOf("dialog", { dialog: "d2" }, second), title: "Second", ...shape });
      const seen: string[] = [];
      await waitFor("the second page", async () => {
        for (let look = 0; look < 200; look++) {
          const now = await colour();
          if (seen.at(-1) !== now) seen.push(now);
          if (now === GREEN) return true;
        }
        return false;
      }, 60_000);
      equal(seen.includes(RED), false, `the former page was seen: ${seen.join(" | ")}`);
      bench.close(second);
      await waitFor("it to go", async () => await colour() !== GREEN);
    }
    deepEqual(bench.errors, []);
  } finally {
    screen.close();
    await bench.stop();
  }
});
