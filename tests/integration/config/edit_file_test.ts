import { deepEqual, equal, match, ok } from "node:assert/strict";
import { dirname, join } from "node:path";
import { type ConfigEdited, editConfigFile, MAX_CONFIG_BYTES } from "../../../src/core/config_file/mod.ts";
import { passOpenFile } from "../../support/open_file.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { has, testOn } from "../../support/systems.ts";

const TEXT = '{\n  // mine\n  "perPage": 20, // rows\n  "theme": "dark",\n}\n';

async function inFolder(test: (folder: string, file: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "kedge-edit-" });
  try {
    await test(folder, join(folder, "config.json"));
  } finally {
    await removeFolder(folder);
  }
}

const rows = (file: string, value: number) => editConfigFile(file, [{ path: ["perPage"], value }]);
const errorOf = (edited: ConfigEdited) => edited.ok ? "saved" : edited.error;
const undo = async (edited: ConfigEdited) => edited.ok ? await edited.undo() : edited;
const server = (name: string) => ({ name, engine: "mysql", host: "h", port: 1 });
const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).sort();

Deno.test("editConfigFile() changes one value and nothing else, in a file of mode 0600", () =>
  inFolder(async (folder, file) => {
    await Deno.writeTextFile(file, TEXT);
    equal(errorOf(await rows(file, 30)), "saved");
    equal(await Deno.readTextFile(file), TEXT.replace("20", "30"));
    if (has("modes")) equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    deepEqual(names(folder), ["config.json"]);
  }));

Deno.test("editConfigFile() makes a missing file and its folder, for the user alone", () =>
  inFolder(async (folder) => {
    const file = join(folder, "home", "config.json");
    equal(errorOf(await rows(file, 30)), "saved");
    equal(await Deno.readTextFile(file), '{\n  "perPage": 30\n}\n');
    if (!has("modes")) return;
    equal((await Deno.stat(file)).mode! & 0o777, 0o600);
    equal((await Deno.stat(dirname(file))).mode! & 0o777, 0o700);
  }));

testOn(
  ["links"],
  "editConfigFile() leaves a symbolic link one and writes where it leads, also when nothing is there",
  () =>
    inFolder(async (folder, file) => {
      const target = join(folder, "dotfiles", "kedge.json");
      await Deno.symlink("dotfiles/kedge.json", file);
      equal(errorOf(await rows(file, 30)), "saved");
      equal(errorOf(await rows(file, 31)), "saved");
      ok((await Deno.lstat(file)).isSymlink);
      equal(await Deno.readTextFile(target), '{\n  "perPage": 31\n}\n');
    }),
);

for (const exists of [true, false]) {
  testOn(
    ["links"],
    `editConfigFile() follows a relative link from where it really is, behind the link of its folder, to ${
      exists ? "a file" : "nothing yet"
    }`,
    () =>
      inFolder(async (folder) => {
        const [home, data] = [join(folder, "user", "home"), join(folder, "data")];
        const target = join(data, "dotfiles", "kedge.json");
        for (const path of [dirname(home), join(data, "kedge"), dirname(target)]) {
          await Deno.mkdir(path, { recursive: true });
        }
        await Deno.symlink(join(data, "kedge"), home);
        await Deno.symlink("../dotfiles/kedge.json", join(data, "kedge", "config.json"));
        if (exists) await Deno.writeTextFile(target, TEXT);
        equal(errorOf(await rows(join(home, "config.json"), 30)), "saved");
        equal(
          await Deno.readTextFile(target),
          exists ? TEXT.replace("20", "30") : '{\n  "perPage": 30\n}\n',
        );
        for (const link of [home, join(data, "kedge", "config.json")]) ok((await Deno.lstat(link)).isSymlink);
        deepEqual([names(dirname(home)), names(data)], [["home"], ["dotfiles", "kedge"]]);
      }),
  );
}

Deno.test("editConfigFile() keeps a change that was made on disk a moment before", () =>
  inFolder(async (_, file) => {
    await Deno.writeTextFile(file, TEXT);
    const first = rows(file, 30);
    await Deno.writeTextFile(file, TEXT.replace("dark", "light"));
    equal(errorOf(await first), "saved");
    equal(await Deno.readTextFile(file), TEXT.replace("20", "30").replace("dark", "light"));
  }));

