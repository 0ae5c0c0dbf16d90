// Stands in for CloudWatch Logs: three operations of its queries, over HTTP, with answers in the shapes of AWS's models.
import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { wrap } from "../../../../../src/core/aws/credentials/credentials.ts";
import { insightsTable, runInsights } from "../../../../../src/core/aws/logs/insights.ts";

const QUERY = { groups: ["/web"], text: "fields @message", from: 0, to: 1000 };

/** Answers of a query, one for each look; the last one stays. */
type Looks = readonly Record<string, unknown>[];

/** Runs a query against such answers, and gives which operations were called. */
async function against(
  looks: Looks,
  work: (run: (signal?: AbortSignal) => ReturnType<typeof runInsights>, called: string[]) => Promise<void>,
  starting: () => Promise<Response> | Response = () => Response.json({ queryId: "q-1" }),
): Promise<void> {
  const called: string[] = [];
  let look = 0;
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const operation = request.headers.get("x-amz-target")!.split(".")[1]!;
    called.push(operation);
    await request.body?.cancel();
    if (operation === "StartQuery") return await starting();
    if (operation === "StopQuery") return Response.json({ success: true });
    const answer = looks[Math.min(look++, looks.length - 1)]!;
    return "__type" in answer ? Response.json(answer, { status: 400 }) : Response.json(answer);
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  const at = {
    region: "eu-central-1",
    env: (name: string) => name === "AWS_ENDPOINT_URL" ? url : undefined,
    credentials: wrap({ accessKeyId: "A", secretAccessKey: "B" }),
  };
  try {
    await work((signal = new AbortController().signal) => runInsights(at, QUERY, signal), called);
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

Deno.test("runInsights() stops a query that nobody waits for any more", async () => {
  const stop = new AbortController();
  await against([RUNNING], async (run, called) => {
    const running = run(stop.signal);
    const end = setInterval(() => called.includes("GetQueryResults") && stop.abort(), 5);
    await rejects(running, /cancelled/).finally(() => clearInterval(end));
    equal(called.at(-1), "StopQuery");
  });
});

Deno.test("runInsights() stops a query that was begun in the moment in which nobody waits any more", async () => {
  const stop = new AbortController();
  await against([RUNNING], async (run, called) => {
    await rejects(run(stop.signal), /cancelled/);
    deepEqual(called, ["StartQuery", "StopQuery"]);
  }, () => {
    stop.abort();
    return Response.json({ queryId: "q-1" });
  });
});
