import assert from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { installActions, shareGoCache } from "../../support/program/actions.ts";
import { program } from "../../support/program/program.ts";
import { type Desktop, startDesktop, waitFor, type Window } from "../harness/mod.ts";
import { insist, isDrawn, picture } from "./stage.ts";

/** Milliseconds for a first compilation, which also builds Go's standard library. */
const COMPILE = 120_000;
/** Milliseconds after which a press no longer allows a new window to take the focus. */
const OLD = 1100;
/** The text typed all the time; each of its spaces and line breaks would answer a question. */
const LINE = "ping pong\n";

/** Returns an action that acts a while after its start, when its user works with something else. */
const later = (id: string, act: string, manifest: Record<string, unknown> = {}) => ({
  id,
  source: `package action

import (
	"kedge"
	"os"
	"time"
)

func Run(k *kedge.Ctx) error {
	for {
		if _, err := os.Stat(os.Getenv("HOME") + "/${id}"); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	${act}
}
`,
  manifest: { contextMode: "none", console: "none", ...manifest },
});

/** Windows that open: the code that opens each, and its title. */
const COMING: readonly [id: string, what: string, act: string, manifest?: Record<string, unknown>][] = [
  [
    "delete",
    "a question",
    `yes, err := k.Confirm("Delete the 312 old snapshots?")
	k.Logf("delete %v", yes)
	return err`,
  ],
  ["read", "an alert", `return k.Alert("Read this.")`],
  [
    "ask",
    "a field",
    `_, _, err := k.Ask(kedge.InputRequest{Title: "Name", Label: "Name"})
	return err`,
  ],
  [
    "report",
    "a report",
    `return k.ShowHTML(kedge.HTMLReport{Title: "Report", HTML: "<p>Report</p>"})`,
  ],
  ["ends", "the output of a run that ends", `k.Logf("done"); return nil`, { console: "auto" }],
  ["fails", "a run that fails", `panic("no")`, { console: "auto" }],
];

Deno.test("a window that opens by itself takes no letter from a terminal, and typing there does not answer it", async (t) => {
  const desktop = await startDesktop();
  try {
    const paths = kedgePaths(join(desktop.home, ".kedge"));
    await shareGoCache(paths);
    await installActions(paths, "late", COMING.map(([id, , act, more]) => later(id, act, more)));
    desktop.start([...program(), "--hidden"], { KEDGE_TRAY: "status-notifier" });
    await desktop.tray.item();
    const terminal = await startTerminal(desktop);
    for (const [id, what] of COMING) {
      await t.step(`${what} takes no letter`, async () => {
        const { tray, windows } = desktop;
        const title = new RegExp(`^Do ${id}|^Name$|^Report$`);
        await tray.click(["Actions", `Do ${id}`]);
        await waitFor(`Do ${id} to run`, async () => (await tray.menuText()).includes("Stop"), COMPILE);
        const pressed = performance.now();
        await windows.activate(terminal.window);
        // A question right after the click may take the focus, so wait until that press is too old.
        await waitFor("the press to be old", async () => {
          await terminal.type();
          return performance.now() - pressed > OLD;
        });
        await Deno.writeTextFile(join(desktop.home, id), "");
        const come = await typeUntil(desktop, terminal, title);
        assert.equal(await windows.focused(), terminal.window.id);
        assert.match(
          await desktop.run("/usr/bin/xprop", "-id", come.id, "WM_HINTS"),
          /urgency hint bit is set/,
        );
        await picture(desktop, `typing-${id}`);
        await terminal.hasAll();
        assert.equal((await windows.list()).some(({ id }) => id === come.id), true, "it was answered");
        await insist(
          "it to go",
          2500,
          async () => !(await windows.list()).some(({ id }) => id === come.id),
          () => windows.key("Escape", come),
        );
      });
    }
  } finally {
    await desktop.stop();
  }
});

/** A real terminal that records its input. */
interface Terminal {
  readonly window: Window;
  /** Types one line. */
  type(): Promise<void>;
  /** Waits until all typed text has arrived. */
  hasAll(): Promise<void>;
}

async function startTerminal(desktop: Desktop): Promise<Terminal> {
  const file = join(desktop.home, "typed");
  desktop.start(["xterm", "-T", "Terminal", "-e", "sh", "-c", `stty -echo -icanon; cat > ${file}`]);
  const window = await desktop.windows.find("Terminal");
  await waitFor("the terminal to listen", () => Deno.stat(file));
  let lines = 0;
  return {
    window,
    async type() {
      lines++;
      await desktop.windows.type(LINE);
    },
    hasAll: () =>
      waitFor("all letters", async () => {
        const typed = await Deno.readTextFile(file);
        if (typed !== LINE.repeat(lines)) {
          throw new Error(`of ${lines} lines came ${JSON.stringify(typed.slice(-80))}`);
        }
        return true;
      }).then(() => {}),
  };
}

/** Types until the window is open and drawn, and some lines more. */
async function typeUntil(desktop: Desktop, terminal: Terminal, title: RegExp): Promise<Window> {
  const come = await waitFor("the window", async () => {
    await terminal.type();
    const window = (await desktop.windows.list()).find((window) => title.test(window.title));
    return window && await isDrawn(desktop, window) ? window : null;
  });
  for (let more = 0; more < 5; more++) await terminal.type();
  return come;
}
