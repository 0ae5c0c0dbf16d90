import assert from "node:assert/strict";
import { atoms, connectX11 } from "../../../src/tray/x11/client.ts";
import { type Desktop, startDesktop, waitFor } from "../harness/mod.ts";

const PROGRAM = new URL("./program.ts", import.meta.url).pathname;
/** A text to copy that is nowhere else on the machine. */
const SECRET = `key-${crypto.randomUUID()}`;

async function onDesktop(play: (desktop: Desktop) => Promise<void>): Promise<void> {
  const desktop = await startDesktop({ panel: false, bus: false });
  try {
    await play(desktop);
  } finally {
    await desktop.stop();
  }
}

/** Starts a program that copies every text that it is told. */
function copier(desktop: Desktop, ...args: string[]) {
  const program = desktop.start([Deno.execPath(), "run", "-A", PROGRAM, ...args]);
  let told = 0;
  const said = () => program.output().split("\n").filter((line) => line !== "");
  return {
    program,
    said,
    async tell(line: string): Promise<string> {
      const at = told++;
      await program.send(line);
      return await waitFor("the copier", () => said()[at]);
    },
  };
}

/** Returns what any program reads from the clipboard; null when the clipboard has no owner. */
function read(desktop: Desktop, target = "UTF8_STRING"): Promise<string | null> {
  return desktop.run("/usr/bin/xclip", "-selection", "clipboard", "-o", "-target", target).catch(() => null);
}

Deno.test("the clipboard gives a secret to every program that asks, and marks it for clipboard managers", async () => {
  await onDesktop(async (desktop) => {
    const { tell } = copier(desktop);
    assert.deepEqual(JSON.parse(await tell(SECRET)), { ok: true, seconds: 45, marked: true });
    for (const target of ["UTF8_STRING", "STRING", "text/plain;charset=utf-8"]) {
      assert.equal(await read(desktop, target), SECRET, target);
    }
    // Clipboard managers read this target before they keep anything.
    assert.ok((await read(desktop, "TARGETS"))!.split("\n").includes("x-kde-passwordManagerHint"));
    assert.equal(await read(desktop, "x-kde-passwordManagerHint"), "secret");
    assert.equal(await read(desktop, "image/png"), null);
  });
});

Deno.test("the clipboard gives a text of 150 kB whole", async () => {
  await onDesktop(async (desktop) => {
    const { tell } = copier(desktop, "45", "3750");
    await tell(SECRET);
    assert.equal((await read(desktop))?.length, 3750 * SECRET.length);
  });
});

Deno.test("the clipboard is empty again when the time of a secret is over", async () => {
  await onDesktop(async (desktop) => {
    const { tell } = copier(desktop, "0.2");
    await tell(SECRET);
    await waitFor("the secret to be gone", async () => await read(desktop) === null);
  });
});

Deno.test("the clipboard keeps what another program has copied since", async () => {
  await onDesktop(async (desktop) => {
    const { tell } = copier(desktop);
    await tell(SECRET);
    await desktop.run(
      "/bin/sh",
      "-c",
      "echo -n theirs | xclip -selection clipboard -loops 0 >/dev/null 2>&1",
    );
    await waitFor("the other text", async () => await read(desktop) === "theirs");
    assert.equal(await tell(""), "closed");
    assert.equal(await read(desktop), "theirs");
  });
});

Deno.test("the clipboard is empty when Kedge has ended, also by force", async () => {
  await onDesktop(async (desktop) => {
    const { tell, program } = copier(desktop);
    await tell(SECRET);
    assert.equal(await read(desktop), SECRET);
    await program.kill();
    await waitFor("the clipboard to be empty", async () => await read(desktop) === null);
  });
});

/**
 * Starts a client that asks for the clipboard again and again without waiting for the answers, as
 * many programs at once do.
 */
async function openAsker(desktop: Desktop) {
  const greeting = await connectX11(desktop.display);
  // deno-lint-ignore no-explicit-any -- what only tests use of the untyped package
  const client = greeting.client as any;
  const numbers = await atoms(greeting.client, ["CLIPBOARD", "UTF8_STRING", "KEDGE_ASKED"]);
  const window: number = client.AllocID();
  let asked = 0, answered = 0;
  client.on("event", ({ name }: { name: string }) => void (answered += Number(name === "SelectionNotify")));
  client.CreateWindow(window, greeting.screen[0]!.root, 0, 0, 1, 1, 0, 0, 0, 0, { eventMask: 0 });
  return {
    ask() {
      asked++;
      const [selection, target, property] = [...numbers.values()];
      client.ConvertSelection(window, selection, target, property, 0);
    },
    unanswered: () => asked - answered,
    close: () => client.terminate(),
  };
}

Deno.test("every request for the clipboard is answered, also while another text is copied or it is cleared", async () => {
  await onDesktop(async (desktop) => {
    const { tell } = copier(desktop);
    const asker = await openAsker(desktop);
    let copying = true;
    const asking = (async () => {
      while (copying) {
        for (let time = 0; time < 20; time++) asker.ask();
        await new Promise((resolve) => setTimeout(resolve, 1));
        // Wait while more requests are open than can be answered soon.
        while (asker.unanswered() > 200) {
          const before = asker.unanswered();
          await waitFor("some answers", () => asker.unanswered() < before);
        }
      }
    })();
    for (let time = 0; time < 30; time++) await tell(`${SECRET}-${time}`);
    await tell("");
    copying = false;
    await asking;
    await waitFor("all answers", () => asker.unanswered() === 0);
    asker.close();
  });
});

Deno.test("a secret that is copied is no argument of a program and in no file of the home", async () => {
  await onDesktop(async (desktop) => {
    const { tell } = copier(desktop);
    await tell(SECRET);
    assert.equal(await read(desktop), SECRET);
    const all = await desktop.run("/usr/bin/ps", "-eo", "args=");
    assert.ok(!all.includes(SECRET));
    const files = await desktop.run("/bin/sh", "-c", `grep -rlF -- ${SECRET} "$HOME" "$TMPDIR" || true`);
    assert.equal(files.trim(), "");
  });
});
