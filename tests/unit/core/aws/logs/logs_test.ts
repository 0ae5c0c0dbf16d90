import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { sinceOf } from "../../../../../src/core/aws/logs/since.ts";
import type { CloudLine } from "../../../../../src/core/aws/logs/events.ts";
import {
  createTail,
  type LeftOut,
  leftOutWords,
  type TailLine,
} from "../../../../../src/core/aws/logs/tail.ts";
import { wrap } from "../../../../../src/core/aws/credentials/credentials.ts";
import { insightsTable, runInsights } from "../../../../../src/core/aws/logs/insights.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const CASES: [text: string, iso: string | null][] = [
  ["90s", "2026-05-01T11:58:30Z"],
  ["15m", "2026-05-01T11:45:00Z"],
  [" 1h ", "2026-05-01T11:00:00Z"],
  ["2d", "2026-04-29T12:00:00Z"],
  ["1w", "2026-04-24T12:00:00Z"],
  ["999999w", "1970-01-01T00:00:00Z"],
  ["2026-04-30", "2026-04-30T00:00:00Z"],
  ["2026-04-30T08:00:00Z", "2026-04-30T08:00:00Z"],
  ["2026-04-30T08:00:00+02:00", "2026-04-30T06:00:00Z"],
  ["2026-13-45", null],
  ["1969-01-01", null],
  ["1 hour", null],
  ["-1h", null],
  ["1h30m", null],
  ["", null],
];
for (const [text, iso] of CASES) {
  Deno.test(`sinceOf() gives ${iso} for "${text}"`, () => {
    equal(sinceOf(text, NOON), iso === null ? null : Date.parse(iso));
  });
}

const { signal } = new AbortController();
const NOW = 1_000_000;
const line = (at: number, text = `at ${at}`): CloudLine => ({ id: `${at} ${text}`, at, text });

/** Returns a log with these lines, `perPage` on a page. It gives only lines from `from` on. */
function logOf(lines: () => readonly CloudLine[], perPage = 2) {
  const asked: number[] = [];
  return {
    asked,
    read({ from, page }: { readonly from: number; readonly page?: string | undefined }) {
      if (page === undefined) asked.push(from);
      const at = Number(page ?? 0);
      const found = lines().filter((one) => one.at >= from);
      const next = at + perPage < found.length ? String(at + perPage) : undefined;
      return Promise.resolve({ lines: found.slice(at, at + perPage), next });
    },
  };
}

/** Lets the tail look once, and returns the new lines and what it left out. */
async function looked(tail: ReturnType<typeof createTail>): Promise<{ texts: string[]; left: LeftOut[] }> {
  const texts: string[] = [], left: LeftOut[] = [];
  await tail.look({
    lines: (lines: readonly TailLine[]) =>
      void texts.push(...lines.map(({ group, text }) => group === undefined ? text : `${group}: ${text}`)),
    leftOut: (what) => void left.push(what),
  }, signal);
  return { texts, left };
}

Deno.test("createTail() looks further back until there are lines, then only for new ones and late ones", async () => {
  const lines = [line(NOW - 50_000)];
  const log = logOf(() => lines);
  const tail = createTail({ sources: [log], back: [1000, 100_000], now: () => NOW });
  deepEqual((await looked(tail)).texts, [`at ${NOW - 50_000}`]);
  deepEqual(log.asked, [NOW - 1000, NOW - 100_000]);
  lines.push(line(NOW - 55_000, "late"), line(NOW, "new"));
  deepEqual((await looked(tail)).texts, ["late", "new"]);
  deepEqual((await looked(tail)).texts, []);
});

Deno.test("createTail() goes on after a clock that is ahead: it does not hide the lines of others", async () => {
  const lines = [line(NOW + 3_600_000, "tomorrow")];
  const tail = createTail({ sources: [logOf(() => lines)], back: [1000], now: () => NOW });
  deepEqual((await looked(tail)).texts, ["tomorrow"]);
  lines.unshift(line(NOW, "now"));
  deepEqual((await looked(tail)).texts, ["now"]);
});

