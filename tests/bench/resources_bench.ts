import process from "node:process";
import { followLines } from "../../src/core/app/features/resources/log_lines.ts";
import { cachedLists } from "../../src/core/resources/cached_list.ts";
import { foundEntries } from "../../src/core/find/rows.ts";
import type { LogLine } from "../../src/core/state/state.ts";
import { createLines } from "../../src/ui/parts/run/lines.ts";
import type { RowsAnswer } from "../../src/pages/http/protocol.ts";
import { createRowList } from "../../src/ui/client/row_list.ts";
import { createReading } from "../../src/ui/pages/logs/reading.ts";
import { resourcesAt } from "../support/cloud/resources.ts";
import { account } from "../support/pages/state.ts";

const SECRETS = 10_000, PAGE = 50;
const LOG_BYTES = 100_000_000;
/** Number of lines that the page keeps, and of lines in one message of the server. */
const KEPT = 40_000, MESSAGE = 1000;
const ACCOUNT = "123456789012";
const { signal } = new AbortController();

/** Measures long lists and long logs of an account. */
export async function bench(): Promise<string[]> {
  return [...await manySecrets(), ...await longLog()];
}

/** Returns the processor time in ms, which does not depend on other programs. */
function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const megabytes = () => Math.round(Deno.memoryUsage().rss / 1e6);

/**
 * Measures secrets of a local service that answers at once, so that only Kedge's own time counts.
 */
async function manySecrets(): Promise<string[]> {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { MaxResults = PAGE, NextToken = "0" } = await request.json() as {
      MaxResults?: number;
      NextToken?: string;
    };
    if (!request.headers.get("x-amz-target")!.endsWith("ListSecrets")) {
      return Response.json({ Parameters: [] });
    }
    const from = Number(NextToken), to = Math.min(from + MaxResults, SECRETS);
    const SecretList = Array.from({ length: to - from }, (_, n) => ({
      Name: `team-${(from + n) % 40}/service-${from + n}/login`,
      ARN: `arn:aws:secretsmanager:eu-central-1:${ACCOUNT}:secret:service-${from + n}-AbCdEf`,
      Description: "The login of a service",
      LastChangedDate: 1_700_000_000 + from + n,
    }));
    return Response.json({ SecretList, ...(to < SECRETS ? { NextToken: String(to) } : {}) });
  });
  const url = `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`;
  const cache = await Deno.makeTempDir({ prefix: "kedge-bench-" });
  const make = () =>
    resourcesAt(url, cache, [account(ACCOUNT, { region: "eu-central-1" })]).resources.secrets.list({
      account: ACCOUNT,
    });
  try {
    const before = megabytes();
    const list = make();
    const start = performance.now();
    const end = list.rows("").subscribe(() => {});
    await list.rows("").read(0, 60, signal);
    const first = performance.now() - start;
    for (;;) {
      const status = await list.status.read(0, 1, signal);
      if (status.ok && status.rows[0]!.at !== null && !status.rows[0]!.loading) break;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const whole = performance.now() - start;
    await list.rows("").read(0, 60, signal);
    const typed: number[] = [];
    for (const search of ["s", "se", "serv", "service-77", "team-3 login", "zzz"]) {
      const began = performance.now();
      await list.rows(search).read(0, 60, signal);
      typed.push(performance.now() - began);
    }
    end();
    const after = megabytes();
    const found = await inPalette(url, cache);
    const again = make();
    const began = performance.now();
    const stop = again.rows("").subscribe(() => {});
    await again.rows("").read(0, 60, signal);
    const kept = performance.now() - began;
    stop();
    return [
      `${SECRETS.toLocaleString("en")} secrets by pages of ${PAGE}: first rows ${first.toFixed(0)} ms, all ${
        whole.toFixed(0)
      } ms, ` +
      `typing to filtered rows at most ${Math.max(...typed).toFixed(0)} ms, ${after - before} MB; ` +
      `kept from the last time: first rows ${kept.toFixed(0)} ms`,
      found,
    ];
  } finally {
    await server.shutdown();
    await Deno.remove(cache, { recursive: true });
  }
}

