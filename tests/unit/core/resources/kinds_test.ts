import { deepEqual, equal } from "node:assert/strict";
import { cp, symlink } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { account } from "../../../support/pages/state.ts";
import { until } from "../app/fixtures.ts";
import type { DatabaseRow } from "../../../../src/core/aws/resources/databases.ts";
import { kindOfResource } from "../../../../src/core/resources/kinds/mod.ts";
import { textWithin, textWithinAll } from "../../../../src/core/resources/kinds/named.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const ID = "123456789012";
const { signal } = new AbortController();

/** The module of a further kind of resource, as it would be in its folder. */
const QUEUES = `import type { KindOfResource } from "../kind.ts";

interface QueueRow { readonly name: string; readonly messages: number }

export const queuesKind: KindOfResource<QueueRow> = {
  name: "queues",
  title: "Queues",
  icon: "table",
  sorts: [{
    name: "queue",
    label: "Queue",
    heading: "Queues",
    nameOf: ({ name }) => ({ name, id: name }),
    params: ({ name }) => ({ queue: name }),
    idIn: ({ queue }) => queue ?? null,
    configured: () => [],
  }],
  list: () => ({
    sources: [async function* () {
      await Promise.resolve();
      yield [{ name: "orders-dead", messages: 4 }];
    }],
    key: ({ name }) => name,
    title: ({ name }) => name,
    around: () => "",
    arrange: (rows) => rows,
    fresh: 60_000,
  }),
  cachedRow: (value) => {
    const { name } = value as QueueRow;
    return typeof name === "string" ? { name, messages: 0 } : null;
  },
  words: ({ name, messages }) => ({ title: name, detail: messages + " messages" }),
};
`;

/**
 * Runs `work` with a copy of the program that has this kind: one folder and one line in the table.
 * `of` imports a module of the copy.
 */
async function withQueues(
  work: (of: <Module>(path: string) => Promise<Module>, folder: string) => Promise<void>,
): Promise<void> {
  const copy = await Deno.makeTempDir({ prefix: "kedge-kind-" });
  try {
    for (
      const part of [
        "src",
        "schema",
        "deno.json",
        "tests/support",
        "tests/runner/slowness.ts",
        "tests/unit/core/app/fixtures.ts",
      ]
    ) {
      await cp(`${ROOT}/${part}`, `${copy}/${part}`, { recursive: true });
    }
    await symlink(`${ROOT}/node_modules`, `${copy}/node_modules`);
    const kinds = `${copy}/src/core/resources/kinds`;
    await Deno.mkdir(`${kinds}/queues`);
    await Deno.writeTextFile(`${kinds}/queues/mod.ts`, QUEUES);
    const table = await Deno.readTextFile(`${kinds}/mod.ts`);
    await Deno.writeTextFile(
      `${kinds}/mod.ts`,
      `import { queuesKind } from "./queues/mod.ts";\n${
        table.replace("  logGroupsKind,\n", "  logGroupsKind,\n  queuesKind,\n")
      }`,
    );
    await work((path) => import(pathToFileURL(`${copy}/${path}`).href), copy);
  } finally {
    await Deno.remove(copy, { recursive: true });
  }
}

