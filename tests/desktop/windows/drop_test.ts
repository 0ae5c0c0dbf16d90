import assert from "node:assert/strict";
import { program } from "../../support/program/program.ts";
import { all, openAccessible } from "../harness/accessible.ts";
import { dragFiles } from "../harness/drag.ts";
import { startDesktop } from "../harness/mod.ts";

const TOOLBOX = new URL("../../../examples/toolbox", import.meta.url).pathname;
const REVIEW = "Review an extension";

Deno.test("a folder and a bundle that are dropped on a window are reviewed; anything else is refused with the reason", async () => {
  const desktop = await startDesktop({ panel: false });
  await Deno.writeTextFile(`${desktop.home}/.kedge/state.json`, JSON.stringify({ welcomed: true }));
  const accessible = await openAccessible(desktop);
  const kedge = desktop.start(program());
  /** Drops it on Home, waits until the review says so much, and leaves that by a key. */
  const drop = async (path: string, told: RegExp) => {
    const home = await desktop.windows.find("Kedge", 60_000);
    const drag = await dragFiles(desktop, [path]);
    await drag.over(home, 300, 300);
    await drag.drop(home);
    drag.close();
    const review = await desktop.windows.find(REVIEW, 20_000);
    await accessible.page(
      REVIEW,
      (page) => all(page).some(({ name, text }) => told.test(name) || told.test(text)),
    );
    await desktop.windows.key("Escape", review);
    await desktop.windows.gone(REVIEW);
  };
  try {
    const wrong = `${desktop.home}/a page ü.txt`, bundle = `${desktop.home}/toolbox.kedgeext`;
    await Deno.writeTextFile(wrong, "no bundle");
    const { code } = await desktop.start(program("--pack", TOOLBOX, "--output", bundle)).ended;
    assert.equal(code, 0);
    await drop(wrong, /this is not a zip archive/);
    await drop(TOOLBOX, /Trust and install/);
    await drop(bundle, /Trust and install/);
  } finally {
    accessible.close();
    await kedge.kill("SIGTERM");
    await desktop.stop();
  }
});
