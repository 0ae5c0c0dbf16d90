import { deepEqual, equal, match } from "node:assert/strict";
import { start } from "../../desktop/harness/process.ts";
import { waitFor } from "../../desktop/harness/wait.ts";
import { makeHome } from "../../support/program/actions.ts";
import { plainEnvironment } from "../../support/program/kedge.ts";
import { program } from "../../support/program/program.ts";
import { sharePages } from "../../support/pages/assets.ts";

Deno.test({
  name: "kedge without a display says last that it goes on running, what can be done and how it ends",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const home = await makeHome();
    await sharePages(home);
    const running = start(program(), await plainEnvironment({ KEDGE_HOME: home.home }));
    try {
      await waitFor("its last words", () => running.output().includes("goes on running"), 60_000);
      match(
        running.output(),
        /cannot open windows[^]*\nkedge: Kedge goes on running, with no icon and no window\.\n.*Ctrl\+C.*--browser.*\n$/,
      );
      Deno.kill(running.pid, "SIGINT");
      equal((await running.ended).code, 0);
    } finally {
      await running.kill();
      await home.remove();
    }
  },
});

for (const args of [["--json"], ["--hidden", "--json"]]) {
  Deno.test({
    name: `kedge ${args.join(" ")} prints one document once it runs`,
    ignore: Deno.build.os !== "linux",
    async fn() {
      const home = await makeHome();
      await sharePages(home);
      const running = start(program(...args), await plainEnvironment({ KEDGE_HOME: home.home }));
      try {
        const documents = () => running.output().split("\n").filter((line) => line.startsWith("{"));
        await waitFor("its document", () => documents().length > 0, 60_000);
        Deno.kill(running.pid, "SIGINT");
        equal((await running.ended).code, 0);
        deepEqual(documents(), ['{"ok":true}']);
      } finally {
        await running.kill();
        await home.remove();
      }
    },
  });
}
