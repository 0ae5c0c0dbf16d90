import assert from "node:assert/strict";
import { join } from "node:path";
import { kedgePaths } from "../../../src/core/paths.ts";
import { startFakeEcs, webService } from "../../support/cloud/fake_ecs.ts";
import { startFakePortal } from "../../support/cloud/fake_portal.ts";
import { putSecrets } from "../../support/cloud/put_secret.ts";
import { PORTAL } from "../../support/cloud/stage.ts";
import { installActions, shareGoCache } from "../../support/program/actions.ts";
import { program } from "../../support/program/program.ts";
import { startMoto } from "../../support/servers/moto.ts";
import { startPostgres } from "../../support/servers/postgres.ts";
import { copied, type Desktop, startDesktop, waitFor } from "../harness/mod.ts";
import { answerLogin } from "./query_steps.ts";
import { browserOf, configured, drawn, failed, insist, menuShows, picture, signedIn } from "./stage.ts";

/** Milliseconds for a first compilation, which also builds Go's standard library. */
const COMPILE = 120_000;
/** Milliseconds for a task before its last key is pressed again. */
const PATIENCE = 20_000;
const SHORTCUT = "ctrl+shift+k";
const PRODUCTION = "111111111111", REGION = "eu-central-1";
const STRIPE = `sk-${crypto.randomUUID()}`;

const SHOWN =
  'package action\n\nimport "kedge"\n\nfunc Run(k *kedge.Ctx) error { k.Log("done"); return nil }\n';
const LONG = `package action

import (
	"time"

	"kedge"
)

func Run(k *kedge.Ctx) error { time.Sleep(time.Hour); return nil }
`;
/** A fake browser that records the address. */
const BROWSER = `#!/bin/sh
echo "$1" >>"$HOME/opened"
`;

/** Keys in order; `text:` types letters, `see:` waits until a window with that title is drawn. */
type Keys = readonly string[];

/**
 * The most frequent tasks, started from another program: the maximum number of keys, where a
 * combination counts as one, and when the task is done.
 */
const TASKS: readonly (readonly [
  task: string,
  most: number,
  keys: Keys,
  done: (stage: { readonly desktop: Desktop }) => Promise<unknown>,
  before?: (stage: { readonly desktop: Desktop }) => Promise<void>,
])[] = [
  [
    "the console of an account",
    6,
    ["text:shpr", "Return"],
    async ({ desktop }) => (await fileOf(desktop, "opened")).includes(PRODUCTION),
  ],
  [
    "an account's credentials in the clipboard",
    6,
    ["text:shst", "ctrl+Return"],
    async ({ desktop }) => /AWS_SECRET_ACCESS_KEY/.test(await copied(desktop)),
  ],
  [
    "a terminal in an account",
    6,
    ["text:shst", "shift+Return"],
    ({ desktop }) => found(desktop, /^shop-staging · .* as Admin$/),
  ],
  [
    "a key of a secret",
    8,
    ["text:stri", "Return", "see:^Secrets · ", "Return"],
    async ({ desktop }) => await copied(desktop) === STRIPE,
  ],
  [
    "the logs of a service",
    8,
    ["text:logs w", "Return"],
    ({ desktop }) => found(desktop, /^Logs · web · shop-production/),
  ],
  [
    "rows of a table",
    8,
    ["text:cus", "Return"],
    async ({ desktop }) => (await queriesOf(desktop)).includes("customers"),
  ],
  [
    "an action",
    6,
    ["text:pass", "Return"],
    ({ desktop }) => isFocused(desktop, /^Do pass/),
  ],
  [
    "the query window of a server",
    6,
    ["text:ledg", "Return"],
    ({ desktop }) => isFocused(desktop, /^ledger · Query/),
  ],
  [
    "an end to what runs",
    2,
    ["ctrl+Delete"],
    async ({ desktop }) => !(await desktop.tray.menuText()).includes("Stop"),
    async ({ desktop }) => {
      await desktop.tray.click(["Actions", "Do long"]);
      await menuShows(desktop, /Stop/, COMPILE);
    },
  ],
  ["the settings", 6, ["text:sett", "Return"], ({ desktop }) => isFocused(desktop, /^Settings/)],
];

const fileOf = ({ home }: Desktop, name: string) => Deno.readTextFile(join(home, name)).catch(() => "");

/** Returns what query windows have saved. */
async function queriesOf({ home }: Desktop): Promise<string> {
  const folder = join(home, ".kedge/queries");
  let text = "";
  for (const { name } of await Array.fromAsync(Deno.readDir(folder)).catch(() => [])) {
    // Skip files that are still being written; these begin with a dot.
    if (!name.startsWith(".")) text += await Deno.readTextFile(join(folder, name)).catch(() => "");
  }
  return text;
}

const found = async ({ windows }: Desktop, title: RegExp) =>
  (await windows.list()).find((window) => title.test(window.title));

async function isFocused(desktop: Desktop, title: RegExp): Promise<boolean> {
  const window = await found(desktop, title);
  return window !== undefined && await desktop.windows.focused() === window.id;
}

