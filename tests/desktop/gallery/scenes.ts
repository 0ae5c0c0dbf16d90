import type { Diagnostic } from "../../../src/core/diagnostic.ts";
import { fixedRows } from "../../../src/core/resources/rows.ts";
import type { AppState, DialogState, InputField } from "../../../src/core/state/state.ts";
import type { PageName } from "../../../src/pages/registry.ts";
import { servers } from "../../../src/core/state/selectors.ts";
import { windowOf } from "../../support/pages/pages_state.ts";
import { field, type StateParts, withServers } from "../../support/pages/state.ts";
import type { Tab } from "../../support/browser/mod.ts";
import type { PagesOptions } from "../../../src/pages/mod.ts";
import { developmentScenes } from "./development.ts";
import { publishScenes } from "./publish.ts";
import { queryScenes } from "./queries.ts";
import { accountScenes } from "./accounts.ts";
import { databaseScenes } from "./databases.ts";
import { catalogueScenes } from "./catalogue.ts";
import { importScenes } from "./imports.ts";
import { everywhereScenes } from "./everywhere.ts";
import { logQueryScenes } from "./log_queries.ts";
import { logScenes } from "./logs.ts";
import { serviceScenes } from "./services.ts";
import { secretScenes } from "./secrets.ts";
import { settingsScenes } from "./settings.ts";
import { linkScenes } from "./links.ts";
import { NOTHING_PERSONAL } from "../../../src/core/state/personal.ts";
import { guideScenes } from "./guide.ts";
import { grantScenes } from "./grant.ts";
import { agentsScenes } from "./agents.ts";
import { tunnelScenes } from "./tunnels.ts";
import { preparingScenes } from "./preparing.ts";
import { signInScenes } from "./sign_in.ts";
import { welcomeScenes } from "./welcome.ts";
import { bundle, doesNotCompile, extensions, failed, fullState, run, scenesOf, update } from "./state.ts";

/** A picture of the gallery: a page with a state, after the actions of a user. */
export interface Scene {
  readonly name: string;
  readonly page: PageName;
  readonly params?: Readonly<Record<string, string>>;
  readonly state: AppState;
  readonly width: number;
  readonly height: number;
  /**
   * Whether it is shown in a browser tab, with the other windows as overlays, instead of in a
   * window.
   */
  readonly browser?: boolean;
  /** Options of the page server that differ from the defaults. */
  readonly pages?: Partial<PagesOptions>;
  readonly act?: (tab: Tab) => Promise<void>;
}

const options = (...labels: string[]) => labels.map((label) => ({ label, value: label.toLowerCase() }));

/** A form with all eight kinds of fields. */
const allFields: InputField[] = [
  field("ticket", {
    label: "Ticket",
    placeholder: "OPS-1234",
    required: true,
    help: "Stands in the audit log.",
  }),
  field("reason", { kind: "textarea", label: "Reason", placeholder: "Why now?" }),
  field("count", { kind: "number", label: "How many", default: "10", min: 1, max: 100 }),
  field("token", { kind: "secret", label: "API token" }),
  field("size", {
    kind: "select",
    label: "Size",
    options: options("Small", "Medium", "Large"),
    default: "medium",
  }),
  field("order", {
    kind: "radio",
    label: "Order",
    options: options("Oldest first", "Newest first"),
    default: "oldest first",
  }),
  field("dry", { kind: "checkbox", label: "Only show what would be done", default: "true" }),
  field("regions", {
    kind: "multiselect",
    label: "Regions",
    options: options("Frankfurt", "Ireland", "Ohio"),
    default: "ireland",
  }),
];

const waiting = { ...run, status: "waiting" as const, progress: null };
type Parts<D> = D extends DialogState ? Omit<D, "id" | "openedAt"> : never;
const dialog = (
  name: string,
  parts: Parts<DialogState>,
  more: Partial<Scene> = {},
  state: StateParts = {},
): Scene => ({
  name: `dialog-${name}`,
  page: "dialog",
  params: { dialog: "d" },
  state: fullState({
    // An action that asks for an account has none yet.
    runs: [{ ...waiting, context: parts.kind === "account" ? null : waiting.context }],
    dialogs: [{ id: "d", openedAt: 0, ...parts } as DialogState],
    ...state,
  }),
  width: 420,
  height: 200,
  ...more,
});
const ACCOUNT = {
  kind: "account",
  extensionName: "Key rotation",
  actionLabel: "Rotate access keys",
  roles: [],
} as const;
const LOGIN = { kind: "login", server: "Orders", env: "stg", canStore: true } as const;
const report =
  "<h2>Key ages</h2><table border=1 cellpadding=4><tr><th>User</th><th>Days</th></tr><tr><td>ci</td>" +
  "<td>112</td></tr><tr><td>backup</td><td>402</td></tr></table>";

