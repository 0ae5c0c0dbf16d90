import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { darwinKeychain, storeLine } from "../../src/core/keychain/darwin.ts";
import { darwin } from "../../src/core/platform/darwin.ts";
import type { Run } from "../../src/core/platform/run.ts";
import { terminalPrograms } from "../../src/core/platform/terminals/programs.ts";
import { Secret } from "../../src/core/secret.ts";
import { darwinClipboard } from "../../src/tray/clipboard/darwin.ts";
import { darwinCommand } from "../../src/tray/notifications/darwin.ts";

const SOURCES = fileURLToPath(new URL("../../src", import.meta.url));
const read = (path: string) => Deno.readTextFileSync(join(SOURCES, path));

/** Every function of macOS's libraries that Kedge calls, as declared in Apple's headers. */
const FUNCTIONS: readonly (readonly [source: string, header: string, declaration: string])[] = [
  [
    "tray/shortcut/darwin.ts",
    "HIServices/Processes.h",
    "OSStatus TransformProcessType(const ProcessSerialNumber *, ProcessApplicationTransformState)",
  ],
  ["tray/shortcut/darwin.ts", "HIToolbox/CarbonEvents.h", "EventTargetRef GetEventDispatcherTarget(void)"],
  [
    "tray/shortcut/darwin.ts",
    "HIToolbox/CarbonEvents.h",
    "OSStatus RegisterEventHotKey(UInt32, UInt32, EventHotKeyID, EventTargetRef, OptionBits, EventHotKeyRef *)",
  ],
  ["tray/shortcut/darwin.ts", "HIToolbox/CarbonEvents.h", "OSStatus UnregisterEventHotKey(EventHotKeyRef)"],
  [
    "tray/shortcut/darwin.ts",
    "HIToolbox/CarbonEvents.h",
    "OSStatus InstallEventHandler(EventTargetRef, EventHandlerUPP, ItemCount, const EventTypeSpec *, void *, EventHandlerRef *)",
  ],
  [
    "tray/shortcut/darwin.ts",
    "HIToolbox/CarbonEventsCore.h",
    "OSStatus GetEventParameter(EventRef, EventParamName, EventParamType, EventParamType *, ByteCount, ByteCount *, void *)",
  ],
  [
    "tray/shortcut/darwin.ts",
    "HIToolbox/CarbonEventsCore.h",
    "OSStatus ReceiveNextEvent(ItemCount, const EventTypeSpec *, EventTimeout, Boolean, EventRef *)",
  ],
  [
    "tray/shortcut/darwin.ts",
    "HIToolbox/CarbonEvents.h",
    "OSStatus SendEventToEventTarget(EventRef, EventTargetRef)",
  ],
  ["tray/shortcut/darwin.ts", "HIToolbox/CarbonEventsCore.h", "void ReleaseEvent(EventRef)"],
  [
    "tray/windows/child/darwin.ts",
    "CoreGraphics/CGEventSource.h",
    "CFTimeInterval CGEventSourceSecondsSinceLastEventType(CGEventSourceStateID, CGEventType)",
  ],
  ["tray/windows/child/objc.ts", "objc/runtime.h", "Class objc_getClass(const char *)"],
  ["tray/windows/child/objc.ts", "objc/runtime.h", "SEL sel_registerName(const char *)"],
  ["tray/windows/child/objc.ts", "objc/runtime.h", "Class object_getClass(id)"],
  [
    "tray/windows/child/objc.ts",
    "objc/runtime.h",
    "Class objc_allocateClassPair(Class, const char *, size_t)",
  ],
  ["tray/windows/child/objc.ts", "objc/runtime.h", "void objc_registerClassPair(Class)"],
  ["tray/windows/child/objc.ts", "objc/runtime.h", "BOOL class_addMethod(Class, SEL, IMP, const char *)"],
  ["core/platform/ancestors/darwin.ts", "libproc.h", "int proc_pidinfo(int, int, uint64_t, void *, int)"],
  ["core/platform/ancestors/darwin.ts", "libproc.h", "int proc_pidpath(int, void *, uint32_t)"],
  [
    "core/platform/ancestors/darwin.ts",
    "sys/sysctl.h",
    "int sysctl(int *, u_int, void *, size_t *, void *, size_t)",
  ],
];

