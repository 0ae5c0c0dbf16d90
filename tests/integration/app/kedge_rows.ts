import { keychainItem } from "../../../src/core/sql/login/login.ts";
import type { FoundSource, ImportPlan } from "../../../src/core/app/features/imports/imports.ts";
import type { CommandResult } from "../../../src/core/result.ts";
import { ran, row, windowOf } from "./row.ts";
import { SERVER, type WholeProgram } from "./stage.ts";

const servers = ({ state }: WholeProgram) => state().config.value.servers;

const tested = ({ state }: WholeProgram) =>
  state().serverTests.some(({ of, test }) => of.name === SERVER && test.status === "ok");

/** Switches links on and returns a waiting link. */
async function linked({ app, state, until }: WholeProgram, link: string): Promise<{ link: string }> {
  await app.dispatch({ name: "editConfig", path: ["linksEnabled"], value: true });
  await until("links to be on", () => state().config.value.linksEnabled);
  app.takeLink(link);
  return { link: state().links.waiting[0]!.id };
}
const undecided = ({ state }: WholeProgram) => state().links.waiting.length === 0;

/** The entry to import from a password file, and the digest of its preview. */
const FAR = ["pgpass/server/0"];
let planned = "";
const pgpassIn = (result: CommandResult) =>
  (result as { value: readonly FoundSource[] }).value.find(({ id }) => id === "pgpass")!.things;