const release: AppState["release"] = {
  at: 0,
  seen: {
    version: "99.2.0",
    expires: 0,
    page: "https://github.com/kedge/kedge/releases/tag/99.2.0",
    lines: ["Catalogues open in half the time.", "A query window keeps its splitter where you left it."],
  },
};

const home = scenesOf({ page: "home", state: fullState(), width: 960, height: 640 });
const palette = scenesOf({ page: "palette", state: fullState(), width: 640, height: 420 });
const extensionsPage = scenesOf({ page: "extensions", state: fullState(), width: 800, height: 560 });
const server = scenesOf({ page: "server", state: fullState(), width: 520, height: 560 });
const news = scenesOf({ page: "news", state: fullState(), width: 560, height: 420 });
const output = scenesOf({
  page: "console",
  params: { run: "run-1" },
  state: fullState(),
  width: 720,
  height: 420,
});
const configure = scenesOf({
  page: "configure",
  params: { extension: "orders", action: "refund" },
  state: fullState(),
  width: 560,
  height: 560,
});

/** All scenes of the gallery. */
export const scenes: Scene[] = [
  dialog("alert", {
    kind: "alert",
    run: "run-1",
    message: "3 keys were rotated.\nThe old ones are switched off in 24 hours.",
  }),
  dialog("confirm", { kind: "confirm", run: "run-1", message: "Write the report to the desktop?" }, {}, {
    runs: [{ ...waiting, context: null }],
  }),
  dialog("confirm-production", {
    kind: "confirm",
    run: "run-1",
    message: "Switch off AKIAIOSFODNN7EXAMPLE of backup?",
  }),
  dialog("ask", {
    kind: "ask",
    run: "run-1",
    title: "Which user?",
    field: field("value", { label: "User name", placeholder: "service-user", required: true }),
  }, { act: (tab) => tab.press("Enter") }),
  dialog("form", { kind: "form", run: "run-1", title: "Rotate with care", fields: allFields }, {
    height: 700,
  }),
  dialog("login", {
    ...LOGIN,
    detail: "PostgreSQL · orders.db.internal:5432/orders",
    user: "app_reader",
    problem: "The server refused the password of app_reader.",
  }),
  ...[
    {
      name: "host-key",
      asks: "host key",
      title: "A new computer on the way",
      host: "[bastion.example.com]:2222 ([198.51.100.7]:2222)",
      fingerprint: "SHA256:cojYDxnw91FJORkEu4awUR/jS5OnxkQ9mjOlnUwVG9I",
      text: "The authenticity of host … (yes/no/[fingerprint])?",
    } as const,
    {
      name: "passphrase",
      asks: "secret",
      title: "Passphrase of a key",
      text: "Enter passphrase for key '/home/ada/.ssh/id_ed25519':",
      problem: "That was not right.",
    } as const,
    {
      name: "touch",
      asks: "notice",
      title: "Something to do for the way",
      text: "Confirm user presence for key ED25519-SK SHA256:cojYDxnw91FJORkEu4awUR",
    } as const,
    {
      name: "agent",
      asks: "confirm",
      title: "A question on the way",
      text: "Allow use of key ada@laptop? Key fingerprint SHA256:cojYDxnw91FJORkEu4awUR.",
    } as const,
  ].map(({ name, ...parts }) =>
    dialog(`way-${name}`, {
      kind: "way",
      way: "me@gate.example.com:2222, then bastion",
      to: "orders.internal:5432",
      ...parts,
    }, { width: 480, height: 420 })
  ),
  dialog("login-found", {
    ...LOGIN,
    server: "orders-of-the-north-european-shops (shop-production)",
    env: "prd",
    detail:
      "PostgreSQL · orders.cluster-c9akciq32.eu-central-1.rds.amazonaws.com:5432/orders · TLS, certificate verified",
    user: "",
  }),
  dialog("login-files", {
    ...LOGIN,
    detail: "PostgreSQL · orders.db.internal:5432/orders · TLS, certificate verified",
    user: "",
    offers: [
      {
        id: "service orders",
        user: "app_reader",
        from: "[orders] of ~/.pg_service.conf, line 12",
        meant: true,
      },
      { id: "password file", user: "ada", from: "~/.pgpass, line 3", meant: true },
      { id: "password file", user: "", from: "~/.pgpass, line 7", meant: true },
    ],
    remarks: ["~/.pgpass.old is not read, as by psql: others may read it (chmod 600 takes that away)"],
  }, { height: 480 }),
  dialog("login-files-typed", {
    ...LOGIN,
    detail: "MySQL · orders.db.internal:3306 · no TLS",
    user: "ada",
    problem: "MySQL at orders.db.internal:3306 refused the user name or password of “ada”. " +
      "The password is that of ~/.my.cnf, line 3.",
    offers: [{ id: "section client", user: "ada", from: "~/.my.cnf, line 3", meant: false }],
    remarks: ["~/.mylogin.cnf is not read: its logins are typed here once, and kept in the keychain"],
  }, { height: 560 }),
  dialog("account", { ...ACCOUNT, run: "run-1", roles: ["Operator", "ReadOnly"] }),
  dialog("account-signed-out", { ...ACCOUNT, run: "run-1" }, {}, {
    signIn: { status: "signed-out", detail: "d-1234567890.awsapps.com" },
  }),
  dialog("account-typed", ACCOUNT, { act: (tab) => tab.type("shst") }),
  dialog("account-none-chosen", ACCOUNT, { act: (tab) => tab.press("Enter") }, { usage: {} }),
  dialog("account-roles", { ...ACCOUNT, run: "run-1" }, {
    act: (tab) => tab.type("shst"),
    pages: {
      accountRoles: (account) =>
        fixedRows(account === "345634563456" ? ["Operator", "AdministratorAccess", "ReadOnly"] : []),
    },
  }),
  dialog("alert-long", { kind: "alert", message: "", run: "run-1" }, { state: longState("alert") }),
  dialog("form-many", {
    kind: "form",
    run: "run-1",
    title: "Which of the services?",
    fields: [
      field("services", {
        kind: "multiselect",
        label: "Services",
        required: true,
        options: Array.from(
          { length: 120 },
          (_, n) => ({ label: `service-${n}, of the shop`, value: `service,${n}` }),
        ),
      }),
      field("note", {
        label: "A label that is so long that it cannot stand in one line of a window of this width",
      }),
    ],
  }, { act: (tab) => tab.press("Control+Enter") }),
  dialog("html", {
    kind: "html",
    run: "run-1",
    title: "Key ages",
    html: report,
    width: 560,
    height: 400,
    showPrint: true,
    showOpenInBrowser: true,
  }, { width: 560, height: 400 }),
  review("install", { status: "ready", bundle }),
  review("update", { status: "ready", bundle: update }, (tab) => tab.click(".finding")),
  review("find", { status: "ready", bundle }, async (tab) => {
    await tab.press("Control+f");
    await tab.type("user");
  }),
  review(
    "hidden",
    { status: "ready", bundle },
    (tab) => tab.click(".findings li:nth-child(2) button"),
  ),
  review("installed", { status: "installed", bundle }),
  review("installed-one", {
    status: "installed",
    bundle: { ...bundle, actions: bundle.actions.slice(0, 1) },
  }),
  review("changed", {
    status: "ready",
    installed: true,
    bundle: { ...update, version: "0.4.1", installedVersion: "0.4.1" },
  }),
  review("unchanged", {
    status: "ready",
    installed: true,
    bundle: { ...bundle, change: "reinstall", installedVersion: bundle.version! },
  }),
  // A window of 960 × 640 at 200 %, and the narrowest one that must not scroll sideways.
  { ...review("zoomed", { status: "ready", bundle }), width: 480, height: 320 },
  { ...review("narrow", { status: "ready", bundle }), width: 320, height: 640 },
  review("unreadable", { status: "failed", error: "It could not be read: permission denied." }),
  review("failed", { status: "failed", bundle, error: "The disk is full." }),
  review("refused-many", {
    status: "refused",
    diagnostics: [
      ...Array.from({ length: 500 }, (_, i): Diagnostic => ({
        severity: i % 9 === 0 ? "error" : "warning",
        code: "unknown-field",
        path: [`field${i}`],
        file: "manifest.json",
        line: i + 2,
        column: 3,
        message: `The field “field${i}” is not known.`,
      })),
      {
        severity: "error",
        code: "more-problems",
        path: [],
        message: "these are 500 of the problems; there are 389,000 more",
      },
    ],
  }, (tab) => tab.evaluate("document.querySelector('.refused-list').scrollTo(0, 1e6)")),
  review("refused", {
    status: "refused",
    diagnostics: [
      {
        severity: "error",
        code: "path-escapes",
        path: [],
        file: "../../.ssh/authorized_keys",
        message: "The path “../../.ssh/authorized_keys” leaves the bundle.",
        hint: "Paths are relative and stay inside: no “..”.",
      },
      {
        severity: "error",
        code: "entry-missing",
        path: ["actions", 0, "entry"],
        file: "manifest.json",
        line: 9,
        column: 51,
        message: "The entry “actions/rotat.go” does not exist.",
        hint: "Did you mean “actions/rotate.go”?",
      },
      {
        severity: "warning",
        code: "unknown-field",
        path: ["actoins"],
        file: "manifest.json",
        line: 12,
        column: 3,
        message: "The field “actoins” is not known.",
      },
    ],
  }),
  output("console-running"),
  output("console-begun", { state: fullState({ runs: [{ ...run, logLines: 0 }] }) }),
  output("console-answered", {
    state: fullState({
      runs: [{ ...run, status: "ok", progress: null, endedAt: run.startedAt + 275, answered: true }],
    }),
  }),
  output("console-compile", { params: { run: "run-2" }, state: fullState({ runs: [doesNotCompile] }) }),
  output("console-failed", {
    params: { run: "run-2" },
    state: fullState({ runs: [{ ...failed, actionLabel: "Rotate access keys" }] }),
    async act(tab) {
      await tab.until("document.querySelector('.code-row')");
      await tab.evaluate("document.querySelector('.code').scrollTop = 0");
    },
  }),
  output("console-uncompiled", {
    params: { run: "run-3" },
    state: fullState({
      runs: [{
        ...failed,
        id: "run-3",
        status: "refused",
        ms: 0,
        logLines: 0,
        error: "the action does not compile\nactions/replay.go:14:3: undefined: orders\n" +
          'lib/queue/queue.go:7:18: "os" imported and not used',
        hint: "Fix the source, then install the extension again.",
      }],
    }),
  }),
  home("home"),
  home("home-ahead", {
    state: fullState({ extensions: extensions.map((one, at) => at === 0 ? { ...one, ahead: true } : one) }),
  }),
  home("home-update", {
    state: fullState({
      updates: [{
        address: "/srv/catalog",
        extension: "keys",
        name: "Key rotation",
        from: "1.4.0",
        to: "1.4.1",
        newly: ["reach the network"],
      }],
    }),
  }),
  home("home-release", { state: fullState({ release }) }),
  home("home-overlay", {
    browser: true,
    state: fullState({
      windows: [
        {
          ...windowOf("console", { run: "run-2" }, "c"),
          title: "Replay failed orders",
          width: 720,
          height: 420,
        },
        { ...windowOf("dialog", { dialog: "d" }, "q"), title: "Rotate access keys", height: 180 },
      ],
      dialogs: [{ id: "d", openedAt: 0, kind: "confirm", run: "run-1", message: "Switch off the old key?" }],
    }),
    act: (tab) =>
      tab.until(
        "document.querySelector('.sheet iframe:not([hidden])')?.contentDocument?.querySelector('.dialog')",
      ),
  }),
  home("home-problems", {
    state: fullState({
      config: {
        ...fullState().config,
        status: "stale",
        diagnostics: [{
          severity: "error",
          code: "expected-comma",
          path: ["accounts"],
          line: 14,
          column: 7,
          message: "A comma is missing between two entries.",
        }],
      },
      problems: [{
        code: "no-go",
        message: "Go is not installed, so actions cannot be compiled.",
        hint: "Install Go 1.22 or newer from go.dev. Kedge looked in PATH and /usr/local/go/bin.",
      }],
    }),
    act: (tab) => tab.click(".home-problems .button"),
  }),
  home("home-long", { state: longState(), width: 760, height: 560 }),
  output("console-long", { state: longState() }),
  palette("palette-long", { state: longState() }),
  extensionsPage("extensions-long", { state: longState() }),
  home("home-empty", { state: fullState({ accounts: [], servers: [], extensions: [], runs: [] }) }),
  home("home-filter", { act: (tab) => tab.type("prod") }),
  palette("palette"),
  palette("palette-typed", { act: (tab) => tab.type("re ord") }),
  palette("palette-none", { act: (tab) => tab.type("xyzzy") }),
  palette("palette-signed-out", {
    state: fullState({ signIn: { status: "signed-out", detail: "team.awsapps.com" } }),
    act: (tab) => tab.type("billing"),
  }),
  extensionsPage("extensions"),
  extensionsPage("extensions-uninstall", {
    act: async (tab) => {
      await tab.click('[aria-label="Order tools"] [aria-haspopup="menu"]');
      await tab.click('[role="menuitem"]:last-child');
    },
  }),
  server("server", { params: { server: "Legacy shop" } }),
  server("server-new"),
  configure("configure"),
  configure("configure-desktop-keys", {
    state: fullState({
      personal: { ...NOTHING_PERSONAL, shortcuts: { "action:orders/refund": "Alt+F8" } },
      desktopKeys: { "action:orders/refund": "Meta+K" },
    }),
    act: (tab) => tab.evaluate("document.getElementById('action-shortcut').scrollIntoView()"),
  }),
  configure("configure-account", {
    act: async (tab) => {
      await tab.type("prd");
      await tab.until("document.querySelectorAll('.combo-list [role=option]').length === 2");
    },
  }),
  configure("configure-servers", {
    act: (tab) => tab.evaluate("document.querySelector('.form-body').scrollTop = 9999"),
  }),
  ...secretScenes,
  ...databaseScenes,
  ...serviceScenes,
  ...catalogueScenes,
  ...logScenes,
  ...everywhereScenes,
  ...accountScenes,
  ...signInScenes,
  ...linkScenes,
  ...preparingScenes,
  ...grantScenes,
  ...agentsScenes,
  ...tunnelScenes,
  ...logQueryScenes,
  palette("palette-pinned", {
    state: fullState({
      personal: {
        zoom: 1,
        pins: ["action:orders/refund", "account:123456789012"],
        shortcuts: { "action:orders/refund": "Ctrl+Alt+R" },
      },
    }),
  }),
  ...welcomeScenes,
  ...importScenes,
  ...developmentScenes,
  ...publishScenes,
  ...settingsScenes,
  news("news"),
  news("news-of-a-release", { state: fullState({ release }) }),
  ...guideScenes,
  ...queryScenes,
];

