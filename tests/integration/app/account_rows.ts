import { ran, row, windowOf } from "./row.ts";
import { ACCOUNT, REGION, ROLE, type WholeProgram } from "./stage.ts";

const where = { account: ACCOUNT, role: ROLE, region: REGION };
const secret = { ...where, id: "shop/db" };
const service = { ...where, cluster: "shop", service: "web" };
const opened = (page: string) => ({ state }: WholeProgram) =>
  state().windows.some((one) => one.page === page);
const value = (result: { readonly ok: boolean }) => (result as { readonly value?: unknown }).value;

const GROUP = "/ecs/shop";
const logWindow = ({ state }: WholeProgram) => state().queryWindows.find(({ engine }) => engine === "logs");

/** Commands for signing in, for accounts, and for their resources. */
export const ACCOUNT_ROWS = [
  row("checkPortal", "tells whether there is a portal", {
    startUrl: "https://d-1234567890.awsapps.com/start",
    region: "eu-west-1",
  }, (_, result) => result.ok),
  row(
    "signIn",
    "asks the portal for a code",
    { method: "device" },
    ({ state }) => state().signingIn.step === "device",
  ),
  row("openSignInAddress", "opens the portal in the browser", {}, ran(/^xdg-open http/)),
  row("cancelSignIn", "calls the sign-in off", {}, ({ state }) => state().signingIn.step === "idle"),
  row("refreshAccounts", "asks for the accounts anew", async ({ stage, app, until }) => {
    const way = await app.dispatch({ name: "signIn", method: "device" });
    if (!way.ok) throw new Error(way.error);
    const code = await until("a code", () => app.store.get().signingIn.code);
    stage.fake.type(code, "approved");
    await until("to be signed in", () => app.store.get().signIn.status === "signed-in");
    await until("the accounts", () => app.store.get().accounts.length === 3);
    stage.fake.accounts = [...stage.fake.accounts, {
      id: "444444444444",
      name: "new",
      email: "aws+new@example.com",
      roles: ["Admin"],
    }];
    return {};
  }, ({ state }) => state().accounts.length === 4),
  row(
    "openConsole",
    "opens the console",
    { account: ACCOUNT, role: ROLE },
    async ({ started }) => (await started()).filter((line) => line.startsWith("xdg-open http")).length === 2,
  ),
  row(
    "copyCredentials",
    "copies lines for a shell",
    { account: ACCOUNT, role: ROLE, shell: "sh" },
    ({ copied }) => /export AWS_ACCESS_KEY_ID=/.test(copied.at(-1) ?? ""),
  ),
  row(
    "openTerminal",
    "opens a terminal",
    { account: ACCOUNT, role: ROLE },
    ran(/^xterm .*--exec 222222222222\/Admin/),
  ),
  row("chooseShell", "keeps the shell", { shell: "fish" }, ({ state }) => state().choices.shell === "fish"),
  row(
    "chooseTerminal",
    "keeps the terminal",
    { terminal: "xterm" },
    ({ state }) => state().choices.terminal === "xterm",
  ),
  row(
    "chooseBrowser",
    "keeps the browser",
    { env: "stg", browser: "firefox" },
    ({ state }) => state().choices.browsers.stg?.browser === "firefox",
  ),
  row(
    "beginSearch",
    "looks through all accounts",
    { text: "shop", regions: "own" },
    ({ state }) => state().search?.text === "shop",
  ),
  row("stopSearch", "stops looking", {}, ({ state }) => state().search?.going === false),
  row("askAccounts", "goes on looking in the accounts", {}, ({ state }) => state().search?.going === true),
  row("resumeSearch", "goes on looking", {}, ({ state }) => state().search),
  row(
    "searchAs",
    "keeps the role that searches use",
    { role: ROLE, instead: false },
    ({ state }) => state().choices.searchRoles?.includes(ROLE),
  ),
  row("endSearch", "forgets what was found", {}, ({ state }) => state().search === null),
  row(
    "openWindow",
    "opens a page about the account",
    { page: "secrets", params: { account: ACCOUNT } },
    opened("secrets"),
  ),
  row(
    "setWindowRegion",
    "looks in another region",
    (program) => ({ window: windowOf(program, "secrets"), region: "eu-west-3" }),
    ({
      state,
    }) => state().windows.some(({ params }) => params.region === "eu-west-3"),
  ),
  row("refreshResources", "lists the secrets", { ...where, list: "secrets" }, async ({ app }) => {
    const list = app.queries.resources.secrets.list(where);
    const rows = list.rows("");
    const stop = rows.subscribe(() => {});
    const read = await rows.read(0, 10, new AbortController().signal);
    stop();
    return read.ok && read.rows.some(({ name }) => name === "shop/db");
  }),
  row("readSecret", "tells the keys of a secret and no value", secret, (_, result) => {
    const text = JSON.stringify(value(result));
    return text.includes('"password"') && !text.includes("s3cret");
  }),
  row(
    "showSecret",
    "gives one value",
    { ...secret, key: "password" },
    (_, result) => JSON.stringify(value(result)).includes("s3cret"),
  ),
  row(
    "copySecret",
    "copies one value",
    { ...secret, key: "password" },
    ({ copied }) => copied.at(-1) === "s3cret",
  ),
  row("compareSecret", "tells what a change would do", {
    ...secret,
    change: { set: [["password", "n3w"]], remove: [] },
  }, (_, result) => JSON.stringify(value(result)).includes("password")),
  row("writeSecret", "makes the change", {
    ...secret,
    change: { set: [["password", "n3w"]], remove: [] },
  }, async ({ app, copied }) => {
    const again = await app.dispatch({ name: "copySecret", ...secret, key: "password", quiet: true });
    return again.ok && copied.at(-1) === "n3w";
  }),
  row("openDatabase", "opens a found database in a query window", {
    ...where,
    kind: "rds",
    id: "orders",
    login: { way: "password" },
  }, opened("query")),
  row(
    "cancelOpenDatabase",
    "leaves nothing under way",
    { ...where, kind: "rds", id: "orders" },
    ({ state }) => Object.keys(state().databaseSteps).length === 0,
  ),
  row(
    "openDatabaseTunnel",
    "says that a database is reached without a way",
    { ...where, kind: "rds", id: "orders" },
    (_, result) => !result.ok && /reached without a way/.test(result.error),
  ),
  row(
    "addDatabase",
    "writes a database into config.json",
    { ...where, kind: "rds", id: "orders" },
    ({ state }) => state().config.value.servers.some(({ name }) => name === "orders"),
  ),
  row(
    "scaleService",
    "sets how many tasks should run",
    { ...service, desired: 2 },
    ({ ecs }) => ecs.services[0]!.desired === 2,
  ),
  row(
    "redeployService",
    "starts the tasks anew",
    service,
    ({ ecs }) => ecs.calls.filter((call) => call === "UpdateService").length === 2,
  ),
  row(
    "stopTask",
    "stops a task",
    { ...service, task: "web0001" },
    ({ ecs }) => ecs.calls.includes("StopTask"),
  ),
  row(
    "execTask",
    "opens a terminal in a container",
    { ...service, task: "web0001", container: "web" },
    ran(/--terminal \d{12}\S* shop\/web web --task web0001/),
  ),
  row("queryLogs", "opens a query window for log groups", ({ ecs }) => {
    ecs.groups.set(GROUP, [{ stream: "web/web/web0001", at: Date.now() - 60_000, message: "listening" }]);
    return { ...where, groups: [GROUP] };
  }, logWindow),
  row(
    "showAround",
    "shows the lines around one",
    async (program) => {
      const { server, tabs } = logWindow(program)!;
      const tab = tabs[0]!.id;
      const text = "fields @message";
      await program.app.dispatch({ name: "runQuery", server, tab, text, pick: "all" });
      const result = await program.until(
        "a line",
        () => logWindow(program)!.tabs[0]!.results.find((one) => one.rows),
      );
      return { server, tab, result: result.id, row: 0 };
    },
    ({ state }) =>
      state().windows.some(({ page, params }) => page === "logs" && params.stream === "web/web/web0001"),
  ),
  row("signOut", "ends the session", {}, ({ state }) => state().signIn.status === "signed-out"),
];
