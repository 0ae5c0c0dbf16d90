import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SUITES } from "../../windows/suites.ts";
import { aligned } from "../../../schema/table.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const BEGIN = "<!-- matrix: written by `deno task generate` -->";
const END = "<!-- end of matrix -->";

/**
 * How far a feature was tried. `run`: by the suite on the real system; `wine`: by `deno task windows`;
 * `part`: with a fake, or only its pure parts; `task`: on the real system by a separate task; `no`: not at
 * all; `none`: there is nothing to try.
 */
type Tried = "run" | "task" | "wine" | "part" | "no" | "none";

const SIGNS: Record<Tried, string> = {
  run: "✓",
  task: "own task",
  wine: "Wine",
  part: "stand-in",
  no: "not run",
  none: "",
};

/** A feature, how it was tried, and its tests. */
interface Row {
  readonly feature: string;
  readonly linux: Tried;
  readonly macos: Tried;
  readonly windows: Tried;
  /** The external service that the feature needs: AWS, a server, an assistant's program. */
  readonly service?: readonly [name: string, tried: Tried];
  /** Folders and files below `tests`. */
  readonly tests: readonly string[];
}

const row = (
  feature: string,
  systems: readonly [linux: Tried, macos: Tried, windows: Tried],
  tests: readonly string[],
  service?: readonly [string, Tried],
): Row => {
  const [linux, macos, windows] = systems;
  return { feature, linux, macos, windows, tests, service };
};

/** Every test file of `integration`, `desktop` and `compiled` must belong to a row, otherwise the suite fails. */
const ROWS: readonly Row[] = [
  row("Command line", ["run", "no", "wine"], ["integration/cli", "integration/docs"]),
  row("config.json: reading, editing, watching", ["run", "no", "wine"], ["integration/config"]),
  row("Bundles: reading, limits, hash", ["run", "no", "wine"], [
    "integration/bundle",
    "integration/cli/bundle_test.ts",
  ]),
  row("Extensions: review, installing, trust", ["run", "no", "wine"], [
    "integration/extensions",
    "integration/cli/bundle_test.ts",
  ]),
  row("Actions: compiling, running, dialogs", ["run", "no", "wine"], [
    "integration/actions",
    "desktop/actions",
  ]),
  row("Working on an extension (`--dev`)", ["run", "no", "wine"], [
    "integration/development",
    "integration/cli/dev_test.ts",
  ]),
  row("Examples and the authors' guide", ["run", "no", "no"], ["integration/examples_test.ts"]),
  row("Connections of other programs", ["run", "no", "wine"], [
    "integration/import",
    "windows/import_test.ts",
  ]),
  row("Catalogues", ["run", "no", "wine"], ["integration/catalogue"], ["OpenSSH, git", "run"]),
  row("Every command, by the whole program", ["run", "no", "no"], ["integration/app"]),
  row("Servers over SSH", ["run", "no", "no"], ["integration/ways"], ["OpenSSH", "run"]),
  row("PostgreSQL, MySQL and MariaDB", ["run", "no", "wine"], [
    "integration/sql",
    "integration/cli/query_test.ts",
  ], ["servers", "run"]),
  row("Redshift", ["part", "no", "no"], [
    "integration/sql/redshift_test.ts",
    "integration/resources/redshift_login_test.ts",
  ], ["Redshift", "no"]),
  row("Accounts, profiles, credentials", ["run", "no", "wine"], ["integration/accounts"], ["AWS", "part"]),
  row("Secrets, databases, services", ["run", "no", "no"], ["integration/resources"], ["AWS", "part"]),
  row("SQL for a question", ["run", "no", "no"], ["integration/assistant"], ["assistants", "part"]),
  row("News of versions", ["run", "no", "no"], ["integration/releases"], ["ssh-keygen", "run"]),
  row("Links of other programs", ["run", "no", "part"], ["desktop/start/links_test.ts"], ["xdg-open", "run"]),
  row("Anonymous counts", ["run", "no", "no"], ["integration/analytics"], ["PostHog", "part"]),
  row("Keychain", ["run", "part", "wine"], ["integration/keychain", "desktop/keychain", "windows"]),
  row("Secrets are written nowhere", ["run", "no", "no"], ["integration/secrets_test.ts"]),
  row("Other users of the machine", ["run", "no", "no"], ["integration/other_user"]),
  row("One instance", ["run", "no", "wine"], ["integration/instance"]),
  row("Programs, browsers, callers", ["run", "part", "part"], ["integration/platform"]),
  row("Full disks, killed parts, clocks", ["run", "no", "no"], ["integration/faults", "desktop/faults"]),
  row("Page server", ["run", "no", "wine"], ["integration/pages"]),
  row("Pages, in Chromium", ["run", "no", "wine"], [
    "desktop/pages",
    "integration/cli/browser_test.ts",
  ]),
  row("The guide, F1 in every window", ["run", "no", "no"], [
    "desktop/pages/guide_test.ts",
    "desktop/walk/accounts_test.ts",
    "integration/cli/browser_test.ts",
  ]),
  row("Windows", ["run", "part", "part"], ["desktop/windows", "integration/windows"]),
  row("Start, palette, first use", ["run", "no", "no"], ["desktop/start"]),
  row("A day's work in the whole program", ["run", "no", "no"], ["desktop/walk"]),
  row("Tray: lxqt-panel", ["run", "no", "wine"], ["desktop/tray", "windows/desktop_test.ts"]),
  row("KDE Plasma 6.3 on Wayland", ["task", "none", "none"], ["desktops/kde_wayland_test.ts"]),
  row("KDE Plasma 6.3 on X11", ["task", "none", "none"], ["desktops/kde_x11_test.ts"]),
  row("GNOME 48 on Wayland", ["task", "none", "none"], ["desktops/gnome_wayland_test.ts"]),
  row("GNOME 48 on X11", ["task", "none", "none"], ["desktops/gnome_x11_test.ts"]),
  row("Xfce 4.20 on X11", ["task", "none", "none"], ["desktops/xfce_test.ts"]),
  row("MATE 1.26 on X11", ["task", "none", "none"], ["desktops/mate_test.ts"]),
  row("Accessibility tree of GTK 4.18", ["task", "none", "none"], ["desktops/accessibility_tree_test.ts"]),
  row("Cinnamon 6.4 on X11", ["task", "none", "none"], ["desktops/cinnamon_test.ts"]),
  row("sway with its bar and mako", ["task", "none", "none"], ["desktops/sway_test.ts"]),
  row("labwc with waybar and mako", ["task", "none", "none"], ["desktops/labwc_test.ts"]),
  row("The Debian package on a desktop", ["task", "none", "none"], ["desktops/package_test.ts"]),
  row("Tray: other panels on X11", ["part", "none", "none"], [
    "integration/desktop_services",
    "integration/dbus",
  ]),
  row("Shortcut on X11", ["run", "part", "wine"], ["desktop/shortcut", "windows/desktop_test.ts"]),
  row("Wayland (sway)", ["run", "none", "none"], ["desktop/wayland"]),
  row("Terminals", ["run", "part", "part"], ["desktop/terminal"]),
  row("Clipboard", ["run", "part", "wine"], ["desktop/clipboard", "windows"]),
  row("Release and packages", ["run", "part", "part"], ["integration/build"]),
  row("The gate for agents", ["run", "no", "no"], ["integration/gate"], ["agents", "no"]),
  row("The MCP server, `kedge --mcp`", ["run", "no", "wine"], [
    "integration/gate/mcp_test.ts",
    "integration/gate/untold_caller_test.ts",
  ]),
  row("The compiled program", ["part", "no", "no"], ["compiled"]),
];

