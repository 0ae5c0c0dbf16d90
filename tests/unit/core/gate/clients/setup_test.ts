import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import type { ClientId } from "../../../../../src/core/gate/clients/clients.ts";
import { createClientSetup, type SetupChange } from "../../../../../src/core/gate/clients/setup.ts";
import { testOn } from "../../../../support/systems.ts";

const OLD_JSON =
  '{\n\t"mcpServers": {\n\t\t"kedge": {"command": "/old/kedge", "args": ["--mcp"], "disabled": true},\n\t}, // mine\n}\n';
const OLD_TOML =
  '[mcp_servers.kedge]\n# mine\ncommand = "/old/kedge"\nurl = "https://a.example"\n\n[mcp_servers.kedge.env]\nA = "1"\n\n[b]\nc = 1\n';

/** A file before setup and after undo; `same`: equal byte by byte. */
const UNDONE: readonly (readonly [
  what: string,
  client: ClientId,
  file: string,
  how: SetupChange,
  before: string,
  after: string | "same",
])[] = [
  [
    "an entry that came",
    "gemini",
    ".gemini/settings.json",
    "add",
    '{\r\n  // a\r\n  "x": 1,\r\n  "mcpServers": {\r\n    "b": {}\r\n  }\r\n}\r\n',
    "same",
  ],
  ["an entry of an older Kedge", "cursor", ".cursor/mcp.json", "add", OLD_JSON, "same"],
  [
    "an entry of an older Kedge in a table, the keys of which stand first",
    "codex",
    ".codex/config.toml",
    "add",
    OLD_TOML,
    '[mcp_servers.kedge]\ncommand = "/old/kedge"\nurl = "https://a.example"\n# mine\n\n[mcp_servers.kedge.env]\nA = "1"\n\n[b]\nc = 1\n',
  ],
  [
    "an entry that went",
    "cursor",
    ".cursor/mcp.json",
    "remove",
    '{"mcpServers": {"kedge": {"command": "/old", "args": []}}}',
    '{"mcpServers": {\n  "kedge": {\n    "command": "/old",\n    "args": []\n  }\n}}',
  ],
];

async function inHome(work: (home: string) => Promise<void>): Promise<void> {
  const home = await Deno.makeTempDir();
  try {
    await work(home);
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

const setupIn = (home: string) => createClientSetup({ command: ["/opt/kedge", "--mcp"] }, { home, env: {} });

for (const [what, client, name, how, before, after] of UNDONE) {
  Deno.test(`undo() takes back ${what}`, () =>
    inHome(async (home) => {
      const [setup, file] = [setupIn(home), join(home, name)];
      await Deno.mkdir(join(file, ".."), { recursive: true });
      await Deno.writeTextFile(file, before);
      const plan = await setup.plan(client, how);
      if (!plan.ok) throw new Error(plan.message);
      deepEqual(await setup.write(client, how, plan), { ok: true, file });
      equal((await Deno.readTextFile(file)).includes("/opt/kedge"), how === "add");
      deepEqual(await setup.undo(client), { ok: true, file });
      equal(await Deno.readTextFile(file), after === "same" ? before : after);
      match(JSON.stringify(await setup.undo(client)), /nothing to take back/);
    }));
}

Deno.test("write() and undo() leave a file alone that says something else by now", () =>
  inHome(async (home) => {
    const [setup, file] = [setupIn(home), join(home, ".cursor", "mcp.json")];
    const plan = await setup.plan("cursor", "add");
    if (!plan.ok) throw new Error(plan.message);
    await Deno.mkdir(join(file, ".."));
    const other = '{"mcpServers": {"kedge": {"command": "/other"}}}';
    await Deno.writeTextFile(file, other);
    match(JSON.stringify(await setup.write("cursor", "add", plan)), /changed since it was shown/);
    equal(await Deno.readTextFile(file), other);

    const next = await setup.plan("cursor", "add");
    if (!next.ok) throw new Error(next.message);
    deepEqual(await setup.write("cursor", "add", next), { ok: true, file });
    await Deno.writeTextFile(file, other);
    match(JSON.stringify(await setup.undo("cursor")), /its entry was changed since/);
    equal(await Deno.readTextFile(file), other);
  }));

Deno.test("plan() refuses to add a Kedge whose path is gone when it ends, and removes its entry", () =>
  inHome(async (home) => {
    const program = "/private/var/folders/x/T/AppTranslocation/1-2/d/Kedge.app/Contents/MacOS/kedge";
    const setup = createClientSetup({ command: [program, "--mcp"] }, { home, env: {} });
    match(JSON.stringify(await setup.plan("cursor", "add")), /"ok":false.*into Applications/);
    equal((await setup.plan("cursor", "remove")).ok, true);
  }));

testOn(["links"], "write() writes through a link", () =>
  inHome(async (home) => {
    const [setup, file] = [setupIn(home), join(home, ".cursor", "mcp.json")];
    await Deno.mkdir(join(home, "dotfiles"));
    await Deno.mkdir(join(file, ".."));
    await Deno.writeTextFile(join(home, "dotfiles", "mcp.json"), "");
    await Deno.symlink(join(home, "dotfiles", "mcp.json"), file);
    const plan = await setup.plan("cursor", "add");
    if (!plan.ok) throw new Error(plan.message);
    await setup.write("cursor", "add", plan);
    equal((await Deno.lstat(file)).isSymlink, true);
    match(await Deno.readTextFile(join(home, "dotfiles", "mcp.json")), /opt\/kedge/);
  }));

Deno.test("list() tells of each client whether it was found, and knows Kedge", () =>
  inHome(async (home) => {
    await Deno.mkdir(join(home, ".codex"));
    await Deno.writeTextFile(join(home, ".claude.json"), '{"mcpServers": {"kedge": {"command": "/old"}}}');
    await Deno.mkdir(join(home, ".gemini"));
    await Deno.writeTextFile(join(home, ".gemini", "settings.json"), "{");
    const told = (await setupIn(home).list()).map(({ id, setUp, fault }) => [id, setUp, fault !== ""]);
    deepEqual(told, [
      ["claude", "other", false],
      ["codex", "no", false],
      ["cursor", "no", false],
      ["vscode", "no", false],
      ["gemini", "no", true],
    ]);
  }));