Deno.test("editConfigFile() takes an entry out where it is now, and back to there", () =>
  inFolder(async (_, file) => {
    const listed = (...ids: number[]) =>
      JSON.stringify({
        accounts: ids.map((id) => ({ accountId: `${100_000_000_000 + id}`, region: "eu-west-1" })),
      });
    const was = { accountId: "100000000002", region: "eu-west-1" };
    await Deno.writeTextFile(file, listed(0, 1, 2));
    const removed = await editConfigFile(file, [{ path: ["accounts", 1], was }]);
    equal(errorOf(removed), "saved");
    deepEqual(JSON.parse(await Deno.readTextFile(file)), JSON.parse(listed(0, 1)));
    await Deno.writeTextFile(file, listed(0, 1, 3));
    equal(errorOf(await undo(removed)), "saved");
    deepEqual(JSON.parse(await Deno.readTextFile(file)), JSON.parse(listed(0, 1, 2, 3)));
  }));

Deno.test("editConfigFile() never takes back what another program saves at the same time", () =>
  inFolder(async (folder, file) => {
    await Deno.writeTextFile(file, TEXT);
    let saves = 0, lost = 0;
    // Simulates an editor that saves its own value into the current file again and again.
    const editor = setInterval(() => {
      const text = Deno.readTextFileSync(file);
      if (!text.includes(saves === 0 ? '"dark"' : `"t${saves}"`)) lost++;
      const next = text.replace(/"theme": "[^"]*"/, `"theme": "t${saves + 1}"`);
      Deno.writeTextFileSync(join(folder, "save"), next);
      try {
        Deno.renameSync(join(folder, "save"), file);
        saves++;
      } catch (error) {
        // The editor tries again.
        passOpenFile(error);
      }
    }, 7);
    let edits = 0;
    try {
      // A slow machine makes fewer edits while the editor saves.
      while (saves < 100 || edits <= 10) {
        const edited = await rows(file, ++edits % 1000 + 1);
        if (edited.ok) ok((await Deno.readTextFile(file)).includes(`"perPage": ${edits % 1000 + 1}`));
      }
    } finally {
      clearInterval(editor);
    }
    equal(lost, 0);
  }));

Deno.test("editConfigFile() makes a hundred edits at once one after the other", () =>
  inFolder(async (_, file) => {
    await Deno.writeTextFile(file, TEXT);
    const servers = Array.from(
      { length: 100 },
      (_, i) => ({ name: `s${i}`, engine: "mysql", host: "h", port: 1 + i }),
    );
    const edits = servers.map((server, i) => editConfigFile(file, [{ path: ["servers", i], value: server }]));
    deepEqual((await Promise.all(edits)).map(errorOf), servers.map(() => "saved"));
    const { servers: saved } = JSON.parse(
      (await Deno.readTextFile(file)).replace(/\/\/.*/g, "").replace(/,(\s*[}\]])/g, "$1"),
    );
    deepEqual(saved, servers);
  }));

/** Files that an edit must not change. */
const REFUSED: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  ["does not parse", '{"perPage": 1', /cannot be read/],
  ["is empty", "", /cannot be read/],
  ["has a newer version", '{"version": 3}', /version 3/],
  ["is no text", new Uint8Array([123, 255]), /0xff/],
];

for (const [name, content, message] of REFUSED) {
  Deno.test(`editConfigFile() refuses a file that ${name} and leaves it as it is`, () =>
    inFolder(async (folder, file) => {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await Deno.writeFile(file, bytes);
      match(errorOf(await rows(file, 30)), message);
      deepEqual(await Deno.readFile(file), bytes);
      deepEqual(names(folder), ["config.json"]);
    }));
}

Deno.test("editConfigFile() refuses a folder, and a file that would become too large", () =>
  inFolder(async (folder, file) => {
    match(errorOf(await rows(folder, 30)), /is a folder/);
    await Deno.writeTextFile(file, `{"filler": "${"x".repeat(MAX_CONFIG_BYTES - 20)}"}`);
    match(errorOf(await editConfigFile(file, [{ path: ["aiModel"], value: "y".repeat(90) }])), /too large/);
  }));

