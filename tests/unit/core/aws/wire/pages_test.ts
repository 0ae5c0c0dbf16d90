import { deepEqual, equal, rejects } from "node:assert/strict";
import { clusters } from "../../../../../src/core/aws/containers/clusters.ts";
import { services } from "../../../../../src/core/aws/containers/services.ts";
import { CloudError } from "../../../../../src/core/aws/errors.ts";
import { pages } from "../../../../../src/core/aws/wire/pages.ts";
import { startFakeEcs, webService } from "../../../../support/cloud/fake_ecs.ts";
import { ownerAt } from "../../../../support/cloud/put_lines.ts";

/** Lists `rows` rows, read `perPage` at a time and at most `most` of them. */
function listOf(rows: number, perPage: number, most: number) {
  const all = Array.from({ length: rows }, (_, n) => n);
  return pages({
    doing: "listing the numbers",
    perPage,
    most,
    ask(next) {
      const from = Number(next ?? 0), to = from + perPage;
      return Promise.resolve({ rows: all.slice(from, to), next: to < rows ? String(to) : undefined });
    },
  });
}

const WHOLE: readonly [rows: number, perPage: number, most: number, pages: number][] = [
  [0, 10, 100, 1],
  [100, 10, 100, 10],
  [100, 1, 100, 100],
  [100, 7, 100, 15],
  [5, 100, 50, 1],
];
for (const [rows, perPage, most, count] of WHOLE) {
  Deno.test(`pages() gives ${rows} rows by ${perPage} when ${most} are read at most`, async () => {
    const all = await Array.fromAsync(listOf(rows, perPage, most));
    deepEqual([all.length, all.flat().length], [count, rows]);
  });
}

for (const perPage of [1, 10]) {
  Deno.test(`pages() gives what it may read by ${perPage}, then tells that there is more`, async () => {
    const seen: number[] = [];
    await rejects(async () => {
      for await (const rows of listOf(101, perPage, 100)) seen.push(...rows);
    }, { code: "many", message: /^listing the numbers: there are more/ });
    equal(seen.length, 100);
  });
}

Deno.test("pages() ends when AWS repeats a token, and after many empty pages", async () => {
  const ask = (next: string | undefined) => Promise.resolve({ rows: [1], next: next ?? "again" });
  equal((await Array.fromAsync(pages({ doing: "listing", perPage: 1, most: 100, ask }))).length, 2);
  let asked = 0;
  const empty = () => Promise.resolve({ rows: [], next: String(++asked) });
  await rejects(Array.fromAsync(pages({ doing: "listing", perPage: 1, most: 100, ask: empty })), CloudError);
  equal(asked, 100);
});

Deno.test("services() gives all of them when one is asked for at a time", async () => {
  const fake = startFakeEcs();
  try {
    for (let n = 0; n < 150; n++) fake.services.push({ ...webService(), name: `web-${n}` });
    const at = ownerAt(fake.url, "eu-central-1");
    const found = (await Array.fromAsync(services(at, new AbortController().signal, 1))).flat();
    deepEqual([found.length, new Set(found.map(({ name }) => name)).size], [150, 150]);
  } finally {
    await fake.stop();
  }
});

Deno.test("clusters() goes on after a page that may be read, though no cluster of the next one may", async () => {
  const fake = startFakeEcs();
  try {
    fake.services.length = 0;
    for (let n = 0; n < 250; n++) {
      fake.services.push({ ...webService(), cluster: `${n < 100 || n >= 200 ? "mine" : "other"}-${n}` });
    }
    fake.before = (operation, { clusters = [] }) =>
      operation === "DescribeClusters" && (clusters as string[]).some((one) => one.includes("/other"))
        ? Response.json({ __type: "AccessDeniedException" }, { status: 400 })
        : undefined;
    const found: string[] = [];
    await rejects(async () => {
      const at = ownerAt(fake.url, "eu-central-1");
      for await (const rows of clusters(at, new AbortController().signal)) {
        found.push(...rows.map(({ cluster }) => cluster));
      }
    }, { code: "denied" });
    deepEqual([found.length, found.at(-1)], [150, "mine-249"]);
  } finally {
    await fake.stop();
  }
});

for (
  const [what, read, calls] of [
    ["stop after 100 clusters when all are denied", "", 100],
    ["go on after a cluster that may be read", "c-7", 150],
  ] satisfies [string, string, number][]
) {
  Deno.test(`services() and clusters() ${what}`, async () => {
    const fake = startFakeEcs();
    try {
      fake.services.length = 0;
      for (let n = 0; n < 150; n++) fake.services.push({ ...webService(), cluster: `c-${n}` });
      const asked = { ListServices: 0, DescribeClusters: 0 };
      fake.before = (operation, { cluster, clusters = [cluster] }) => {
        if (operation !== "ListServices" && operation !== "DescribeClusters") return undefined;
        const [first, ...others] = clusters as string[];
        // AWS denies a whole page when one of its clusters is denied.
        if (others.length === 0) asked[operation]++;
        return others.length === 0 && first!.endsWith(`/${read}`)
          ? undefined
          : Response.json({ __type: "AccessDeniedException" }, { status: 400 });
      };
      const at = ownerAt(fake.url, "eu-central-1"), { signal } = new AbortController();
      for (const list of [services, clusters]) {
        await rejects(Array.fromAsync<unknown>(list(at, signal)), { code: "denied" });
      }
      deepEqual(asked, { ListServices: calls, DescribeClusters: calls });
    } finally {
      await fake.stop();
    }
  });
}