/** Returns the number of key presses, including the shortcut. */
const countOf = (keys: Keys) =>
  keys.reduce(
    (all, key) =>
      all + (key.startsWith("see:") ? 0 : key.startsWith("text:") ? key.length - "text:".length : 1),
    1,
  );

for (const [task, most, keys] of TASKS) {
  Deno.test(`${task} needs no more than ${most} keys`, () => assert.ok(countOf(keys) <= most));
}

Deno.test("the most frequent tasks take a few keys, from a terminal, in real windows", async (t) => {
  const [desktop, moto, postgres] = await Promise.all([startDesktop(), startMoto(), startPostgres()]);
  const portal = startFakePortal({
    accounts: ["production", "staging", "development"].map((stage, at) => ({
      id: String(at + 1).repeat(12),
      name: `shop-${stage}`,
      email: `aws+${stage}@example.com`,
      roles: ["Admin"],
    })),
  });
  const fake = startFakeEcs();
  const { windows } = desktop;
  const stage = { desktop };
  try {
    await postgres.sql("create table customers (id int primary key); insert into customers values (1), (2)");
    await putSecrets(moto.url, REGION, { "shop/stripe": JSON.stringify({ key: STRIPE, mode: "live" }) });
    fake.services.push(webService());
    fake.groups.set("/ecs/shop", [{ stream: "ecs/web/web0001", at: Date.now(), message: "listening" }]);
    const env = { ...portal.env, ...await prepare(desktop, portal, postgres.port) };
    desktop.start([...program(), "--hidden"], {
      ...env,
      AWS_ENDPOINT_URL: moto.url,
      AWS_ENDPOINT_URL_ECS: fake.url,
      AWS_ENDPOINT_URL_CLOUDWATCH_LOGS: fake.url,
    });
    await desktop.tray.item();
    await menuShows(desktop, /shop-production/);
    desktop.start(["xterm", "-T", "Terminal"]);
    const terminal = await windows.find("Terminal");
    await signIn(desktop, postgres);

    for (const [task, , keys, done, before] of TASKS) {
      await t.step(`${task} is there after ${countOf(keys)} keys`, async () => {
        await before?.(stage);
        // The result may be shown before the palette has closed, and the shortcut would then only
        // close the palette.
        await windows.gone("Kedge palette");
        await windows.activate(terminal);
        await windows.key(SHORTCUT);
        // Wait for the palette: earlier keys are kept for 3 s only (see early_keys_test.ts).
        await pressOrSee(desktop, "see:^Kedge palette$");
        const [last, ...first] = keys.toReversed();
        for (const key of first.toReversed()) await pressOrSee(desktop, key);
        // A new page may not react yet; only then the last key is pressed again.
        await insist(task, PATIENCE, async () => !!await done(stage), () => pressOrSee(desktop, last!));
        await picture(desktop, `keys-${task.replaceAll(" ", "-")}`);
      });
    }
  } catch (error) {
    throw await failed(desktop, error);
  } finally {
    await desktop.stop();
    await Promise.all([moto.stop(), postgres.stop(), portal.close(), fake.stop()]);
  }
});

async function pressOrSee(desktop: Desktop, key: string): Promise<void> {
  const { windows } = desktop;
  const [, how, what = ""] = /^(text|see):(.*)$/s.exec(key) ?? [];
  if (how === "text") return await windows.type(what);
  if (how !== "see") return await windows.key(key);
  const window = await drawn(desktop, new RegExp(what), 60_000);
  await waitFor("its focus", async () => await windows.focused() === window.id);
}

/**
 * Prepares a user who is signed in to the portal, with a server and two actions; returns the
 * environment with their programs.
 */
async function prepare(
  desktop: Desktop,
  portal: ReturnType<typeof startFakePortal>,
  port: number,
): Promise<Record<string, string>> {
  const home = await configured(desktop, {
    ssoStartUrl: PORTAL.startUrl,
    ssoRegion: PORTAL.region,
    accounts: [{
      accountId: PRODUCTION,
      region: REGION,
      secrets: [{ label: "Stripe", id: "shop/stripe" }],
      ecsClusters: [{ name: "shop", services: ["web"] }],
    }],
    servers: [{ name: "ledger", engine: "postgres", host: "127.0.0.1", port }],
  });
  await signedIn(desktop, portal);
  const paths = kedgePaths(home);
  await shareGoCache(paths);
  await installActions(paths, "tools", [{
    id: "pass",
    source: SHOWN,
    manifest: { contextMode: "none", console: "always" },
  }, { id: "long", source: LONG }]);
  return { PATH: await browserOf(desktop, BROWSER), SHELL: "/bin/bash", TERMINAL: "xterm" };
}

/**
 * Signs in to the server, so that its login and its tables are known, as for a user who has used it
 * today.
 */
async function signIn(
  desktop: Desktop,
  login: { readonly user: string; readonly password: string },
): Promise<void> {
  await desktop.tray.click(["Servers", "ledger · PostgreSQL", "Query…"]);
  await answerLogin(desktop, "ledger", login);
  const { cache } = kedgePaths(join(desktop.home, ".kedge"));
  const known = () => Deno.readTextFile(join(cache, "tables.json")).catch(() => "");
  await waitFor("its tables", async () => (await known()).includes("customers"));
}