testOn(
  ["tmpfs"],
  "editConfigFile() leaves the old file when the disk is full, and says so",
  () =>
    inFolder(async (folder) => {
      const disk = join(folder, "disk"), file = join(disk, "config.json");
      await Deno.mkdir(disk);
      const run = async (program: string, ...args: string[]) => {
        const { success, stderr } = await new Deno.Command(program, { args }).output();
        ok(success, new TextDecoder().decode(stderr));
      };
      await run("/usr/bin/mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk);
      try {
        const text = `{"perPage": 20, "filler": "${"x".repeat(40_000)}"}`;
        await Deno.writeTextFile(file, text);
        deepEqual(await rows(file, 30), {
          ok: false,
          error: "config.json could not be saved: the disk is full",
          hint: "The file is as it was",
        });
        equal(await Deno.readTextFile(file), text);
        deepEqual(names(disk), ["config.json"]);
        await run("/usr/bin/mount", "-o", "remount,ro", disk);
        match(errorOf(await rows(file, 30)), /read-only/);
      } finally {
        await run("/usr/bin/umount", disk);
      }
    }),
);

Deno.test("editConfigFile() clears away what a killed Kedge left behind, and nothing else", () =>
  inFolder(async (folder, file) => {
    await Deno.writeTextFile(file, TEXT);
    const old = new Date(Date.now() - 120_000);
    for (const name of [".config.json.0123abcd.tmp", ".config.json.my.tmp", ".other.json.0123abcd.tmp"]) {
      await Deno.writeTextFile(join(folder, name), "");
      await Deno.utime(join(folder, name), old, old);
    }
    await Deno.writeTextFile(join(folder, ".config.json.89abcdef.tmp"), "being written");
    // A temporary file that cannot be removed does not prevent saving.
    await Deno.mkdir(join(folder, ".config.json.00000000.tmp", "full"), { recursive: true });
    await Deno.utime(join(folder, ".config.json.00000000.tmp"), old, old);
    equal(errorOf(await rows(file, 30)), "saved");
    deepEqual(names(folder), [
      ".config.json.00000000.tmp",
      ".config.json.89abcdef.tmp",
      ".config.json.my.tmp",
      ".other.json.0123abcd.tmp",
      "config.json",
    ]);
  }));

Deno.test("undo() puts every byte back when nothing else has changed", () =>
  inFolder(async (_, file) => {
    await Deno.writeTextFile(file, TEXT);
    const edited = await editConfigFile(file, [{ path: ["perPage"] }, {
      path: ["servers", 0],
      value: server("a"),
    }]);
    const undone = await undo(edited);
    equal(errorOf(undone), "saved");
    equal(await Deno.readTextFile(file), TEXT);
    equal(errorOf(await undo(undone)), "saved");
    match(await Deno.readTextFile(file), /servers/);
  }));

Deno.test("undo() takes only its own change back when the file was changed since", () =>
  inFolder(async (_, file) => {
    const account = (id: string) => `    {"accountId": "${id}", "region": "eu-west-1"}`;
    const text = `{\n  "perPage": 20,\n  "accounts": [\n${account("000000000001")}, // one\n${
      account("000000000002")
    }\n  ]\n}\n`;
    await Deno.writeTextFile(file, text);
    const more = async () =>
      Deno.writeTextFile(
        file,
        (await Deno.readTextFile(file)).replace("{\n", '{\n  "aiModel": "opus", // new\n'),
      );
    const check = async (...edits: Parameters<typeof editConfigFile>[1]) => {
      await Deno.writeTextFile(file, text);
      const edited = await editConfigFile(file, edits);
      await more();
      equal(errorOf(await undo(edited)), "saved");
      const { aiModel, ...rest } = JSON.parse((await Deno.readTextFile(file)).replace(/\/\/.*/g, ""));
      equal(aiModel, "opus");
      deepEqual(rest, JSON.parse(text.replace(/\/\/.*/g, "")));
    };
    await check({ path: ["perPage"], value: 30 });
    await check({ path: ["perPage"] });
    await check({ path: ["accounts", 0] });
    await check({ path: ["accounts", 0], to: 1 });
    await check({ path: ["accounts", 1, "env"], value: "prd" });
    await check({ path: ["accounts", 0, "secrets", 0], value: { label: "a", id: "b" } });
    await check({ path: ["servers", 0], value: server("a") });
    // The edits of an import.
    const added = Array.from({ length: 120 }, (_, index) => ({
      path: ["accounts", 2 + index],
      value: { accountId: String(100_000_000_000 + index), region: "eu-west-1" },
      add: true,
    }));
    await check({ path: ["ssoStartUrl"], value: "https://a.awsapps.com/start" }, ...added);
    match(await Deno.readTextFile(file), /}, \/\/ one$/m);
    await check({ path: ["perPage"], value: 30 }, { path: ["accounts", 0], to: 1 }, {
      path: ["accounts", 0],
    });
  }));

