// Searches with a substitute for Resource Explorer that follows the official model; real indexes
// were never tested.
import { deepEqual, equal, ok } from "node:assert/strict";
import { wrap } from "../../../src/core/aws/credentials/credentials.ts";
import type { RegionChoice } from "../../../src/core/state/search.ts";
import {
  type AccountIndex,
  type KnownResource,
  refusal,
  secretArn,
  startFakeExplorer,
  viewOf,
} from "../../support/cloud/fake_explorer.ts";
import { resourcesAt } from "../../support/cloud/resources.ts";
import { account } from "../../support/pages/state.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { credentialServices, until } from "../../unit/core/app/fixtures.ts";

const { signal } = new AbortController();
const HOME = "eu-central-1";
const REGIONS = [
  ...[
    "eu-central-1",
    "eu-north-1",
    "eu-west-1",
    "eu-west-2",
    "eu-west-3",
    "us-east-1",
    "us-east-2",
    "us-west-1",
  ],
  ...["us-west-2", "ca-central-1", "sa-east-1", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3"],
  ...["ap-south-1", "ap-southeast-1", "ap-southeast-2"],
];
const idOf = (n: number) => String(200_000_000_000 + n);
const [A, B, C] = [idOf(0), idOf(1), idOf(2)] as const;

type Stage = Awaited<ReturnType<typeof stageOf>>;

async function stageOf(parts: {
  readonly count: number;
  readonly view?: string;
  readonly resources?: readonly KnownResource[];
  readonly secrets?: readonly string[];
  readonly accounts?: ReadonlyMap<string, AccountIndex>;
  readonly perPage?: number;
  readonly roles?: readonly string[];
  /** Regions of the accounts; accounts without an entry are in the home region. */
  readonly regions?: readonly string[];
}) {
  const aws = startFakeExplorer(parts);
  const cache = await Deno.makeTempDir({ prefix: "kedge-index-" });
  const ids = Array.from({ length: parts.count }, (_, n) => idOf(n));
  const { search, resources, store, errors } = resourcesAt(
    aws.url,
    cache,
    ids.map((id, n) => account(id, { region: parts.regions?.[n] ?? HOME })),
    {
      ...(parts.roles ? { roles: parts.roles } : {}),
      credentials: {
        cloud: async () => ({
          ...await credentialServices().cloud({} as never),
          credentials: ({ account }: { account: string }) =>
            Promise.resolve(wrap({ accessKeyId: `AKID${account}`, secretAccessKey: "s3cret" })),
        }),
      },
    },
  );
  store.slice("config").update((before) => ({
    ...before,
    value: { ...before.value, ...(parts.view ? { resourceExplorerView: parts.view } : {}) },
  }));
  const id = () => store.get().search!.id;
  return {
    aws,
    search,
    store,
    async status() {
      const read = await search.lists.status(id()).read(0, 1, signal);
      return read.ok ? read.rows[0]! : null!;
    },
    async hits() {
      const read = await search.lists.hits(id()).read(0, 5000, signal);
      return read.ok ? read.rows : [];
    },
    /** Waits until the search has ended. */
    async ended() {
      let over = false;
      await until(() => {
        void this.status().then(({ done, skipped, byIndex, accounts }) =>
          over = done + skipped + byIndex === accounts
        );
        return over;
      });
      return await this.status();
    },
    async stop() {
      search.end();
      // Signing out waits until lists are written, and so does reading them.
      store.slice("signIn").update(() => ({ status: "signed-out" }));
      await resources.names.load();
      await resources.close();
      await aws.stop();
      await removeFolder(cache);
      deepEqual([aws.faults, errors], [[], []]);
    },
  };
}

async function withStage(parts: Parameters<typeof stageOf>[0], work: (stage: Stage) => Promise<void>) {
  const stage = await stageOf(parts);
  try {
    await work(stage);
  } finally {
    await stage.stop();
  }
}

const titles = async (stage: Stage) => (await stage.hits()).map(({ title }) => title).toSorted();
const asked = ({ aws }: Stage) =>
  aws.calls.map(({ service, account, region }) => `${service} ${account} ${region}`);

Deno.test("a search asks the configured view alone for 500 accounts in 17 regions, and gives hits of all of them", async () => {
  const resources = Array.from({ length: 500 }, (_, n) => ({
    arn: secretArn(idOf(n), `orders/${n}`, REGIONS[n % 17]),
    reportedAt: n === 7 ? "2026-11-27T01:00:00Z" : "2026-11-27T02:00:00.500Z",
  }));
  await withStage({ count: 500, view: viewOf(A), resources, perPage: 200 }, async (stage) => {
    stage.search.begin("orders", "all");
    const { index, byIndex, done, faults } = await stage.ended();
    deepEqual([byIndex, done, faults], [500, 0, []]);
    deepEqual(index, {
      account: { accountId: A },
      accounts: 1,
      oldest: Date.parse("2026-11-27T01:00:00Z"),
      newest: Date.parse("2026-11-27T02:00:00.500Z"),
      cut: false,
    });
    const hits = await stage.hits();
    equal(hits.length, 500);
    deepEqual(
      hits.find(({ account }) => account.accountId === idOf(5))?.params,
      { secret: "orders/5", kind: "secret", region: "us-east-1" },
    );
    deepEqual(stage.aws.calls.map(({ operation }) => operation), ["Search", "Search", "Search"]);
    ok(stage.aws.calls.length <= 20);
  });
});

for (
  const [choice, wanted] of [
    ["own", ["orders/home"]],
    ["all", ["orders/away", "orders/home", "orders/us"]],
    [["us-east-1", "eu-west-3"], ["orders/away", "orders/us"]],
  ] as readonly (readonly [RegionChoice, readonly string[]])[]
) {
  Deno.test(`a search shows what the view has in the regions that are wanted: ${choice}`, async () => {
    const resources = [
      { arn: secretArn(A, "orders/home") },
      { arn: secretArn(B, "orders/away", "eu-west-3") },
      { arn: secretArn(B, "orders/us", "us-east-1") },
    ];
    await withStage({ count: 3, view: viewOf(A), resources }, async (stage) => {
      stage.search.begin("orders", choice);
      await stage.ended();
      deepEqual(await titles(stage), wanted);
    });
  });
}

Deno.test("askAccounts() adds what the index did not know, and nothing twice", async () => {
  const [known, gone, inside] = [
    secretArn(A, "orders/known"),
    secretArn(B, "orders/gone"),
    secretArn(C, "shop/reorders"),
  ];
  const parts = {
    count: 3,
    view: viewOf(A),
    resources: [{ arn: known }, { arn: gone }, { arn: inside }],
    secrets: [known, inside, secretArn(B, "orders/new")],
  };
  await withStage(parts, async (stage) => {
    stage.search.begin("orders", "own");
    await stage.ended();
    deepEqual(await titles(stage), ["orders/gone", "orders/known"]);
    equal(stage.aws.calls.length, 1);
    stage.search.askAccounts();
    equal((await stage.ended()).done, 3);
    deepEqual(await titles(stage), ["orders/gone", "orders/known", "orders/new", "shop/reorders"]);
    equal(stage.aws.calls.filter(({ service }) => service === "resource-explorer-2").length, 1);
  });
});

Deno.test("a search asks the accounts of other partitions than the view's, as always", async () => {
  const parts = {
    count: 2,
    view: viewOf(A),
    regions: [HOME, "cn-north-1"],
    resources: [{ arn: secretArn(A, "orders/a") }, { arn: secretArn(B, "orders/lie") }],
    secrets: [secretArn(B, "orders/cn", "cn-north-1")],
  };
  await withStage(parts, async (stage) => {
    stage.search.begin("orders", "own");
    const { byIndex, done } = await stage.ended();
    deepEqual([byIndex, done], [1, 1]);
    deepEqual(await titles(stage), ["orders/a", "orders/cn"]);
  });
});

const crowd = JSON.stringify({
  Resources: Array.from({ length: 100_000 }, (_, n) => ({ Arn: secretArn(A, `orders/${n}`) })),
});
for (
  const [what, answer] of [
    ["denies it", () => refusal("AccessDeniedException", 403)],
    ["has no such view", () => refusal("ResourceNotFoundException", 404)],
    ["answers with a page of a proxy", () => new Response("<html>sign in</html>")],
    ["answers with something else", () => Response.json({ Resources: [{ Arn: 7 }] })],
    ["answers with 100,000 results at once", () => new Response(crowd)],
  ] as readonly (readonly [string, () => Response])[]
) {
  Deno.test(`a search asks the accounts when the index ${what}, and tells why`, async () => {
    const secrets = [secretArn(A, "orders/a"), secretArn(B, "orders/b")];
    await withStage({ count: 2, view: viewOf(B), secrets }, async (stage) => {
      stage.aws.let(({ service }) => service === "resource-explorer-2" ? answer() : undefined);
      stage.search.begin("orders", "own");
      const { done, byIndex, index, faults } = await stage.ended();
      deepEqual([done, byIndex, index], [2, 0, null]);
      ok(
        faults.some(({ account, message }) => account === B && /^Asking the index/.test(message)),
        JSON.stringify(faults),
      );
      deepEqual(await titles(stage), ["orders/a", "orders/b"]);
    });
  });
}

Deno.test("a search uses only plausible entries of an index that lies", async () => {
  const resources = [
    secretArn(A, "orders/good"),
    secretArn("999999999999", "orders/unknown"),
    secretArn(A, "orders/cn", "cn-north-1").replace("arn:aws-cn", "arn:aws"),
    secretArn(A, "orders/cn", "cn-north-1"),
    secretArn(A, "orders/\u001b[31m\u202ered"),
    "orders",
    `arn:aws:secretsmanager:${HOME}:${A}:secret:orders`,
    `arn:aws:dynamodb:${HOME}:${A}:table/orders`,
    `arn:aws:secretsmanager:../evil:${A}:secret:orders-AbCdEf`,
    secretArn(A, "orders/".padEnd(3000, "x")),
  ].map((arn) => ({ arn, reportedAt: "yesterday" }));
  await withStage({ count: 2, view: viewOf(A), resources }, async (stage) => {
    stage.search.begin("orders", ["eu-central-1", "us-east-1"]);
    const { index } = await stage.ended();
    deepEqual([index?.oldest, index?.newest], [null, null]);
    deepEqual(await titles(stage), ["orders/good"]);
  });
});

Deno.test("a search ends where an index repeats its page, and takes a thousand results at most", async () => {
  const resources = Array.from({ length: 3000 }, (_, n) => ({ arn: secretArn(A, `orders/${n}`) }));
  await withStage({ count: 1, view: viewOf(A), resources, perPage: 300 }, async (stage) => {
    stage.search.begin("orders", "own");
    equal((await stage.ended()).index?.cut, true);
    deepEqual([(await stage.hits()).length, stage.aws.calls.length], [1000, 4]);
    stage.aws.let(() => Response.json({ Resources: [{ Arn: secretArn(A, "orders") }], NextToken: "again" }));
    stage.search.begin("orders", "own");
    await stage.ended();
    deepEqual([await titles(stage), stage.aws.calls.length], [["orders"], 6]);
  });
});

Deno.test("a search gives hits of an index the role that searches use, where none is usual", async () => {
  const parts = {
    count: 2,
    view: viewOf(A),
    resources: [{ arn: secretArn(B, "orders") }],
    roles: ["Admin", "ReadOnly"],
  };
  await withStage(parts, async (stage) => {
    stage.store.slice("choices").update((before) => ({ ...before, searchRoles: ["ReadOnly"] }));
    stage.search.begin("orders", "own");
    await stage.ended();
    deepEqual((await stage.hits()).map(({ params }) => params), [
      { secret: "orders", kind: "secret", role: "ReadOnly" },
    ]);
  });
});

Deno.test("a search asks an account's own index for the regions that it knows, and the account for the rest", async () => {
  const parts = {
    count: 2,
    accounts: new Map([[A, { aggregator: "us-east-1", regions: ["us-east-1", HOME] }]]),
    resources: [
      { arn: secretArn(A, "orders/index", "us-east-1") },
      { arn: secretArn(A, "orders/unasked", "eu-west-1") },
    ],
    secrets: [
      secretArn(A, "orders/index", "us-east-1"),
      secretArn(A, "reorders", HOME),
      secretArn(A, "orders/west", "us-west-2"),
      secretArn(B, "orders/b", HOME),
    ],
  };
  await withStage(parts, async (stage) => {
    stage.search.begin("orders", [HOME, "us-east-1", "us-west-2"]);
    const { index, partly, done } = await stage.ended();
    deepEqual([index?.account.accountId, partly, done], [A, 1, 2]);
    deepEqual(await titles(stage), ["orders/b", "orders/index", "orders/west"]);
    const secretsOf = (account: string) =>
      REGIONS.filter((region) => asked(stage).includes(`secretsmanager ${account} ${region}`));
    deepEqual([secretsOf(A), secretsOf(B)], [["us-west-2"], [HOME, "us-east-1", "us-west-2"]]);
    // An index does not contain all databases.
    ok(asked(stage).includes(`rds ${A} us-east-1`));
    stage.search.askAccounts();
    equal((await stage.ended()).partly, 0);
    deepEqual(await titles(stage), ["orders/b", "orders/index", "orders/west", "reorders"]);
  });
});

Deno.test("askAccounts() asks an account for all of it that is just asked for what its index does not know", async () => {
  const parts = {
    count: 1,
    accounts: new Map([[A, { aggregator: HOME, regions: [HOME] }]]),
    secrets: [secretArn(A, "reorders"), secretArn(A, "orders/west", "us-west-2")],
  };
  await withStage(parts, async (stage) => {
    const held = Promise.withResolvers<undefined>();
    let waits = false;
    stage.aws.let(({ service, region }) => {
      if (service !== "secretsmanager" || region !== "us-west-2") return undefined;
      waits = true;
      return held.promise;
    });
    stage.search.begin("orders", [HOME, "us-west-2"]);
    await until(() => waits);
    stage.search.askAccounts();
    held.resolve(undefined);
    deepEqual((await stage.ended()).partly, 0);
    deepEqual(await titles(stage), ["orders/west", "reorders"]);
  });
});

Deno.test("a search asks an account for all of it when its index has more than it gives", async () => {
  const resources = Array.from({ length: 1200 }, (_, n) => ({ arn: secretArn(A, `orders/${n}`) }));
  const parts = {
    count: 1,
    accounts: new Map([[A, { aggregator: HOME, regions: [HOME] }]]),
    resources,
    secrets: [secretArn(A, "reorders")],
  };
  await withStage(parts, async (stage) => {
    stage.search.begin("orders", [HOME]);
    const { index, partly } = await stage.ended();
    deepEqual([index, partly, (await stage.hits()).length], [null, 0, 1001]);
  });
});

for (
  const [what, index, calls] of [
    ["has none", { regions: [] }, ["ListIndexes"]],
    ["has one in each region alone", { regions: [HOME] }, ["ListIndexes"]],
    ["shows a part of it", { aggregator: HOME, regions: [HOME], filter: "tag:a=b" }, [
      "ListIndexes",
      "GetDefaultView",
      "GetView",
    ]],
    ["denies it", null, ["ListIndexes"]],
  ] as readonly (readonly [string, AccountIndex | null, readonly string[]])[]
) {
  Deno.test(`a search asks an account as always when it ${what}, and tells nothing of it`, async () => {
    const parts = {
      count: 1,
      secrets: [secretArn(A, "orders")],
      accounts: new Map(index ? [[A, index]] : []),
    };
    await withStage(parts, async (stage) => {
      stage.aws.let(({ service }) =>
        index === null && service === "resource-explorer-2"
          ? refusal("AccessDeniedException", 403)
          : undefined
      );
      stage.search.begin("orders", [HOME]);
      const status = await stage.ended();
      deepEqual([status.index, status.partly, await titles(stage)], [null, 0, ["orders"]]);
      ok(!status.faults.some(({ message }) => /index|view/i.test(message)), JSON.stringify(status.faults));
      const explored = stage.aws.calls.filter(({ service }) => service === "resource-explorer-2");
      deepEqual(explored.map(({ operation }) => operation), calls);
    });
  });
}

Deno.test("stop() ends the request to an index, and resume() sends it again", async () => {
  await withStage(
    { count: 2, view: viewOf(A), resources: [{ arn: secretArn(A, "orders") }] },
    async (stage) => {
      stage.search.begin("orders", "own");
      stage.search.stop();
      deepEqual((await stage.status()).byIndex, 0);
      stage.search.resume();
      equal((await stage.ended()).byIndex, 2);
      deepEqual(await titles(stage), ["orders"]);
    },
  );
});
