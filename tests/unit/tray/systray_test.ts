import assert from "node:assert/strict";
import type { MenuItem } from "../../../src/tray/menu/mod.ts";
import { extractHelper, helperName } from "../../../src/tray/systray/binary.ts";
import { spawnHidden } from "../../../src/core/platform/hidden.ts";
import { notStarted, startHelper, withoutStamp } from "../../../src/tray/systray/helper.ts";
import {
  menuLine,
  parseEvent,
  title,
  toHelperMenu,
  updateLines,
} from "../../../src/tray/systray/protocol.ts";
import { exec } from "../../support/servers/server.ts";

const quit = { name: "quit" } as const;
const MENU: MenuItem[] = [
  {
    id: "a",
    label: "A",
    items: [{ id: "b", label: "B", command: quit }, { id: "l", label: "", separator: true }],
  },
  { id: "m", label: "", separator: true },
  { id: "c", label: "C", enabled: false, command: quit },
  { id: "d", label: "D", command: quit },
];

Deno.test("toHelperMenu() numbers lines in reading order and knows which may be clicked", () => {
  const { items, commands } = toHelperMenu(MENU, "linux");
  assert.deepEqual(items.map(({ title, __id }) => [title, __id]), [["A", 1], ["<SEPARATOR>", 3], ["C", 4], [
    "D",
    5,
  ]]);
  assert.deepEqual([...commands.keys()], [2, 5]);
});

Deno.test("toHelperMenu() leaves out lines between groups below the top level, which the helper misplaces", () => {
  const [parent] = toHelperMenu(MENU, "linux").items;
  assert.deepEqual(parent?.items?.map(({ title }) => title), ["B"]);
});

Deno.test("toHelperMenu() has another shape for other lines, and the same for other words", () => {
  const shape = (menu: MenuItem[]) => toHelperMenu(menu, "linux").shape;
  const [parent, line, ...rest] = MENU as [MenuItem, MenuItem, ...MenuItem[]];
  assert.equal(shape([{ ...parent, label: "Other" }, line, ...rest]), shape(MENU));
  assert.notEqual(shape([parent, line]), shape(MENU));
  assert.notEqual(shape([parent, ...rest, line]), shape(MENU));
  assert.notEqual(shape([{ ...parent, items: [] }, ...parent.items!, line, ...rest]), shape(MENU));
});

Deno.test("updateLines() tells only lines that differ, without their children", () => {
  const before = toHelperMenu(MENU, "linux");
  const after = toHelperMenu(MENU.map((item) => item.id === "a" ? { ...item, label: "New" } : item), "linux");
  assert.deepEqual(updateLines(before, before), []);
  assert.deepEqual(updateLines(before, after).map((line): unknown => JSON.parse(line)), [{
    type: "update-item",
    item: { title: "New", tooltip: "", checked: false, enabled: true, hidden: false, __id: 1 },
    seq_id: -1,
  }]);
});

const TITLES: readonly [typeof Deno.build.os, Partial<MenuItem>, string][] = [
  ["linux", { label: "a_b & c" }, "a__b & c"],
  ["darwin", { label: "a_b & c" }, "a_b & c"],
  ["windows", { label: "a_b & c" }, "a_b && c"],
  ["linux", { label: "On", checked: true }, "On ✓"],
  ["linux", { label: "Off", checked: false }, "Off"],
  ["darwin", { label: "On", checked: true }, "On"],
  ["linux", { label: "Open", shortcut: "Ctrl+K" }, "Open  (Ctrl+K)"],
  ["linux", { label: "<SEPARATOR>" }, " <SEPARATOR>"],
];
for (const [os, item, text] of TITLES) {
  Deno.test(`title() on ${os} makes ${JSON.stringify(item)} "${text}"`, () => {
    assert.equal(title({ id: "x", label: "", ...item }, os), text);
  });
}

Deno.test("menuLine() is one line whatever the labels hold, because another ends the helper", () => {
  const menu = toHelperMenu([{ id: "x", label: 'a\n"b"\u2028', command: quit }], "linux");
  const line = menuLine({ icon: "idle", tooltip: "a\nb", menu: [] }, menu, "", false);
  assert.equal(line.includes("\n"), false);
  assert.equal((JSON.parse(line) as { tooltip: string }).tooltip, "a\nb");
});

const EVENTS: readonly [string, unknown][] = [
  ['{"type":"ready"}', { ready: true }],
  ['{"type":"clicked","item":{"title":"x"},"seq_id":3,"__id":7}', { clicked: 7 }],
  ['{"type":"clicked","__id":"7"}', null],
  ['{"type":"other"}', null],
  ["null", null],
  ["[]", null],
  ["not json", null],
  ["", null],
];
for (const [line, event] of EVENTS) {
  Deno.test(`parseEvent() reads ${line || "an empty line"} as ${JSON.stringify(event)}`, () => {
    assert.deepEqual(parseEvent(line), event);
  });
}