Deno.test("createTail() merges several logs by time, and one that cannot be read does not hide the others", async () => {
  const web = logOf(() => [line(NOW - 30), line(NOW - 10)]), worker = logOf(() => [line(NOW - 20)]);
  const sources = [{ ...web, group: "web" }, { ...worker, group: "worker" }];
  const tail = createTail({ sources, back: [1000], now: () => NOW });
  deepEqual((await looked(tail)).texts, [
    `web: at ${NOW - 30}`,
    `worker: at ${NOW - 20}`,
    `web: at ${NOW - 10}`,
  ]);
  const broken = { group: "gone", read: () => Promise.reject(new Error("it has vanished")) };
  const both = createTail({ sources: [broken, ...sources], back: [1000], now: () => NOW });
  const texts: string[] = [];
  const takes = {
    lines: (all: readonly TailLine[]) => void texts.push(...all.map(({ text }) => text)),
    leftOut() {},
  };
  await rejects(both.look(takes, signal), /it has vanished/);
  equal(texts.length, 3);
});

Deno.test("createTail() reads so many pages of a log that writes more, tells what it leaves out, and comes to the newest", async () => {
  let now = NOW;
  // This log has a line each 100 ms and never ends.
  const log = {
    read({ from, page }: { readonly from: number; readonly page?: string | undefined }) {
      const begin = Number(page ?? Math.ceil(from / 100) * 100);
      const lines = [0, 100].map((more) => line(begin + more)).filter(({ at }) => at <= now);
      return Promise.resolve({ lines, next: begin + 200 <= now ? String(begin + 200) : undefined });
    },
  };
  const tail = createTail({ sources: [log], back: [60_000], now: () => now, mostPages: 10 });
  const first = await looked(tail);
  equal(first.texts.length, 20);
  deepEqual(first.left, [{ from: NOW - 60_000 + 1900, to: NOW - 2000 }]);
  now += 10_000;
  const second = await looked(tail);
  equal(second.texts[0], `at ${NOW - 2000}`);
  deepEqual(second.left, [{ from: NOW - 2000 + 1900, to: now - 2000 }]);
  equal(
    leftOutWords({ group: "web", from: 1, to: 2 }, String),
    "Lines of web from 1 to 2 are left out: more come than AWS gives.",
  );
});

// Below, a server stands in for CloudWatch Logs. It knows three operations of its queries.

const QUERY = { groups: ["/web"], text: "fields @message", from: 0, to: 1000 };

/** Answers about a query, one for each request of its results; the last one repeats. */
type Looks = readonly Record<string, unknown>[];

/**
 * Runs a query against these answers. Returns the called operations and the access key of each; the
 * key changes with each request for credentials.
 */
async function against(
  looks: Looks,
  work: (
    run: (signal?: AbortSignal) => ReturnType<typeof runInsights>,
    called: string[],
    keys: string[],
  ) => Promise<void>,
  starting: () => Promise<Response> | Response = () => Response.json({ queryId: "q-1" }),
): Promise<void> {
  const called: string[] = [], keys: string[] = [];
  let look = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const operation = request.headers.get("x-amz-target")!.split(".")[1]!;
    called.push(operation);
    keys.push(/Credential=([^/]+)/.exec(request.headers.get("authorization")!)![1]!);
    await request.body?.cancel();
    if (operation === "StartQuery") return await starting();
    if (operation === "StopQuery") return Response.json({ success: true });
    const answer = looks[Math.min(look++, looks.length - 1)]!;
    return "__type" in answer ? Response.json(answer, { status: 400 }) : Response.json(answer);
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  let asked = 0;
  const target = () =>
    Promise.resolve({
      region: "eu-central-1",
      env: (name: string) => name === "AWS_ENDPOINT_URL" ? url : undefined,
      credentials: wrap({ accessKeyId: `A${++asked}`, secretAccessKey: "B" }),
    });
  try {
    await work((signal = new AbortController().signal) => runInsights(target, QUERY, signal), called, keys);
  } finally {
    await server.shutdown();
  }
}