/** Types of MacTypes.h, CarbonEventsCore.h, CGEventTypes.h and objc.h on both Mac processors. */
const TYPES: Readonly<Record<string, string>> = {
  OSStatus: "i32",
  int: "i32",
  u_int: "u32",
  UInt32: "u32",
  uint32_t: "u32",
  uint64_t: "u64",
  size_t: "usize",
  OptionBits: "u32",
  EventParamName: "u32",
  EventParamType: "u32",
  ProcessApplicationTransformState: "u32",
  ItemCount: "usize",
  ByteCount: "usize",
  EventTimeout: "f64",
  CFTimeInterval: "f64",
  CGEventSourceStateID: "i32",
  CGEventType: "u32",
  Boolean: "u8",
  BOOL: "u8",
  // A struct of two UInt32, which both calling conventions pass as one 64-bit number.
  EventHotKeyID: "u64",
  EventTargetRef: "pointer",
  EventHotKeyRef: "pointer",
  EventRef: "pointer",
  EventHandlerUPP: "function",
  Class: "pointer",
  SEL: "pointer",
  IMP: "function",
  id: "pointer",
  void: "void",
};
const POINTERS = ["pointer", "buffer"];

/** Returns the functions that a source declares: name, parameters, then the result. */
function declared(source: string): Map<string, string[]> {
  const text = read(source);
  return new Map(
    [...text.matchAll(/(\w+): \{\s*parameters: \[([^\]]*)\],\s*result: "(\w+)",?\s*\}/g)].map((
      [, name, parameters, result],
    ) => [name!, [...parameters!.matchAll(/"(\w+)"/g)].map(([, type]) => type!).concat(result!)]),
  );
}

for (const [source, header, declaration] of FUNCTIONS) {
  const [, result, name, list] = /^(.+?)\s?(\w+)\((.*)\)$/.exec(declaration)!;
  Deno.test(`${name}() of macOS is called as ${header} declares it`, () => {
    const given = declared(source).get(name!);
    assert.ok(given, `${source} calls no ${name}`);
    const wanted = [...list === "void" ? [] : list!.split(", "), result!];
    assert.equal(given.length, wanted.length);
    for (const [index, type] of wanted.entries()) {
      const allowed = type.endsWith("*") ? POINTERS : [TYPES[type]];
      assert.ok(allowed.includes(given[index]!), `${type} is given as ${given[index]}`);
    }
  });
}

/** Functions that send messages; another table lists these by their selectors. */
const MESSAGES = /^(send\w*|ask\w*)$/;

Deno.test("each function of macOS that is called is held against its header", () => {
  const found = [...new Set(FUNCTIONS.map(([source]) => source))].flatMap((source) =>
    [...declared(source).keys()].filter((name) => !MESSAGES.test(name)).map((name) => `${source} ${name}`)
  );
  const known = FUNCTIONS.map(([source, , declaration]) => `${source} ${/(\w+)\(/.exec(declaration)![1]}`);
  assert.deepEqual(found.sort(), known.sort());
});

/** Returns a `run` that records its arguments. */
function spy(stdout = "1\n"): { readonly run: Run; readonly lines: string[][] } {
  const lines: string[][] = [];
  return {
    lines,
    run: (program, args) => {
      lines.push([program, ...args]);
      return Promise.resolve({ ended: true, code: 0, stdout, stderr: "" });
    },
  };
}

async function keychainLines(): Promise<string[][]> {
  const { run, lines } = spy();
  const keychain = darwinKeychain(run);
  await keychain.status();
  await keychain.set("a", "l", new Secret("x"));
  await keychain.get("a");
  await keychain.delete("a");
  return lines;
}

async function clipboardLines(): Promise<string[][]> {
  const { run, lines } = spy("7\n");
  const held = await darwinClipboard(run).hold(new Secret("x"));
  if ("clear" in held) await held.clear();
  return lines;
}

/** Shortens a script to one word; other tests check its content. */
const short = (line: readonly string[]) =>
  line.map((word, at) => line[at - 1] === "-e" && word.includes("\n") ? "SCRIPT" : word).join(" ");

/** Returns the words of a call whose program and arguments are literals in a source. */
function written(source: string, program: string): string {
  const text = read(source);
  const from = text.indexOf(`"${program}"`);
  const named = /, (\w+), \{/.exec(text.slice(from, text.indexOf("\n", from)))?.[1];
  const list = named
    ? new RegExp(`const ${named} = \\[([^;]*)\\];`).exec(text)![1]!
    : /\[([^\]]*)\]/.exec(text.slice(from))![1]!;
  return [program, ...[...list.matchAll(/["`]([^"`]+)["`]/g)].map(([, word]) => word)].join(" ");
}