const NOT_STARTED: readonly [why: string, told: RegExp][] = [
  ["Failed to spawn '/h/tray_darwin_release': Bad CPU type in executable (os error 86)", /--install-rosetta/],
  ["Failed to spawn '/h/tray_linux_release': No such file or directory (os error 2)", /^Failed to spawn/],
];
for (const [why, told] of NOT_STARTED) {
  Deno.test(`notStarted() of "${why}" is like ${told}`, () => assert.match(notStarted(why), told));
}

const COMPLAINTS: readonly [string, string][] = [
  ["(tray_linux_release:22566): Gtk-WARNING **: 23:23:20.946: cannot open display: ", "cannot open display"],
  [
    "tray: error while loading shared libraries: a.so: no such file",
    "tray: error while loading shared libraries: a.so: no such file",
  ],
  ["", ""],
];
for (const [line, text] of COMPLAINTS) {
  Deno.test(`withoutStamp() makes "${line}" "${text}"`, () => {
    assert.equal(withoutStamp(line), text);
  });
}

Deno.test("helperName() names a program of the package for every system", async () => {
  for (const os of ["linux", "darwin", "windows"] as const) {
    const file = new URL(`./traybin/${helperName(os)}`, import.meta.resolve("systray2"));
    assert.equal((await Deno.stat(file)).isFile, true);
  }
});

/** Defines a test with this script as the helper. */
function testHelper(name: string, script: string, work: (binary: string) => Promise<void>): void {
  Deno.test({
    name,
    ignore: Deno.build.os === "windows",
    fn: async () => {
      const folder = await Deno.makeTempDir({ prefix: "kedge-helper-" });
      try {
        const binary = `${folder}/helper`;
        // Another process writes it: a child started meanwhile could inherit the open file, and
        // running it would fail with ETXTBSY.
        await exec(["/bin/sh", "-c", 'cat >"$1"; chmod 700 "$1"', "sh", binary], {
          input: `#!/bin/sh\n${script}\n`,
        });
        await work(binary);
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

const READY = 'echo \'{"type":"ready"}\'';
const ENDS: readonly (readonly [name: string, script: string])[] = [
  [
    "says nothing that it should",
    'echo \'{"type":"clicked","__id":"1"}\'; echo \'[]\'; echo nonsense; exit 3',
  ],
  ["writes a line without end", "yes | tr -d '\\n'"],
  ["ends at once", "exit 1"],
];
/** Both ways in which Kedge starts a helper. */
const STARTS = [["a console of its own", undefined], ["a hidden console", spawnHidden]] as const;

for (const [how, start] of STARTS) {
  for (const [name, script] of ENDS) {
    testHelper(`startHelper() gives up a helper that ${name}, with ${how}`, script, async (binary) => {
      await assert.rejects(startHelper(binary, () => assert.fail("nobody clicked"), start));
    });
  }

  testHelper(
    `startHelper() ends a helper that does not read, before much waits for it, with ${how}`,
    `${READY}; exec sleep 1000`,
    async (binary) => {
      const helper = await startHelper(binary, () => {}, start);
      for (let i = 0; i < 100; i++) helper.send("x".repeat(100_000));
      assert.match(await helper.ended, /SIGKILL/);
    },
  );

  testHelper(
    `startHelper() hears clicks only as numbers, however many other lines come, with ${how}`,
    `${READY}; for i in 1 2 3; do echo '{"type":"clicked","__id":{}}'; echo x; done; ` +
      'echo \'{"type":"clicked","__id":7}\'; cat > /dev/null',
    async (binary) => {
      const clicked = Promise.withResolvers<number>();
      const helper = await startHelper(binary, clicked.resolve, start);
      assert.equal(await clicked.promise, 7);
      await helper.end();
    },
  );
}

const LAST_WORDS: readonly (readonly [system: string, windows: boolean, why: string])[] = [
  ["Windows, where a killed one would leave its icon", true, '{"type":"exit"}'],
  ["other systems", false, "it ended with SIGTERM"],
];
for (const [system, windows, why] of LAST_WORDS) {
  const script = `${READY}; read -r line; echo "$line" >&2`;
  testHelper(`end() of a helper ends it by ${why} on ${system}`, script, async (binary) => {
    const helper = await startHelper(binary, () => {}, undefined, windows);
    await helper.end();
    assert.equal(await helper.ended, why);
  });
}

Deno.test("extractHelper() takes the helper that is there where it cannot be replaced, if it is the same", async () => {
  const cache = await Deno.makeTempDir();
  const refuse = () => Promise.reject(new Error("it runs"));
  try {
    await assert.rejects(extractHelper(cache, refuse), /it runs/);
    const path = await extractHelper(cache);
    assert.equal(await extractHelper(cache, refuse), path);
    await Deno.writeTextFile(path, "another", { append: true });
    await assert.rejects(extractHelper(cache, refuse), /it runs/);
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
});
