import { below } from "../../platform/path.ts";

/** A client of the protocol whose configuration file Kedge can change. */
export interface AgentClient {
  readonly id: string;
  /** The client's name as its makers write it. */
  readonly title: string;
  readonly format: "json" | "toml";
  /** The member of the file that contains servers by name. */
  readonly member: string;
  /** Absolute path of the client's file for all projects of the user. */
  readonly file: string;
  /** Paths that exist once the client has been used. */
  readonly traces: readonly string[];
  /** Name of the client's program on PATH. */
  readonly program: string;
  /** Whether an entry contains its type. */
  readonly typed: boolean;
  /** The only environment variables that the client passes on, besides those that every program gets. */
  readonly handsOn?: readonly string[];
}

/** Ids of clients, as `kedge --mcp --setup` takes them. */
export const CLIENT_IDS = ["claude", "codex", "cursor", "vscode", "gemini"] as const;
export type ClientId = typeof CLIENT_IDS[number];

/** Variables for the display and the session's bus, which Kedge needs from a client that passes on hardly any. */
const OF_A_DESKTOP = [
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_RUNTIME_DIR",
  "DBUS_SESSION_BUS_ADDRESS",
];

/**
 * Returns all clients with the paths of their files, according to their makers' documentation. `home` is the
 * user's home folder.
 */
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