function review(
  name: string,
  parts: Partial<AppState["reviews"][number]> & Pick<AppState["reviews"][number], "status">,
  act?: Scene["act"],
): Scene {
  const source = "/home/anna/Downloads/key-rotation-0.4.1.kedgeext";
  return {
    name: `review-${name}`,
    page: "review",
    params: { review: "r" },
    state: fullState({ reviews: [{ id: "r", source, diagnostics: [], ...parts }] }),
    width: 960,
    height: 640,
    ...(act && { act }),
  };
}

/** Returns a state with names and texts that are longer than expected. */
function longState(kind?: "alert"): AppState {
  const long = "A name that somebody thought was a good idea at the time and never shortened";
  const state = fullState();
  const longServers = servers(state).map((server) => ({ ...server, name: `${server.name} ${long}` }));
  return {
    ...withServers(state, longServers),
    extensions: state.extensions.map((extension) => ({
      ...extension,
      name: `${extension.name}: ${long}`,
      actions: extension.actions.map((action) => ({ ...action, label: `${action.label}: ${long}` })),
    })),
    accounts: state.accounts.map((account) => ({
      ...account,
      ...(account.name !== undefined && { name: `${account.name}-${"very-".repeat(12)}long` }),
    })),
    runs: state.runs.map((one) => ({
      ...one,
      actionLabel: `${one.actionLabel}: ${long}`,
      extensionName: `${one.extensionName}: ${long}`,
    })),
    dialogs: kind === undefined ? [] : [{
      id: "d",
      openedAt: 0,
      kind,
      run: "run-1",
      message: `${"A sentence that goes on. ".repeat(90)}\n\n${"x".repeat(400)}`,
    }],
  };
}