const RUNNING = { status: "Running", results: [] };
const ROWS = [
  [{ field: "@message", value: "one" }, { field: "@ptr", value: "x" }],
  [{ field: "level", value: "warn" }, { field: "@message", value: "two" }],
];

Deno.test("runInsights() waits until a query is complete, and does not stop one that has ended", async () => {
  const statistics = { bytesScanned: 2048, recordsScanned: 9, recordsMatched: 2 };
  await against([RUNNING, { status: "Complete", results: ROWS, statistics }], async (run, called) => {
    const answer = await run();
    deepEqual(answer.statistics, statistics);
    deepEqual(insightsTable(answer.rows), {
      names: ["@message", "level"],
      rows: [["one", null], ["two", "warn"]],
    });
    equal(called.includes("StopQuery"), false);
  });
});

const COMPLETE = { status: "Complete" };
const HUGE = {
  ...COMPLETE,
  results: Array.from({ length: 68 }, () => [{ field: "a", value: "x".repeat(1 << 20) }]),
};
const WIDE = { ...COMPLETE, results: [[{ field: "a", value: "x".repeat((1 << 20) + 1) }]] };

const LATE: [name: string, looks: Looks, says: RegExp, stopped: boolean][] = [
  ["fails late", [RUNNING, { status: "Failed" }], /The query failed at AWS \(failed\)/, false],
  ["runs for an hour", [RUNNING, { status: "Timeout" }], /ran for 60 minutes/, false],
  ["somebody else stops", [RUNNING, { status: "Cancelled" }], /The query was stopped/, false],
  [
    "may not be looked at any more",
    [RUNNING, { __type: "AccessDeniedException", message: "no" }],
    /access is denied/,
    true,
  ],
  [
    "vanishes",
    [RUNNING, { __type: "ResourceNotFoundException", message: "The query is gone." }],
    /reading the result/i,
    true,
  ],
  [
    "is asked after too often at each look",
    [RUNNING, { __type: "ThrottlingException", message: "Rate exceeded" }],
    /too many requests/i,
    true,
  ],
  ["has an answer of more than 64 MB", [HUGE], /more than|too large|larger/i, true],
  ["has a value of more than a megabyte", [WIDE], /value is no text/, true],
  ["has a status that nobody knows", [{ status: "Paused", results: [] }], /failed at AWS \(paused\)/, false],
];
for (const [name, looks, says, stopped] of LATE) {
  Deno.test(`runInsights() tells a query that ${name}${stopped ? ", and stops it" : ""}`, async () => {
    await against(looks, async (run, called) => {
      await rejects(run(), (error) => (match(String(error), says), true));
      equal(called.includes("StopQuery"), stopped);
    });
  });
}

Deno.test("runInsights() signs each call with the credentials of that moment", async () => {
  await against([RUNNING, RUNNING, { __type: "AccessDeniedException" }], async (run, called, keys) => {
    await rejects(run(), /access is denied/);
    deepEqual(called, [
      "StartQuery",
      "GetQueryResults",
      "GetQueryResults",
      "GetQueryResults",
      "StopQuery",
    ]);
    deepEqual(keys, ["A1", "A2", "A3", "A4", "A5"]);
  });
});

Deno.test("runInsights() stops a query whose signal is aborted", async () => {
  const stop = new AbortController();
  await against([RUNNING], async (run, called) => {
    const running = run(stop.signal);
    const end = setInterval(() => called.includes("GetQueryResults") && stop.abort(), 5);
    await rejects(running, /cancelled/).finally(() => clearInterval(end));
    equal(called.at(-1), "StopQuery");
  });
});

Deno.test("runInsights() stops a query whose signal is aborted just as it begins", async () => {
  const stop = new AbortController();
  await against([RUNNING], async (run, called) => {
    await rejects(run(stop.signal), /cancelled/);
    deepEqual(called, ["StartQuery", "StopQuery"]);
  }, () => {
    stop.abort();
    return Response.json({ queryId: "q-1" });
  });
});
