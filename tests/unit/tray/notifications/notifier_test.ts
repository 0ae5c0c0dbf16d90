import assert from "node:assert/strict";
import { darwinCommand } from "../../../../src/tray/notifications/darwin.ts";
import { notifyArguments } from "../../../../src/tray/notifications/linux.ts";
import { shownTexts } from "../../../../src/tray/notifications/notifier.ts";
import { balloon, type BalloonShell, windowsNotifier } from "../../../../src/tray/notifications/windows.ts";

const hostile = {
  title: '"; do shell script "id',
  message: "<b>a</b> & $(id)\u0007",
  urgency: "normal",
} as const;

const texts: [string, string, string, string][] = [
  ["Deploy", "Done", "Deploy", "Done"],
  ["", "Done", "Kedge", "Done"],
  ["a\u0000b", "one\ntwo", "a b", "one\ntwo"],
  ["t".repeat(200), "m".repeat(900), "t".repeat(99) + "…", "m".repeat(499) + "…"],
];
for (const [title, message, shownTitle, shownMessage] of texts) {
  Deno.test(`shownTexts() gives ${JSON.stringify(shownTitle.slice(0, 9))} for ${JSON.stringify(title.slice(0, 9))}`, () => {
    assert.deepEqual(shownTexts({ title, message, urgency: "normal" }), {
      title: shownTitle,
      message: shownMessage,
    });
  });
}

Deno.test("notifyArguments() escapes markup that a script wrote", () => {
  assert.equal(notifyArguments(hostile)[4], "&lt;b&gt;a&lt;/b&gt; &amp; $(id)");
});

Deno.test("notifyArguments() offers an action only when there is something to open", () => {
  assert.deepEqual(notifyArguments(hostile)[5], []);
  const onOpen = () => {};
  assert.deepEqual(notifyArguments({ ...hostile, onOpen })[5], ["default", "Show"]);
  assert.deepEqual(notifyArguments({ ...hostile, onOpen, button: "Sign in" })[5], [
    "default",
    "Sign in",
    "open",
    "Sign in",
  ]);
});

Deno.test("darwinCommand() passes texts on standard input, neither as script nor as arguments", () => {
  const one = darwinCommand(hostile), other = darwinCommand({ ...hostile, title: "-edo", message: "-edo" });
  assert.equal(one.program, "/usr/bin/osascript");
  assert.deepEqual(one.args, other.args);
  assert.deepEqual(JSON.parse(one.input!), { title: hostile.title, message: "<b>a</b> & $(id)" });
});

Deno.test("darwinCommand() has a script that shows the title and the message it reads", () => {
  const shown: unknown[] = [];
  const input = { title: "A", message: "B" };
  const script = darwinCommand({ ...input, urgency: "normal" }).args.at(-1)!;
  const bridge = Object.assign(() => {}, { import: () => {}, unwrap: (text: string) => text });
  const foundation = {
    NSFileHandle: { fileHandleWithStandardInput: { readDataToEndOfFile: JSON.stringify(input) } },
    NSString: {
      alloc: { initWithDataEncoding: (data: string, encoding: number) => encoding === 4 ? data : "" },
    },
    NSUTF8StringEncoding: 4,
  };
  const application = {
    currentApplication: () => ({ displayNotification: (...args: unknown[]) => shown.push(args) }),
  };
  new Function("ObjC", "$", "Application", script)(bridge, foundation, application);
  assert.deepEqual(shown, [["B", { withTitle: "A" }]]);
});

/** Returns a text field of NOTIFYICONDATAW. */
function field(data: Uint8Array, at: number, units: number): string {
  const view = new DataView(data.buffer);
  const codes = Array.from({ length: units }, (_, i) => view.getUint16(at + 2 * i, true));
  return String.fromCharCode(...codes.slice(0, codes.indexOf(0)));
}

const BALLOONS: [title: string, message: string, shownTitle: string, shownText: string][] = [
  ["Deploy", "Done", "Deploy", "Done"],
  ["Größe geändert 🎉", "„fertig“\n日本", "Größe geändert 🎉", "„fertig“\n日本"],
  ["Deployed", "", "Kedge", "Deployed"],
  ["", "", "Kedge", "Kedge"],
];
for (const [title, message, shownTitle, shownText] of BALLOONS) {
  Deno.test(`balloon() shows ${JSON.stringify([title, message])} in whatever letters, with a text`, () => {
    const data = balloon({ title, message, urgency: "normal" }, 1);
    assert.deepEqual([field(data, 820, 64), field(data, 304, 256)], [shownTitle, shownText]);
  });
}

Deno.test("balloon() ends texts with a zero within their fields", () => {
  const data = balloon({ title: "t".repeat(90), message: "m".repeat(400), urgency: "critical" }, 1);
  assert.deepEqual([field(data, 820, 64).length, field(data, 304, 256).length], [63, 255]);
  assert.deepEqual([...data.subarray(952)], Array(24).fill(0));
});

/** Returns a shell that accepts or refuses notifications, and its recorded calls. */
function shell(takes: boolean): { readonly shell: BalloonShell; readonly asked: string[] } {
  const asked: string[] = [];
  const window = Deno.UnsafePointer.create(8n);
  return {
    asked,
    shell: {
      user32: {
        CreateWindowExW: () => (asked.push("window"), window),
        DestroyWindow: () => (asked.push("no window"), 1),
        LoadIconW: () => window,
      },
      shell32: {
        Shell_NotifyIconW: (what: number) => (asked.push(what === 0 ? "add" : "delete"), takes ? 1 : 0),
      },
    } as unknown as BalloonShell,
  };
}

Deno.test("windowsNotifier() takes its icons away when it is closed", async () => {
  const { shell: taking, asked } = shell(true);
  const notifier = windowsNotifier(() => taking);
  assert.equal(await notifier.show({ title: "A", message: "B", urgency: "normal" }), true);
  notifier.close();
  assert.deepEqual(asked, ["window", "add", "delete", "no window"]);
});

Deno.test("windowsNotifier() says that nothing was shown where the desktop takes no icon, or there is none", async () => {
  const { shell: refusing, asked } = shell(false);
  assert.equal(
    await windowsNotifier(() => refusing).show({ title: "A", message: "B", urgency: "normal" }),
    false,
  );
  assert.deepEqual(asked, ["window", "add", "no window"]);
  const absent = windowsNotifier(() => {
    throw new Error("shell32.dll: not found");
  });
  assert.equal(await absent.show({ title: "A", message: "B", urgency: "normal" }), false);
});
