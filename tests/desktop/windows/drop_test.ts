import assert from "node:assert/strict";
import { program } from "../../support/program/program.ts";
import { all, openAccessible } from "../harness/accessible.ts";
import { dragFiles } from "../harness/drag.ts";
import { startDesktop } from "../harness/mod.ts";
import { openScreen } from "./screen.ts";

const TOOLBOX = new URL("../../../examples/toolbox", import.meta.url).pathname;
const HINT = /Drop the bundle/;

Deno.test("a window says what can be dropped while it is held there; a folder and a bundle are reviewed, anything else is refused with the reason", async () => {
  const desktop = await startDesktop({ panel: false });
  await Deno.mkdir(`${desktop.home}/.kedge`, { recursive: true, mode: 0o700 });
  await Deno.writeTextFile(`${desktop.home}/.kedge/state.json`, JSON.stringify({ welcomed: true }));
  const accessible = await openAccessible(desktop);
  const kedge = desktop.start(program());
  const screen = await openScreen(desktop.display);
  const escape = await screen.keys("Escape");
  /**
   * Drops a path on Home, waits until its review shows `told`, and closes the review with a key.
   */
  const drop = async (path: string, name: string, told: RegExp) => {
    const title = `Review · ${name}`;
    const home = await desktop.windows.find("Kedge", 60_000);
    const drag = await dragFiles(desktop, [path]);
    await drag.over(home, 300, 300);
    await drag.drop(home);
    drag.close();
    const review = await desktop.windows.find(title, 60_000);
    await accessible.page(
      title,
      (page) => all(page).some(({ name, text }) => told.test(name) || told.test(text)),
    );
    await desktop.windows.activate(review);
    screen.hold(escape);
    await desktop.windows.gone(title);
    // Release the key only now, as people do; the view that shows the next window gets no event of
    // that.
    screen.release(escape);
    // Home no longer shows the hint for dragged files.
    await accessible.page("Kedge", (page) => !all(page).some(({ name, text }) => HINT.test(name + text)));
  };
  /** Drags a path over Home, which shows a hint over the whole page, and out again. */
  const hold = async (path: string) => {
    await screen.until(await desktop.windows.find("Kedge", 60_000), (colours) => colours > 20);
    // Its final position, once it is drawn.
    const home = await desktop.windows.find("Kedge");
    // A place left of the text, where Home without extensions shows nothing.
    const side = { x: home.x + 40, y: home.y + home.height - 80, width: 120, height: 40 };
    const empty = await screen.part(side);
    const drag = await dragFiles(desktop, [path]);
    await drag.over(home, 300, 300);
    await screen.differs(side, empty);
    drag.leave(home);
    await screen.same(side, empty);
    drag.close();
  };
  try {
    const wrong = `${desktop.home}/a page ü.txt`, bundle = `${desktop.home}/toolbox.kedgeext`;
    await Deno.writeTextFile(wrong, "no bundle");
    const { code } = await desktop.start(program("--pack", TOOLBOX, "--output", bundle)).ended;
    assert.equal(code, 0);
    await hold(TOOLBOX);
    await drop(wrong, "a page ü.txt", /this is not a zip archive/);
    await drop(TOOLBOX, "Toolbox", /Trust and install/);
    await drop(bundle, "Toolbox", /Trust and install/);
  } finally {
    screen.close();
    accessible.close();
    await kedge.kill("SIGTERM");
    await desktop.stop();
  }
});