/** Commands for Kedge's own windows and files, and for the servers of the configuration. */
export const KEDGE_ROWS = [
  row("rememberSize", "keeps the size of a window", async (program) => {
    await program.app.dispatch({ name: "openWindow", page: "settings" });
    return { window: windowOf(program, "settings"), width: 900, height: 700 };
  }, ({ state }) => state().sizes.settings?.width === 900),
  row("resizeWindow", "makes a window as high as its content", async (program) => {
    await program.app.dispatch({ name: "openWindow", page: "server" });
    return { window: windowOf(program, "server"), height: 321 };
  }, ({ state }) => state().windows.some(({ height }) => height === 321)),
  row("markUnsaved", "marks a window in which something is entered", (program) => ({
    window: windowOf(program, "settings"),
    unsaved: true,
  }), ({ state }) => state().windows.some(({ page, unsaved }) => page === "settings" && unsaved)),
  row(
    "closeWindow",
    "closes a window",
    (program) => ({ window: windowOf(program, "settings") }),
    ({ state }) => !state().windows.some(({ page }) => page === "settings"),
  ),
  row("zoom", "draws windows larger", { step: 1 }, ({ state }) => state().personal.zoom > 1),
  row(
    "pinEntry",
    "pins an entry",
    { entry: "kedge:settings", pinned: true },
    ({ state }) => state().personal.pins.includes("kedge:settings"),
  ),
  row("setActionShortcut", "keeps the keys of an action", {
    extension: "works",
    action: "asks",
    keys: "Ctrl+Alt+P",
  }, ({
    state,
  }) => state().personal.shortcuts["action:works/asks"] === "Ctrl+Alt+P"),
  row(
    "editConfig",
    "changes config.json",
    { path: ["perPage"], value: 123 },
    ({ state }) => state().config.value.perPage === 123,
  ),
  row("undoConfigEdit", "takes the change back", {}, ({ state }) => state().config.value.perPage !== 123),
  row("openTunnel", "begins a tunnel to a server", async ({ app, until }) => {
    const { servers } = app.store.get().config.value;
    const far = { name: "far", engine: "postgres", host: "db", port: 5432, via: "ssh://nobody@127.0.0.1:1" };
    await app.dispatch({ name: "editConfig", path: ["servers", servers.length], value: far });
    await until("its entry", () => app.store.get().config.value.servers.some(({ name }) => name === "far"));
    return { server: "far" };
  }, ({ state }) => state().tunnels.length === 1 && state().windows.some(({ page }) => page === "tunnels")),
  row(
    "endTunnel",
    "ends a tunnel",
    ({ state }) => ({ tunnel: state().tunnels[0]!.id }),
    ({ state }) => state().tunnels.length === 0,
  ),
  row(
    "hideColumn",
    "hides a column of a server from agents",
    { server: SERVER, schema: "public", table: "t", column: "c", hidden: true },
    ({ state }) =>
      state().config.value.servers.find(({ name }) => name === SERVER)?.agents?.hidden[0] === "public.t.c",
  ),
  row("importAws", "brings the accounts of the AWS files into config.json", async ({ stage }) => {
    await stage.config(
      "[profile far]\nsso_account_id = 555555555555\nsso_role_name = Admin\nregion = eu-north-1\n" +
        "sso_start_url = https://d-1234567890.awsapps.com/start\nsso_region = eu-west-1\n",
    );
    return {};
  }, ({ state }) => state().config.value.accounts.some(({ accountId }) => accountId === "555555555555")),
  row(
    "findImports",
    "tells what other programs have",
    async (program) => {
      await program.app.dispatch({ name: "openWindow", page: "import" });
      await Deno.writeTextFile(
        `${program.stage.home}/.pgpass`,
        "far.internal:5432:far:anna:of far\n*:*:*:bob:x\n",
        { mode: 0o600 },
      );
      return {};
    },
    (_, result) => {
      const [thing] = pgpassIn(result);
      return thing?.at === "PostgreSQL · far.internal:5432/far" && thing.why === "" && thing.password;
    },
  ),
  row("planImport", "tells what would be written", { chosen: FAR }, (_, result) => {
    const { added, digest, passwords } = (result as { value: ImportPlan }).value;
    planned = digest;
    return passwords === 1 && added.includes("far.internal") && !added.includes("of far");
  }),
  row(
    "writeImport",
    "brings it, its password into the keychain",
    () => ({ chosen: FAR, digest: planned }),
    ({ state, items }) =>
      state().config.value.servers.some(({ host }) => host === "far.internal") &&
      items.get("server/far at far.internal")?.open().includes("of far"),
  ),
  row(
    "undoImport",
    "takes it back, and its password",
    async ({ stage }) => {
      await Deno.remove(`${stage.home}/.pgpass`);
      return {};
    },
    ({ state, items }) =>
      !state().config.value.servers.some(({ host }) => host === "far.internal") &&
      !items.has("server/far at far.internal"),
  ),
  row("tryRules", "tells how rules would label accounts", {
    draft: { at: 0, rule: { matchName: "production", env: "prd" } },
    accounts: [{ name: "shop-production" }],
  }, (_, result) => result.ok && JSON.stringify(result).includes('"labels"')),
  row("openConfig", "opens config.json in the editor", {}, ran(/^xdg-open .*config\.json/)),
  row("testServer", "connects to a server", { server: SERVER }, tested),
  row(
    "tryServer",
    "connects to a server that is not saved",
    (program) => {
      const entry = servers(program).find(({ name }) => name === SERVER)!;
      return { entry: { ...entry, name: "not saved" } as never };
    },
    (_, result) => result.ok && (result.value as { status?: string }).status === "ok",
    login,
  ),
  row("serverAdded", "makes the form's window that of the server", (program) => ({
    window: program.state().windows.find(({ page, params }) => page === "server" && !params.server)!.id,
    server: SERVER,
  }), ({ state }) => !state().windows.some(({ page, params }) => page === "server" && !params.server)),
  row(
    "setPassword",
    "asks for a password and keeps it",
    { server: SERVER },
    ({ items, database }) =>
      [...items.values()].some((secret) => secret.open().includes(`${database.password} changed`)),
    (program) => login(program, `${program.database.password} changed`),
  ),
  row(
    "forgetPassword",
    "takes a password out of the keychain",
    { server: SERVER },
    ({ items }) => !items.has(keychainItem(SERVER).account),
  ),
  row(
    "followLink",
    "opens what a link leads to",
    (program) => linked(program, "kedge://open/page/news"),
    ({ state }) => state().windows.some(({ page }) => page === "news"),
  ),
  row("dropLink", "lets a link go", (program) => linked(program, "kedge://open/page/home"), undecided),
  row("dropLinks", "lets all links go", (program) => {
    program.app.takeLink("kedge://open/page/home");
    return linked(program, "kedge://open/page/accounts");
  }, undecided),
  row(
    "dismissRelease",
    "tells no more of a version",
    ({ app }) => {
      const seen = { version: "99.0.0", expires: Date.now(), page: "https://a.example/", lines: [] };
      app.restore({ release: { seen } });
      return {};
    },
    ({ state }) => state().release.dismissed === "99.0.0",
  ),
];

/** Answers the question for a login. */
async function login({ app, until, state, database }: WholeProgram, password = database.password) {
  const { id } = await until(
    "the question for a login",
    () => state().dialogs.find(({ kind }) => kind === "login"),
  );
  return await app.dispatch({
    name: "answerDialog",
    dialog: id,
    answer: { user: database.user, password, save: true },
  });
}
