import { deepEqual, equal, match, ok } from "node:assert/strict";
import { parse } from "smol-toml";
import { agentClients, type ClientId } from "../../../../../src/core/gate/clients/clients.ts";
import type { McpCommand } from "../../../../../src/core/gate/clients/entry.ts";
import { planSetup } from "../../../../../src/core/gate/clients/plan.ts";
import { parseJson, toValue } from "../../../../../src/core/json/mod.ts";

const MCP: McpCommand = { command: ["/opt/kedge", "--mcp"] };
const HOMED: McpCommand = { ...MCP, home: "/srv/k" };
const clientOf = (id: ClientId) => agentClients("/home/me", {}, "linux").find((one) => one.id === id)!;

const VARIABLES = '"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"';
const TABLE = `[mcp_servers.kedge]
command = "/opt/kedge"
args = [ "--mcp" ]
env_vars = [ ${VARIABLES} ]
`;

/** A client's file before and after setup; null: it stays as it is. */
const CASES: readonly (readonly [what: string, client: ClientId, before: string, after: string | null])[] = [
  [
    "no file",
    "cursor",
    "",
    '{\n  "mcpServers": {\n    "kedge": {\n      "command": "/opt/kedge",\n      "args": [\n        "--mcp"\n      ]\n    }\n  }\n}\n',
  ],
  [
    "comments, other entries and layout",
    "gemini",
    '{\n\t// mine\n\t"mcpServers": {\n\t\t"a": {"command": "x"}, // b\n\t},\n}\n',
    '{\n\t// mine\n\t"mcpServers": {\n\t\t"a": {"command": "x"}, // b\n\t\t"kedge": {\n\t\t\t"command": "/opt/kedge",\n\t\t\t"args": [\n\t\t\t\t"--mcp"\n\t\t\t]\n\t\t},\n\t},\n}\n',
  ],
  [
    "what the user added to the entry",
    "cursor",
    '{"mcpServers": {"kedge": {"command": "/old", "args": [], "disabled": true}}}',
    '{"mcpServers": {"kedge": {"command": "/opt/kedge", "args": ["--mcp"], "disabled": true}}}',
  ],
  [
    "an address in the entry, which would win",
    "cursor",
    '{"mcpServers": {"kedge": {"url": "https://a.example"}}}',
    '{"mcpServers": {"kedge": {\n  "command": "/opt/kedge",\n  "args": ["--mcp"]\n}}}',
  ],
  [
    "what is there already",
    "vscode",
    '{"servers": {"kedge": {"type": "stdio", "args": ["--mcp"], "command": "/opt/kedge"}}}',
    null,
  ],
  [
    "lines that end as on Windows, in JSON",
    "gemini",
    '{\r\n  "a": 1,\r\n  "mcpServers": {\r\n    "b": {}\r\n  }\r\n}\r\n',
    '{\r\n  "a": 1,\r\n  "mcpServers": {\r\n    "b": {},\r\n    "kedge": {\r\n      "command": "/opt/kedge",\r\n      "args": [\r\n        "--mcp"\r\n      ]\r\n    }\r\n  }\r\n}\r\n',
  ],
  ["no table", "codex", "", TABLE],
  [
    "a file in TOML with tables, and no end of line",
    "codex",
    '# mine\nmodel = "x"\n[mcp_servers.a]\ncommand = "y" # z',
    `# mine\nmodel = "x"\n[mcp_servers.a]\ncommand = "y" # z\n\n${TABLE}`,
  ],
  [
    "lines that end as on Windows",
    "codex",
    'model = "x"\r\n',
    `model = "x"\r\n\r\n${TABLE.replaceAll("\n", "\r\n")}`,
  ],
  [
    "keys of the table that are the user's, and tables inside of it",
    "codex",
    `[mcp_servers.kedge]\n# mine\nenabled = false\ncommand = "/old"\nargs = [\n  "a",\n]\n\n[mcp_servers.kedge.tools.read]\napproval_mode = "approve"\n\n[b]\nc = 1\n`,
    `[mcp_servers.kedge]\ncommand = "/opt/kedge"\nargs = [ "--mcp" ]\nenv_vars = [ ${VARIABLES} ]\n# mine\nenabled = false\n\n[mcp_servers.kedge.tools.read]\napproval_mode = "approve"\n\n[b]\nc = 1\n`,
  ],
  ["a table that is written already", "codex", TABLE, null],
];

