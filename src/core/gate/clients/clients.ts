import { below } from "../../platform/path.ts";

/** A client of the protocol whose configuration Kedge can write. */
export interface AgentClient {
  readonly id: string;
  /** Its name, as its makers write it. */
  readonly title: string;
  readonly format: "json" | "toml";
  /** The member that holds servers by name. */
  readonly member: string;
  /** Its file for everything that the user works on; absolute. */
  readonly file: string;
  /** Folders and files that are there once it has been used. */
  readonly traces: readonly string[];
  /** Its program, as PATH has it. */
  readonly program: string;
  /** The entry names its kind. */
  readonly typed: boolean;
  /** It hands on only these of its environment's variables, beside those that every program has. */
  readonly handsOn?: readonly string[];
}

/** The names of clients, as `kedge --mcp --setup` takes them. */
export const CLIENT_IDS = ["claude", "codex", "cursor", "vscode", "gemini"] as const;
export type ClientId = typeof CLIENT_IDS[number];

/** What a Kedge needs that is started by a client which hands on hardly anything: the display, and the session's bus. */
const OF_A_DESKTOP = [
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_RUNTIME_DIR",
  "DBUS_SESSION_BUS_ADDRESS",
];

/** All clients with the places of their files, by their makers' words. `home` is the user's own folder. */
export function agentClients(
  home: string,
  env: Readonly<Record<string, string | undefined>>,
  system: "linux" | "darwin" | "windows",
): readonly (AgentClient & { readonly id: ClientId })[] {
  const claude = env.CLAUDE_CONFIG_DIR || home;
  const codex = env.CODEX_HOME || below(home, ".codex");
  const gemini = below(env.GEMINI_CLI_HOME || home, ".gemini");
  const cursor = below(home, ".cursor");
  const code = below(
    system === "darwin"
      ? below(home, "Library", "Application Support")
      : system === "windows"
      ? env.APPDATA || below(home, "AppData", "Roaming")
      : env.XDG_CONFIG_HOME || below(home, ".config"),
    "Code",
    "User",
  );
  return [
    {
      id: "claude",
      title: "Claude Code",
      format: "json",
      member: "mcpServers",
      file: below(claude, ".claude.json"),
      traces: [below(claude, ".claude.json"), below(home, ".claude")],
      program: "claude",
      typed: true,
    },
    {
      id: "codex",
      title: "Codex",
      format: "toml",
      member: "mcp_servers",
      file: below(codex, "config.toml"),
      traces: [codex],
      program: "codex",
      typed: false,
      ...(system === "linux" && { handsOn: OF_A_DESKTOP }),
    },
    {
      id: "cursor",
      title: "Cursor",
      format: "json",
      member: "mcpServers",
      file: below(cursor, "mcp.json"),
      traces: [cursor],
      program: "cursor",
      typed: false,
    },
    {
      id: "vscode",
      title: "VS Code",
      format: "json",
      member: "servers",
      file: below(code, "mcp.json"),
      traces: [code],
      program: "code",
      typed: true,
    },
    {
      id: "gemini",
      title: "Gemini CLI",
      format: "json",
      member: "mcpServers",
      file: below(gemini, "settings.json"),
      traces: [gemini],
      program: "gemini",
      typed: false,
    },
  ];
}
