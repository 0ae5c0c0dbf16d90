import { versionAtLeast } from "./version_order.ts";

/** The changes of one version, in words for users. */
interface VersionNews {
  /** The version as in deno.json. */
  readonly version: string;
  /** One sentence each. */
  readonly lines: readonly string[];
}

/** The changes of each version, newest first. The first one is the current version. */
export const NEWS: readonly VersionNews[] = [
  {
    version: "0.1.0",
    lines: [
      "Extensions: team scripts in Go, reviewed before they run, compiled on your machine, run in the right account.",
      "Accounts: one sign-in for the portal, credentials for terminals and tools, the console in the right role.",
      "Servers: passwords in the system's keychain, queries that cannot write by mistake.",
      "Servers: passwords that `~/.pgpass`, `pg_service.conf` and `~/.my.cnf` already have are offered where you sign in.",
      "Servers: a private database is reached over SSH (`via`), through your own `ssh` and without a local port.",
      "Databases: private clusters of Aurora and Redshift are asked through their Data API, over HTTPS, without a VPN or a tunnel.",
      "Ways through accounts survive a network that is lost for a moment: the session is taken up again, with what is open in it.",
      "Servers: a private database is reached through a managed computer or an ECS task of its account that Kedge finds and takes by itself (or `via` names), without AWS's plugin and without a local port.",
      "Tunnels: a private database has a port of this computer for your other programs, from the palette, its page or the tray, with what goes through it and End.",
      "Databases: workgroups of Athena open like databases, with what each query may scan and has scanned beside it.",
      "Connections of DBeaver, DataGrip, TablePlus, Beekeeper, pgAdmin, ~/.pgpass, ~/.my.cnf and pg_service.conf, and portals of Leapp, aws-sso-cli and Granted, come along by “Import…” in the palette or kedge --import, and go again by one Undo.",
      "Catalogues: a team's extensions in a git repository, at a web address or in S3, signed with SSH keys; an update is a review of the difference, and what was withdrawn does not run; authors publish from the window of what they work on.",
      "Links: a colleague’s kedge:// link leads to a bundle, an account or an action, and asks before anything happens (off until switched on).",
      "Agents: `kedge --mcp` lets them read and propose writes, each thing granted by you; commands know an agent that calls them, a window shows what agents do, and stops them all; `kedge --mcp --setup` and Settings write a client's configuration after showing it; off until you let agents in.",
      "Agents: columns that a server's entry hides (`agents.hidden`) are kept from them, whatever the statement calls them.",
      "Kedge tells of a new version in one quiet line, from a signed file, and how to install it; `releaseCheckEnabled` switches that off.",
      "On Linux, Kedge goes on working when its package is updated while it runs, and says that it wants to be started again.",
      "On Windows, credentials are given to whatever your shell would start, also to programs of npm's, and saving waits for a moment for another program that has the file open.",
      "Find in all accounts: a view of AWS Resource Explorer (`resourceExplorerView`) answers for all accounts at once, tells how old that is, and the accounts are asked when you want it.",
      "Log groups: found by name, several followed as one, a line's neighbours, and kedge --logs.",
      "Log groups are asked by Logs Insights in a query window, with their fields completed, what a query reads, charts and export; from a row to the lines around it.",
      "Services: a terminal in a container opens without AWS's command line and plugin, from its page or by `kedge --terminal`.",
      "Query windows: cells of a spreadsheet and CSV are pasted into the rows that you edit.",
      "A palette for all of it, one shortcut away.",
      "Guide: F1 in any window, or `help` in the palette, opens the documentation at what the window is about.",
      "Ctrl+K in a window lists what its keys do there, also where no button shows it.",
      "On Wayland GNOME 48 and Plasma give Kedge its shortcut after asking you once; Kedge says while you are asked, and when the keys are others than its own.",
      "On X11 what you type right after the shortcut is in the palette, however busy the computer is.",
      "Windows are as dark as your desktop, and as large as its text.",
    ],
  },
];

/**
 * Returns the changes after the version that ran last; empty at a first start, or after going back to an
 * older version.
 */
export function newsSince(
  last: unknown,
  now: string,
  news: readonly VersionNews[] = NEWS,
): readonly VersionNews[] {
  if (typeof last !== "string" || !/^\d+(\.\d+){2}$/.test(last)) return [];
  return news.filter(({ version }) => !versionAtLeast(last, version) && versionAtLeast(now, version));
}