/** Returns every test file in the folders that the matrix covers, relative to `tests`. */
export function coveredFiles(): string[] {
  return ["integration", "desktop", "desktops", "compiled"].flatMap((folder) => testFiles(folder));
}

/**
 * Returns rows with the sign Wine but without a test that `deno task windows` runs, and tests of that task in
 * no such row.
 */
export function wineFaults(): string[] {
  const run = SUITES.flatMap(({ paths }) => paths).map((path) => path.replace(/^tests\//, ""));
  const within = (one: string, other: string) => one === other || one.startsWith(`${other}/`);
  const rows = ROWS.filter(({ windows }) => windows === "wine");
  const meets = (test: string, path: string) => within(test, path) || within(path, test);
  return [
    ...rows.filter(({ tests }) => !tests.some((test) => run.some((path) => meets(test, path))))
      .map(({ feature }) => feature),
    ...run.filter((path) =>
      path.startsWith("integration/") && !rows.some(({ tests }) => tests.some((test) => meets(test, path)))
    ),
  ];
}

/** Returns test files without a row, and rows with missing tests. */
export function matrixFaults(): string[] {
  const named = ROWS.flatMap(({ tests }) => tests);
  return [
    ...coveredFiles().filter((file) => !named.some((test) => file === test || file.startsWith(`${test}/`))),
    ...named.filter((test) => !existsSync(join(ROOT, "tests", test))),
  ];
}

/** Returns the document with an updated matrix. */
export function withMatrix(document: string): string {
  const [head, rest] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (head < 0 || rest < head) throw new Error("The document has no place for the matrix");
  const body = ROWS.map(({ feature, linux, macos, windows, service, tests }) => [
    feature,
    SIGNS[linux],
    SIGNS[macos],
    SIGNS[windows],
    service ? `${service[0]}: ${SIGNS[service[1]]}` : "",
    tests.map((test) => `[${test}](../tests/${test})`).join(", "),
  ]);
  const table = aligned([["", "Linux", "macOS", "Windows", "service", "tests"], ...body]);
  return `${document.slice(0, head)}${BEGIN}\n\n${table}\n${document.slice(rest)}`;
}

function testFiles(path: string): string[] {
  const absolute = join(ROOT, "tests", path);
  if (!existsSync(absolute)) return [];
  if (statSync(absolute).isFile()) return [path];
  return [...Deno.readDirSync(absolute)]
    .flatMap(({ name, isDirectory }) =>
      isDirectory ? testFiles(`${path}/${name}`) : name.endsWith("_test.ts") ? [`${path}/${name}`] : []
    ).sort();
}
