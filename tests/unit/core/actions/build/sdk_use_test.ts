import assert from "node:assert/strict";

const ROOT = new URL("../../../../../", import.meta.url);

async function texts(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isFile } of Deno.readDir(new URL(folder, ROOT))) {
    if (isFile && name.endsWith(".go") && !name.endsWith("_test.go")) {
      found.push(await Deno.readTextFile(new URL(`${folder}/${name}`, ROOT)));
    }
  }
  return found;
}

const sdk = (await texts("sdk")).join("\n");
const rooms = ["dialogs", "surroundings", "endings", "hostile", "servers"];
const scripts = (await Promise.all(rooms.map((room) => texts(`tests/scripts/${room}`)))).flat().join("\n");

Deno.test("each method of the SDK is used by a script of the suite", () => {
  const methods = [...sdk.matchAll(/^func \(k \*Ctx\) ([A-Z]\w*)\(/gm)].map(([, name]) => name!);
  assert.ok(methods.length >= 34, `only ${methods.length} were found`);
  const unused = methods.filter((name) => !new RegExp(`\\bk\\.${name}\\(`).test(scripts));
  assert.deepEqual(unused, []);
});

Deno.test("each field of the SDK's structs is used by a script of the suite", async () => {
  const types = await Deno.readTextFile(new URL("sdk/types.go", ROOT));
  const fields = [...types.matchAll(/^\t([A-Z]\w*(?:, [A-Z]\w*)*) +[\w[\].]+$/gm)].flatMap(([, names]) =>
    names!.split(", ")
  );
  for (const known of ["Kind", "Min", "Max", "ShowOpenInBrowser", "Truncated", "Cancelable", "Duration"]) {
    assert.ok(fields.includes(known), `${known} was not found`);
  }
  const unused = fields.filter((name) => !new RegExp(`\\b${name}:|\\brows\\.${name}\\b`).test(scripts));
  assert.deepEqual(unused, []);
});

Deno.test("each name that scripts use is there", () => {
  const names = `
    Action Extension ExtensionVersion ExtensionAuthor AppVersion Dir Account Context
    Config ConfigValue ConfigRaw ConfigInto Secret SecretField Query Log Logf Alert
    Confirm Ask Form FormInto ShowHTML Toast UpdateToast DismissToast ShowProgress
    UpdateProgress HideProgress SetButtonLabel SetButtonProgress HideButtonProgress ResetButton
    ButtonClicks HTTP`;
  for (const name of names.trim().split(/\s+/)) {
    assert.match(sdk, new RegExp(`^func \\(k \\*Ctx\\) ${name}\\(`, "m"));
  }
});

Deno.test("every exported symbol of the SDK is documented", async () => {
  const folders = ["sdk", "sdk/kedgetest", "sdk/internal/wire"];
  for (const text of (await Promise.all(folders.map(texts))).flat()) {
    const lines = text.split("\n");
    lines.forEach((line, i) => {
      const match = /^(?:func (?:\(\w+ \*?[A-Z]\w*\) )?|type |var |const )([A-Z]\w*)/.exec(line);
      if (match) assert.match(lines[i - 1]!, /^\/\/ |^\/\/$/, `${match[1]} has no doc comment`);
    });
  }
});
