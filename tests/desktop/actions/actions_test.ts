import assert from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { installActions, shareGoCache } from "../../support/program/actions.ts";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import { isDrawn, menuShows, picture, pressUntilGone, read } from "../walk/stage.ts";
import { program } from "../../support/program/program.ts";

/** Milliseconds for a first compilation, which also builds Go's standard library. */
const COMPILE = 120_000;

const action = (body: string) =>
  `package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error {\n${body}\n}\n`;

const FORM = action(`	answers, ok, err := k.Form(kedge.FormRequest{Title: "Order", Fields: []kedge.Field{
		{Key: "name", Label: "Name", Required: true, Min: 3},
		{Key: "password", Kind: "secret", Label: "Password"},
		{Key: "wrap", Kind: "checkbox", Label: "Gift wrap"},
		{Key: "count", Kind: "number", Label: "Count", Default: "2", Min: 1, Max: 9},
	}})
	k.Log(answers["name"], len(answers["password"]), answers["wrap"], answers["count"], ok, err)
	return err`);

const REPORT = action(`	err := k.ShowHTML(kedge.HTMLReport{
		Title: "Costs", HTML: "<h1>Costs</h1><p>42</p><script>document.title='Owned'</script>", ShowPrint: true,
	})
	k.Log("closed", err)
	return err`);

const PROGRESS = action(`	k.ShowProgress(kedge.ProgressOptions{Title: "Copying", Cancelable: true})
	k.UpdateProgress(0.4, "4 of 10")
	<-k.Context().Done()
	return nil`);

const CLICKS = action(`	for i := 0; i < 2; i++ {
		select {
		case <-k.ButtonClicks():
			k.SetButtonLabel("Once more")
			k.SetButtonProgress(0.5)
		case <-k.Context().Done():
			return nil
		}
	}
	k.Log("clicked twice")
	return nil`);

/** Runs `walk` on a desktop with Kedge and an extension whose actions need no review any more. */
async function withActions(
  walk: (desktop: Desktop, logs: () => Promise<string>) => Promise<void>,
): Promise<void> {
  const desktop = await startDesktop();
  const paths = kedgePaths(join(desktop.home, ".kedge"));
  try {
    await shareGoCache(paths);
    await installActions(paths, "desk", [
      { id: "form", source: FORM },
      { id: "report", source: REPORT },
      { id: "progress", source: PROGRESS },
      { id: "clicks", source: CLICKS },
    ]);
    desktop.start([...program(), "--hidden"], { KEDGE_TRAY: "status-notifier" });
    await desktop.tray.item();
    await walk(desktop, async () => {
      let text = "";
      for await (const { name } of Deno.readDir(paths.logs)) {
        if (name.startsWith("desk~")) text += await Deno.readTextFile(join(paths.logs, name));
      }
      return text;
    });
  } catch (error) {
    await picture(desktop, "failure");
    throw error;
  } finally {
    await desktop.stop();
  }
}

Deno.test("actions on the desktop: forms, reports, progress and clicks in real windows", async (t) => {
  await withActions(async (desktop, logs) => {
    const { tray, windows } = desktop;
    const logged = (text: RegExp) => waitFor(`the log to have ${text}`, async () => text.test(await logs()));
    const open = async (label: string, title: string) => {
      await tray.click(["Actions", label]);
      const window = await windows.find(title, COMPILE);
      await waitFor(`"${title}" to be drawn`, () => isDrawn(desktop, window));
      await read(desktop, window);
      return await windows.find(title);
    };

    await t.step("a form is filled by keyboard; a broken rule is explained and the form stays", async () => {
      const form = await open("Do form", "Order");
      await windows.type("Al", form);
      await windows.key("Return", form);
      await windows.type("ice", form);
      await windows.key("Tab", form);
      await windows.type("hunter2", form);
      await picture(desktop, "action-form", await windows.find("Order"));
      // Tab past the buttons that copy and show a secret.
      for (let i = 0; i < 3; i++) await windows.key("Tab", form);
      await windows.key("space", form);
      await windows.key("Return", form);
      await windows.gone("Order");
      await logged(/Alice 7 true 2 true <nil>/);
      assert.doesNotMatch(await logs(), /hunter2/);
    });
    await t.step("a report shows without scripts and ends when it is closed", async () => {
      const report = await open("Do report", "Costs");
      await picture(desktop, "action-report", report);
      assert.equal((await windows.list()).some(({ title }) => title === "Owned"), false);
      await pressUntilGone(desktop, "Escape", "Costs");
      await logged(/closed <nil>/);
    });
    await t.step("a progress opens the console, and cancelling it there stops the run", async () => {
      const console = await open("Do progress", "Do progress · Test desk");
      await menuShows(desktop, /Do progress · 40 %/);
      await picture(desktop, "action-progress", console);
      // The only button is at the right of the status line.
      await waitFor("Cancel to stop the run", async () => {
        await windows.click(console.x + console.width - 45, console.y + 22);
        const ended = async () => !/Do progress · 40 %/.test(await tray.menuText());
        // Do not click again once the run has ended: another button may be at this position then.
        return await waitFor("the end of the run", ended, 5_000);
      });
      await logged(/stopped after \d+ ms/);
    });
    await t.step("a click on the running button is the action's", async () => {
      await tray.click(["Actions", "Do clicks"]);
      await tray.click(["Do clicks · running", "Do clicks"]);
      await menuShows(desktop, /Once more · 50 %/);
      await tray.click(["Once more · 50 %", "Once more"]);
      await logged(/clicked twice\n.*ok after/);
    });
  });
});