Deno.test("planSetup() adds Kedge to a client's file and leaves everything else of it", async (t) => {
  for (const [what, client, before, after] of CASES) {
    await t.step(what, async () => {
      const plan = await planSetup(clientOf(client), before, MCP);
      ok(plan.ok, JSON.stringify(plan));
      equal(plan.text, after ?? before);
      equal(plan.change === "same", after === null);
      const again = await planSetup(clientOf(client), plan.text, MCP);
      deepEqual([again.ok && again.change, again.ok && again.text], ["same", plan.text]);
    });
  }
});

/** Files that must be as before once the entry was added and removed again. */
const REMOVED: readonly (readonly [what: string, client: ClientId, before: string])[] = [
  [
    "JSON with comments",
    "claude",
    '{\n  // a\n  "mcpServers": {\n    "a": { "command": "x" } // b\n  }\n}\n',
  ],
  ["TOML", "codex", "# a\n[x]\ny = 1\n\n[[z]]\nd = 2024-01-01\n"],
  ["TOML whose next table follows at once", "codex", '[mcp_servers.a]\ncommand = "x"\n'],
];

Deno.test("planSetup() takes out what it put in", async (t) => {
  for (const [what, client, before] of REMOVED) {
    await t.step(what, async () => {
      const added = await planSetup(clientOf(client), before, HOMED);
      ok(added.ok && added.text.includes("/srv/k"), JSON.stringify(added));
      const removed = await planSetup(clientOf(client), added.text, null);
      ok(removed.ok, JSON.stringify(removed));
      if (client === "codex") return deepEqual(parse(removed.text), parse(before));
      deepEqual(toValue(parseJson(removed.text).root!), toValue(parseJson(before).root!));
      match(removed.text, /\/\/ a[^]*\/\/ b/);
    });
  }
});

/** Files that setup does not change, and the reason that it gives. */
const LEFT: readonly (readonly [what: string, client: ClientId, before: string, why: RegExp])[] = [
  ["what is no JSON", "claude", '{"mcpServers": ', /is no JSON/],
  ["a list", "claude", "[]", /holds no object/],
  ["servers of another form", "gemini", '{"mcpServers": []}', /mcpServers is no object/],
  ["what is no TOML", "codex", "a = = 1", /is no TOML/],
  [
    "an entry within a line",
    "codex",
    'mcp_servers = { kedge = { command = "/old" } }',
    /in a way that Kedge does not change/,
  ],
  [
    "servers within a line, which no table can follow",
    "codex",
    'mcp_servers = { a = { command = "x" } }',
    /in a way that Kedge does not change/,
  ],
  [
    "a text that looks like the table",
    "codex",
    '[mcp_servers]\nkedge = { command = "/old" }\n[b]\nc = """\n[mcp_servers.kedge]\n"""\n',
    /in a way that Kedge does not change/,
  ],
];

Deno.test("planSetup() leaves alone", async (t) => {
  for (const [what, client, before, why] of LEFT) {
    await t.step(what, async () => {
      const plan = await planSetup(clientOf(client), before, MCP);
      ok(!plan.ok, JSON.stringify(plan));
      match(plan.message, why);
    });
  }
});

const PLACES:
  readonly (readonly [ClientId, "linux" | "darwin" | "windows", Record<string, string>, string])[] = [
    ["claude", "linux", {}, "/home/me/.claude.json"],
    ["claude", "linux", { CLAUDE_CONFIG_DIR: "/c" }, "/c/.claude.json"],
    ["codex", "linux", { CODEX_HOME: "/x" }, "/x/config.toml"],
    ["vscode", "linux", { XDG_CONFIG_HOME: "/conf" }, "/conf/Code/User/mcp.json"],
    ["vscode", "darwin", {}, "/home/me/Library/Application Support/Code/User/mcp.json"],
    ["gemini", "linux", { GEMINI_CLI_HOME: "/g" }, "/g/.gemini/settings.json"],
  ];

Deno.test("agentClients() knows where the files are", () => {
  for (const [client, system, env, file] of PLACES) {
    equal(
      agentClients("/home/me", env, system).find(({ id }) => id === client)!.file.replaceAll("\\", "/"),
      file,
    );
  }
});