Deno.test("a further kind of resource is one folder and a line in the table", async (test) => {
  await withQueues(async (of, folder) => {
    const shop = account(ID, { name: "shop", env: "dev", region: "eu-central-1", configured: true });
    const opens = { name: "openWindow", page: "queues", params: { account: ID } };

    const { resourcesAt } = await of<typeof import("../../../support/cloud/resources.ts")>(
      "tests/support/cloud/resources.ts",
    );
    const { resources, search, store } = resourcesAt("http://127.0.0.1:9", folder, [shop]);

    await test.step("the tray menu leads to it", async () => {
      const { accountsMenu } = await of<typeof import("../../../../src/tray/menu/accounts.ts")>(
        "src/tray/menu/accounts.ts",
      );
      const all = JSON.stringify(accountsMenu(store.get()));
      equal(all.includes(JSON.stringify({ label: "Queues…", command: opens }).slice(1, -1)), true);
    });

    await test.step("the accounts page has a line, and may open it", async () => {
      const { linesOf } = await of<typeof import("../../../../src/pages/accounts/page.ts")>(
        "src/pages/accounts/page.ts",
      );
      deepEqual(linesOf(shop).at(-1), { id: "queues", text: "Queues", icon: "table", command: opens });
      for (const name of ["accounts", "everywhere"] as const) {
        const { [`${name}Page`]: page } = await of<
          Record<string, { commands: { openWindow: (c: unknown) => boolean } }>
        >(
          `src/pages/${name}/page.ts`,
        );
        deepEqual([opens, { ...opens, page: "query" }].map((one) => page!.commands.openWindow(one)), [
          true,
          false,
        ]);
      }
    });

    await test.step("its list is asked for anew by the command that all kinds have, and no other", async () => {
      const { command } = await of<typeof import("../../../../src/core/app/command.ts")>(
        "src/core/app/command.ts",
      );
      const refresh = (list: string) =>
        command.safeParse({ name: "refreshResources", account: ID, list }).success;
      deepEqual(["queues", "topics"].map(refresh), [true, false]);
    });

    await test.step("it is found in all accounts", async () => {
      search.begin("orders", "own");
      const found = search.lists.hits(store.get().search!.id);
      let hits: readonly Record<string, unknown>[] = [];
      await until(() => {
        void Promise.resolve(found.read(0, 9, signal)).then((read) =>
          hits = read.ok ? read.rows.map((row) => ({ ...row })) : []
        );
        return hits.length > 0;
      });
      search.end();
      deepEqual(
        hits.map(({ kind, icon, title, detail, params }) => [kind, icon, title, detail, params]),
        [["queues", "table", "orders-dead", "4 messages", { queue: "orders-dead" }]],
      );
    });

    await test.step("the palette finds the list by its name, and what was seen in it", async () => {
      const { foundEntries } = await of<typeof import("../../../../src/core/find/rows.ts")>(
        "src/core/find/rows.ts",
      );
      const find = async (typed: string) => {
        const read = await foundEntries(store, typed, resources.names).read(0, 50, signal);
        return read.ok ? read.rows.map(({ id, command }) => [id, JSON.stringify(command)]) : [];
      };
      // The names in the list may have been cached by now; they come after the list itself.
      deepEqual((await find("shop queues"))[0], [`queues:${ID}`, JSON.stringify(opens)]);
      let seen: string[][] = [];
      await until(() => {
        void find("orders-dead").then((found) => seen = found);
        return seen.length > 0;
      });
      deepEqual(seen.map(([id]) => id), [`queue:${ID}/orders-dead`]);
    });

    await test.step("opening it at one counts as a use of that one", async () => {
      const { usageKey } = await of<typeof import("../../../../src/core/app/command.ts")>(
        "src/core/app/command.ts",
      );
      equal(
        usageKey({ name: "openWindow", page: "queues", params: { account: ID, queue: "orders-dead" } }),
        `queue:${ID}/orders-dead`,
      );
    });
    await resources.close();
  });
});

const WITHIN: readonly (readonly [kind: string, typed: string, text: string])[] = [
  ["secrets", "secrets stripe", "stripe"],
  ["secrets", "sec  shop stripe ", "shop stripe"],
  ["secrets", "Secret Stripe", "Stripe"],
  ["log_groups", "logs lambda", "lambda"],
  ["log_groups", "groups lambda", "lambda"],
  ["services", "clusters shop", "shop"],
  ["databases", "database orders", "orders"],
  ["services", "logs lambda", "logs lambda"],
  ["secrets", "secrets", "secrets"],
  ["secrets", "se stripe", "se stripe"],
  ["secrets", "stripe secrets", "stripe secrets"],
  ["secrets", "secretsanta db", "secretsanta db"],
  ["secrets", "", ""],
];
for (const [kind, typed, text] of WITHIN) {
  Deno.test(`textWithin() looks for “${text}” among ${kind} when “${typed}” was typed`, () => {
    equal(textWithin(kindOfResource(kind)!, typed), text);
  });
}

for (
  const [typed, text] of [["logs lambda", "lambda"], ["web orders", "web orders"], [
    "secrets",
    "secrets",
  ]] as const
) {
  Deno.test(`textWithinAll() finds at least “${text}” when “${typed}” was typed`, () => {
    equal(textWithinAll(typed), text);
  });
}

Deno.test("cachedRow() of a database keeps its security groups, as far as they are texts", () => {
  const { cachedRow } = kindOfResource("databases")!;
  const row = { kind: "redshift", id: "facts", engine: "redshift", status: "available", iam: true };
  const many = Array.from({ length: 60 }, (_, n) => `sg-${n}`);
  const kept = (groups: unknown) => (cachedRow({ ...row, groups }) as DatabaseRow).groups;
  deepEqual([["sg-a", "sg-b"], ["sg-a", 1], many, "sg-a", undefined].map(kept), [
    ["sg-a", "sg-b"],
    ["sg-a"],
    many.slice(0, 50),
    undefined,
    undefined,
  ]);
});