const [terminal, iterm] = ["terminal", "iterm"].map((id) =>
  terminalPrograms("darwin", {}).find((one) => one.id === id)!.open(["/bin/echo", "a b"], "")
    .filter((word) => word !== "-e").slice(1)
) as [string[], string[]];
const QUOTING = [
  "on run argv",
  'set told to "exec"',
  "repeat with part in argv",
  'set told to told & " " & quoted form of (part as text)',
  "end repeat",
];

/** Every command line of macOS's own programs that Kedge starts, and Apple's manual for it. */
const LINES: readonly (readonly [
  manual: string,
  lines: string | readonly string[] | Promise<string[]>,
  expected: string | readonly string[],
])[] = [
  [
    "security(1), default-keychain, -i, find-generic-password -w, delete-generic-password",
    keychainLines().then((all) => all.map(short)),
    [
      "/usr/bin/security default-keychain",
      "/usr/bin/security -i",
      "/usr/bin/security find-generic-password -s kedge -a a -w",
      "/usr/bin/security delete-generic-password -s kedge -a a",
    ],
  ],
  [
    "security(1), add-generic-password -U, on standard input",
    storeLine("a", "l", new Secret("x")),
    'add-generic-password -U "-s" "kedge" "-a" "a" "-l" "l" "-w" "base64:eA=="\n',
  ],
  ["osascript(1), -l, -e, arguments of run", clipboardLines().then((all) => all.map(short)), [
    "/usr/bin/osascript -l JavaScript -e SCRIPT hold",
    "/usr/bin/osascript -l JavaScript -e SCRIPT clear 7",
  ]],
  [
    "osascript(1), display notification of Standard Additions",
    short([
      darwinCommand({ title: "t", message: "m", urgency: "normal" }).program,
      ...darwinCommand({ title: "t", message: "m", urgency: "normal" }).args,
    ]),
    "/usr/bin/osascript -l JavaScript -e SCRIPT",
  ],
  [
    "osascript(1), a script on standard input; open location of Standard Additions",
    JSON.stringify(darwin.openQuietly("https://a.example/", {})),
    JSON.stringify({ command: ["/usr/bin/osascript"], input: 'open location "https://a.example/"\n' }),
  ],
  ["open(1)", short(darwin.openAddress("https://a.example/", {})), "/usr/bin/open https://a.example/"],
  ["open(1), -t", short(darwin.openText("/a b", {})), "/usr/bin/open -t /a b"],
  ["open(1), a folder", short(darwin.openFolder("/a", {})), "/usr/bin/open /a"],
  ["Terminal's dictionary, do script", terminal, [
    ...QUOTING,
    'tell application "Terminal"',
    "activate",
    "do script told",
    "end tell",
    "end run",
    "/bin/echo",
    "a b",
  ]],
  ["iTerm2's scripting, create window with default profile, write", iterm, [
    ...QUOTING,
    'tell application "iTerm"',
    "activate",
    "set opened to (create window with default profile)",
    "tell current session of opened to write text told",
    "end tell",
    "end run",
    "/bin/echo",
    "a b",
  ]],
  [
    "ps(1), -A -E -ww; two names with an empty head each (keyword.c of Apple's adv_cmds)",
    written("core/platform/process_tree/darwin.ts", "/bin/ps"),
    "/bin/ps -A -E -ww -o pid=,command=",
  ],
  ["ps(1), -A -o", written("core/platform/peer/darwin.ts", "/bin/ps"), "/bin/ps -A -o pid=,ppid="],
  [
    "lsof(8), -nP -a -i -F",
    written("core/platform/peer/darwin.ts", "/usr/sbin/lsof"),
    "/usr/sbin/lsof -nP -a -iTCP@127.0.0.1:${from} -Fpn",
  ],
];
for (const [manual, lines, expected] of LINES) {
  Deno.test(`macOS is given lines of ${manual}`, async () => {
    assert.deepEqual(await lines, expected);
  });
}

Deno.test("no other program of macOS is started than those of the table", async () => {
  const known = JSON.stringify(LINES.map(([, , expected]) => expected));
  const named = new Set<string>();
  const look = async (folder: string) => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const path = join(folder, name);
      if (isDirectory) await look(path);
      else if (name === "darwin.ts") {
        const found = (await Deno.readTextFile(path)).matchAll(/"(\/(?:usr\/)?s?bin\/[\w.-]+)"/g);
        for (const [, program] of found) named.add(program!);
      }
    }
  };
  await look(SOURCES);
  // Folders that contain programs.
  const folders = ["/usr/bin", "/usr/sbin", "/bin", "/sbin"];
  assert.deepEqual([...named].filter((path) => !folders.includes(path) && !known.includes(path)), []);
  assert.ok(named.size >= 4);
});