/** Measures the same names in the palette, which reads nothing before the first letter. */
async function inPalette(url: string, cache: string): Promise<string> {
  const { resources, store } = resourcesAt(url, cache, [account(ACCOUNT, { region: "eu-central-1" })]);
  // The list is written in the background.
  while (
    !(await Array.fromAsync(cachedLists(`${cache}/resources`))).some(({ rows }) => rows.length === SECRETS)
  ) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const before = megabytes();
  const end = resources.names.subscribe(() => {});
  const took = async (typed: string) => {
    const start = processor();
    const read = await foundEntries(store, typed, resources.names).read(0, 30, signal);
    return { ms: processor() - start, total: read.ok ? read.total : 0 };
  };
  const empty = await took("");
  const first = await took("s");
  const next: number[] = [];
  for (const typed of ["se", "serv", "service-77", "team-3 login", "zzz"]) next.push((await took(typed)).ms);
  end();
  return `the same in the palette: ${empty.ms.toFixed(1)} ms before anything is typed, first letter ${
    first.ms.toFixed(0)
  } ms (${first.total?.toLocaleString("en")} entries), ` +
    `later ones at most ${Math.max(...next).toFixed(0)} ms of the processor, ${megabytes() - before} MB`;
}

/**
 * Measures how long lines of JSON take in following a log and in the page before they are drawn.
 */
async function longLog(): Promise<string[]> {
  const lineOf = (n: number) =>
    `{"level":"info","msg":"request","method":"GET","path":"/orders/${n}","status":200,"ms":${n % 90}}`;
  const size = lineOf(500_000).length + 1, total = Math.ceil(LOG_BYTES / size), page = 5000;
  const begun = Date.now() - 60_000;
  let at = 0, longest = 0, most = 0, viewing = 0;
  const before = megabytes();
  const done = Promise.withResolvers<void>();
  const list = createRowList<LogLine>(
    {
      query(_, answer) {
        tell = answer;
        return () => {};
      },
    },
    () => {},
    KEPT,
  );
  let tell: (answer: RowsAnswer) => void = () => {};
  list.ask({ name: "log", params: {}, from: 0, count: LOG_BYTES, live: true });
  const reading = createReading({ text: "", readable: true }), lines = createLines();
  let seen = 0;
  /**
   * Passes lines to the page in messages as the server sends them, and reads them there frame by
   * frame.
   */
  async function view(): Promise<void> {
    for (;;) {
      const read = await source.read(seen, MESSAGE, signal);
      if (!read.ok || read.rows.length === 0) return;
      const message = JSON.stringify(read.rows);
      for (let whole = false, first = true; !whole; first = false) {
        const start = processor();
        if (first) {
          const rows = JSON.parse(message) as LogLine[];
          tell({ ok: true, from: seen, rows, total: read.total, more: false, unfinished: true });
        }
        const { rows, from } = list.get();
        reading.take(rows, from);
        whole = lines.take(reading.lines, 120, reading.dropped, 8);
        const took = processor() - start;
        longest = Math.max(longest, took);
        viewing += took;
      }
      seen += read.rows.length;
      most = Math.max(most, megabytes());
    }
  }
  const source = followLines({
    faultOf: () => null,
    now: Date.now,
    onError: done.reject,
    mostPages: Infinity,
    sources: [{
      async read() {
        if (at > 0) await view();
        const lines = Array.from({ length: Math.min(page, total - at) }, (_, n) => ({
          id: String(at + n),
          at: begun + Math.floor((at + n) / 100),
          text: lineOf(at + n),
        }));
        at += lines.length;
        if (at >= total) done.resolve();
        return { lines, next: at < total ? String(at) : undefined };
      },
    }],
  });
  const start = performance.now();
  const end = source.subscribe(() => {});
  await done.promise;
  await view();
  const through = performance.now() - start;
  end();
  const speed = (ms: number) => Math.round(total / ms * 1000).toLocaleString("en");
  return [
    `${Math.round(LOG_BYTES / 1e6)} MB of log lines followed and through the view: ${
      speed(through)
    } lines/s, ` +
    `${speed(viewing)} lines/s in the page alone (read as JSON, wrapped, ready to be drawn), at most ` +
    `${longest.toFixed(0)} ms of the processor in a frame, ${lines.texts.length.toLocaleString("en")} kept, ${
      most - before
    } MB`,
  ];
}
