import assert from "node:assert/strict";
import { join } from "node:path";
import { startDesktop, waitFor } from "../harness/mod.ts";
import { drawn } from "../walk/stage.ts";
import { run } from "../harness/process.ts";
import { program } from "../../support/program/program.ts";

Deno.test("a window opens in the size that its user gave it last", async () => {
  const desktop = await startDesktop({ panel: false });
  const kedge = () => desktop.start(program());
  try {
    // Without a configuration, Kedge would show the first start.
    await Deno.mkdir(join(desktop.home, ".kedge"), { recursive: true, mode: 0o700 });
    await Deno.writeTextFile(join(desktop.home, ".kedge/config.json"), "{}");
    const first = kedge();
    const window = await desktop.windows.find("Kedge");
    assert.deepEqual([window.width, window.height], [960, 640]);
    // The page must be loaded to notice the new size.
    await drawn(desktop, window);
    await run(["/usr/bin/xdotool", "windowsize", window.id, "700", "500"], desktop.env);
    const file = join(desktop.home, ".kedge/state.json");
    await waitFor("state.json", async () => (await Deno.readTextFile(file)).includes(`"width": 700`));
    assert.deepEqual(JSON.parse(await Deno.readTextFile(file)).sizes, { home: { width: 700, height: 500 } });
    await first.kill();
    await desktop.windows.gone("Kedge");
    const second = kedge();
    const again = await desktop.windows.find("Kedge");
    assert.deepEqual([again.width, again.height], [700, 500]);
    await second.kill();
  } finally {
    await desktop.stop();
  }
});
