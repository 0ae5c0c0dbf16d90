import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startFakePortal } from "../../support/cloud/fake_portal.ts";
import { ownerAt, putLines } from "../../support/cloud/put_lines.ts";
import { putSecrets } from "../../support/cloud/put_secret.ts";
import { PORTAL } from "../../support/cloud/stage.ts";
import { documentedCommands } from "../../support/house/commands.ts";
import { shareGoCache } from "../../support/program/actions.ts";
import { EXIT } from "../../../src/cli/exit.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { kedge } from "../../support/program/kedge.ts";
import { startMoto } from "../../support/servers/moto.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { removeFolder } from "../../support/remove_folder.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** A documented command, and its result here. */
interface DocumentedCommand {
  /** The command as the documentation writes it. */
  readonly command: string;
  /** The real arguments for its placeholders and files. */
  readonly as?: string;
  readonly code?: number;
  readonly input?: string;
  /** A pattern that its output must match. */
  readonly prints?: RegExp;
}

/** Commands in the order of a first day; later ones need the results of earlier ones. */
const DAY: readonly DocumentedCommand[] = [
  { command: "--help", prints: /--validate-config/ },
  { command: "--version --json", prints: /"version"/ },
  { command: "--doctor", code: 1, prints: /go/ },
  { command: "--validate-config", prints: /config\.json/ },
  { command: "--validate-config examples/config.json", prints: /config\.json/ },
  { command: "--print-config", prints: /ssoStartUrl/ },
  { command: "--schema config > ~/.kedge/config.schema.json", as: "--schema config", prints: /\$schema/ },
  { command: "--schema manifest", prints: /\$schema/ },
  { command: "--label NAME EMAIL", as: "--label shop-production a@example.com", prints: /prd/ },
  { command: "--label shop-production aws+shop@example.com", prints: /prd/ },

  { command: "--new my-extension" },
  { command: "--new DIR", as: "--new other" },
  { command: "--new", as: "--new third" },
  { command: "--validate-bundle . --compile", as: "--validate-bundle my-extension --compile" },
  { command: "--validate-bundle --compile DIR", as: "--validate-bundle --compile my-extension" },
  { command: "--pack DIR", as: "--pack my-extension" },
  { command: "--pack my-extension" },
  { command: "--pack .", as: "--pack other" },
  { command: "--install my-extension.kedgeext", input: "y\n", prints: /my-extension/ },
  { command: "--install examples/toolbox", input: "y\n", prints: /Toolbox/ },
  { command: "--install team.kedgeext", input: "n\n", code: EXIT.refused },
  { command: "--install team.kedgeext --trust HASH", prints: /team/i },
  { command: "--install FILE --trust HASH", as: "--install team.kedgeext --trust HASH" },
  { command: "--list", prints: /toolbox/ },
  { command: "--run toolbox/passphrase", input: "5\n1\nn\nn\nn\n", prints: /passphrase/i },
  { command: "--run EXT/ACTION", as: "--run toolbox/passphrase", input: "5\n1\nn\nn\nn\n" },
  {
    command: "--run ext/action --answers FILE --json",
    as: "--run toolbox/passphrase --answers answers.json --json",
  },
  { command: "--uninstall ID", as: "--uninstall team", input: "y\n" },

  { command: "--mcp --setup", prints: /Claude Code/ },
  { command: "--mcp --log", prints: /No agent has worked with Kedge/ },
  { command: "--sign-in", as: "--sign-in --device" },
  { command: "--accounts", prints: /shop-staging/ },
  { command: "--exports 111111111111/Reader", prints: /AWS_SESSION_TOKEN/ },
  { command: "--exec shop-staging/Admin -- aws s3 ls", prints: /aws s3 ls by http:\/\/127\.0\.0\.1:/ },
  { command: "--exec ACCOUNT/ROLE", as: "--exec shop-staging/Admin", code: 2 },
  { command: "--exec shop-staging/Admin", code: 2 },
  { command: "--console shop-staging/Admin" },
  { command: "--console shop-staging/Admin ecs" },
  { command: "--aws-profiles", input: "y\n" },
  { command: "--secrets shop-staging/Admin", prints: /orders\/db/ },
  { command: "--secret shop-staging/Admin orders/db", prints: /password/ },
  { command: "--secret shop-staging/Admin orders/db password", prints: /^planted\n$/ },
  { command: "--databases shop-staging/Admin --json", prints: /\[/ },
  { command: "--logs shop-staging/Admin /aws/lambda/orders --since 2h", prints: /Z paid 7\n/ },
  {
    command: "--logs shop-staging/Admin /aws/lambda/orders --query 'fields @message | limit 20'",
    prints: /paid 7/,
  },
  { command: "--sign-out" },

  { command: "--query shop 'select * from orders limit 5'", prints: /paid/ },
  {
    command: "--query shop --format csv --output all.csv < all.sql",
    as: "--query shop --format csv --output all.csv",
    input: "select * from orders",
  },
  { command: "--query shop 'update orders set paid = true where id = 7' --write", prints: /1/ },
];

/** Commands that open windows or keep running, and the test that covers each. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "--toggle": "tests/desktop/start/start_test.ts",
  "--mcp": "tests/integration/gate/mcp_test.ts",
  "--mcp --setup claude": "tests/integration/cli/mcp_setup_test.ts",
  "--hidden": "tests/desktop/start/start_test.ts",
  "--browser": "tests/desktop/pages/browser_mode_test.ts",
  "--logs shop-staging/Admin /aws/lambda/orders --follow": "tests/integration/resources/logs_test.ts",
  "--dev DIR": "tests/integration/cli/dev_test.ts",
  "--dev my-extension": "tests/integration/cli/dev_test.ts",
  "--ask SERVER QUESTION": "tests/integration/assistant/assistant_test.ts",
  "--exec": "tests/integration/accounts/shell_test.ts",
  "--query": "tests/integration/sql/over_https_program_test.ts",
  "--terminal": "tests/integration/ways/terminal_test.ts",
  "--terminal shop-staging/Admin shop/web": "tests/integration/ways/terminal_test.ts",
  "--tunnel shop-production/ReadOnly/orders": "tests/integration/ways/found_test.ts",
  "--tunnel ACCOUNT/ROLE/DATABASE": "tests/integration/ways/found_test.ts",
  "--tunnel shop": "tests/integration/ways/tunnel_test.ts",
  "--import SOURCE": "tests/integration/import/import_test.ts",
  "--import dbeaver": "tests/integration/import/import_test.ts",
  "--import dbeaver data-sources.json": "tests/integration/import/import_test.ts",
  "--import leapp": "tests/integration/import/import_test.ts",
  "--import granted": "tests/integration/import/import_test.ts",
  "--import aws-sso": "tests/integration/import/import_test.ts",
  "--catalogs": "tests/integration/catalogue/cli_test.ts",
  "--catalog-remove ADDRESS": "tests/integration/catalogue/cli_test.ts",
  "--catalog-add ADDRESS": "tests/integration/catalogue/cli_test.ts",
  "--catalog-publish DIR --to ADDRESS": "tests/integration/catalogue/cli_test.ts",
  "-- kedge://open/page/home": "tests/desktop/start/links_test.ts",
};

Deno.test("every command of the documentation is run", () => {
  const run = new Set([...DAY.map(({ command }) => command), ...Object.keys(ELSEWHERE)]);
  deepEqual(documentedCommands().filter(([, command]) => !run.has(command)), []);
  for (const [command, path] of Object.entries(ELSEWHERE)) {
    const text = Deno.readTextFileSync(join(ROOT, path));
    equal(text.includes(command.split(" ")[0]!), true, `${path} runs ${command}`);
  }
});

Deno.test("the commands of the documentation do what it says, one after the other", async (t) => {
  const [moto, postgres] = await Promise.all([startMoto(), startPostgres()]);
  const account = { id: "111111111111", name: "shop-staging", email: "aws+staging@example.com" };
  const fake = startFakePortal({ interval: 50, accounts: [{ ...account, roles: ["Admin", "Reader"] }] });
  // Simulates a user who enters the code at once.
  fake.misbehave = (_, { pathname }) => {
    if (pathname === "/token") fake.world.devices.values().forEach((device) => device.state = "approved");
    return undefined;
  };
  const home = await Deno.makeTempDir({ prefix: "kedge-docs-" });
  const paths = kedgePaths(join(home, ".kedge"));
  const programs = join(home, "bin"), work = join(home, "work");
  const env = {
    HOME: home,
    KEDGE_HOME: paths.home,
    PATH: `${programs}:${Deno.env.get("PATH")}`,
    AWS_ENDPOINT_URL: moto.url,
    KEDGE_DB_USER: postgres.user,
    KEDGE_DB_PASSWORD: postgres.password,
    ...fake.env,
  };
  const hashOf = async (bundle: string) => {
    const { stdout } = await kedge(["--validate-bundle", bundle, "--json"], { env, cwd: work });
    return (JSON.parse(stdout) as { hash: string }).hash;
  };
  const play = async ({ command, as = command, code = 0, input, prints }: DocumentedCommand) => {
    if (as.includes("HASH")) as = as.replace("HASH", await hashOf("team.kedgeext"));
    const words = [...as.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
    const result = await kedge(words, { env, cwd: work, ...(input === undefined ? {} : { input }) });
    const said = `${result.stdout}${result.stderr}`;
    equal(result.code, code, said);
    if (prints) match(said, prints);
    return result;
  };
  try {
    for (const folder of [paths.home, programs, work, join(work, "examples")]) {
      await Deno.mkdir(folder, { mode: 0o700 });
    }
    await shareGoCache(paths);
    await Deno.symlink(join(ROOT, "examples/toolbox"), join(work, "examples/toolbox"));
    await Deno.copyFile(join(ROOT, "examples/config.json"), join(work, "examples/config.json"));
    // Substitutes for a browser, and for the AWS CLI where it uses the given credentials.
    await Deno.writeTextFile(join(programs, "xdg-open"), "#!/bin/sh\n", { mode: 0o755 });
    await Deno.writeTextFile(
      join(programs, "aws"),
      '#!/bin/sh\necho "aws $* by $AWS_CONTAINER_CREDENTIALS_FULL_URI"\n',
      {
        mode: 0o755,
      },
    );
    const server = { name: "shop", engine: "postgres", host: "127.0.0.1", port: postgres.port };
    await Deno.writeTextFile(
      paths.config,
      JSON.stringify({
        version: 2,
        ssoStartUrl: PORTAL.startUrl,
        ssoRegion: PORTAL.region,
        envRules: [{ env: "prd", matchName: "production" }],
        servers: [server],
      }),
      { mode: 0o600 },
    );
    await postgres.sql(
      "create table orders (id int primary key, paid boolean); insert into orders values (7, false)",
    );
    const lines = [{ at: Date.now() - 60_000, text: "paid 7" }];
    await putLines(ownerAt(moto.url, PORTAL.region), "/aws/lambda/orders", lines);
    await putSecrets(moto.url, PORTAL.region, { "orders/db": '{"user": "app", "password": "planted"}' });
    await Deno.writeTextFile(
      join(work, "answers.json"),
      JSON.stringify([{ count: "4", separator: " " }, false]),
    );
    await kedge(["--new", "team"], { env, cwd: work });
    await kedge(["--pack", "team"], { env, cwd: work });
    for (const doing of DAY) await t.step(doing.command, () => play(doing).then(() => {}));
  } finally {
    await Promise.all([moto.stop(), postgres.stop(), fake.close()]);
    await removeFolder(home);
  }
});