/** Edits of the list b, c, d; the list after later changes by hand; and the list after the undo. */
const SHIFTED: readonly (readonly [
  edits: Parameters<typeof editConfigFile>[1],
  since: string,
  undone: string,
])[] = [
  [[{ path: ["servers", 3], value: server("e"), add: true }], "abcde", "abcd"],
  [[{ path: ["servers", 3], value: server("e"), add: true }], "cde", "cd"],
  [
    ["e", "f"].map((name, at) => ({ path: ["servers", 3 + at], value: server(name), add: true })),
    "cdef",
    "cd",
  ],
  [[{ path: ["servers", 1], value: server("e"), was: server("c") }], "abed", "abcd"],
  [[{ path: ["servers", 1], value: server("e"), was: server("c") }], "ed", "cd"],
  [[{ path: ["servers", 1] }], "abd", "abcd"],
  [[{ path: ["servers", 2] }], "c", "cd"],
  [[{ path: ["servers", 2] }], "", "d"],
  [[{ path: ["servers", 0] }], "acd", "bacd"],
  [[{ path: ["servers", 0], to: 2 }], "acdb", "abcd"],
  [[{ path: ["servers", 0], to: 1 }], "bd", "bd"],
  [[{ path: ["servers", 2], to: 0 }], "dc", "cd"],
];
for (const [edits, since, undone] of SHIFTED) {
  Deno.test(`undo() makes ${undone} of ${since} when it undoes ${JSON.stringify(edits)}`, () =>
    inFolder(async (_, file) => {
      const listed = (names: string) => JSON.stringify({ servers: [...names].map(server) });
      await Deno.writeTextFile(file, listed("bcd"));
      const edited = await editConfigFile(file, edits);
      equal(errorOf(edited), "saved");
      await Deno.writeTextFile(file, listed(since));
      equal(errorOf(await undo(edited)), "saved");
      deepEqual(JSON.parse(await Deno.readTextFile(file)), JSON.parse(listed(undone)));
    }));
}

Deno.test("undo() brings the comments of a removed entry back with it when the file was changed since", () =>
  inFolder(async (_, file) => {
    const text = '{\n  "accounts": [\n    // production, careful\n' +
      '    {"accountId": "000000000001", "region": "eu-west-1"}, // one\n' +
      '    // the tests\n    {"accountId": "000000000002", "region": "eu-west-1"}\n  ],\n  "perPage": 20\n}\n';
    const [head, one, tests] = [/^\{\n/, /^ +\/\/ prod.*\n.*\n/m, "the tests"] as const;
    const cases: readonly (readonly [index: number, change: (text: string) => string])[] = [
      [0, (all) => all.replace(head, '{\n  "aiEnabled": true,\n')],
      [0, (all) => all.replace("20", "30")],
      [0, (all) => all.replace(tests, "tests only")],
      [1, (all) => all.replace("careful", "very careful")],
      [1, (all) => all.replace("20", "30")],
    ];
    for (const [index, change] of cases) {
      await Deno.writeTextFile(file, text);
      const edited = await editConfigFile(file, [{ path: ["accounts", index] }]);
      const now = await Deno.readTextFile(file);
      if (index === 0) equal(now, text.replace(one, ""));
      await Deno.writeTextFile(file, change(now));
      equal(errorOf(await undo(edited)), "saved");
      equal(await Deno.readTextFile(file), change(text));
    }
  }));

/** Files in which an edit of a value from 20 to 30 cannot be undone. */
const NOT_UNDONE: readonly (readonly [name: string, content: string, message: RegExp, final?: true])[] = [
  ["has another value", TEXT.replace("20", "40"), /changed in the file since/, true],
  ["does not parse any more", TEXT.replace("20, // rows", ""), /cannot be read.*\(line 4/],
  ["is empty", "", /cannot be read/],
];
for (const [name, content, message, final] of NOT_UNDONE) {
  Deno.test(`undo() refuses a file that ${name}, ${final ? "once and for all" : "until it is fixed"}`, () =>
    inFolder(async (_, file) => {
      await Deno.writeTextFile(file, TEXT);
      const edited = await rows(file, 30);
      await Deno.writeTextFile(file, content);
      const undone = await undo(edited);
      match(errorOf(undone), message);
      equal(undone.ok ? undefined : undone.final, final);
      equal(await Deno.readTextFile(file), content);
      await Deno.writeTextFile(file, TEXT.replace("20", "30"));
      equal(errorOf(await undo(edited)), "saved");
    }));
}
