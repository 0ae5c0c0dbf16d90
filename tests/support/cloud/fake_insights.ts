/**
 * Simulates Logs Insights in front of moto, whose log lines it queries: fields, pointers, and queries of five
 * commands, with AWS's own errors.
 */
import { unlikeOfficial } from "../servers/https/official.ts";

/** One line of a log in the form of FilterLogEvents. */
interface Event {
  readonly timestamp: number;
  readonly message: string;
  readonly logStreamName: string;
  readonly ingestionTime?: number;
}

type Fields = Map<string, string>;

/** A started query. */
interface Query {
  readonly rows: Fields[];
  readonly statistics: { bytesScanned: number; recordsScanned: number; recordsMatched: number };
  status: "Running" | "Complete" | "Cancelled";
  looks: number;
}

/** The simulated Logs Insights. */
export interface FakeInsights {
  readonly url: string;
  /** Called operations with their input. */
  readonly called: { readonly operation: string; readonly input: Record<string, unknown> }[];
  /** Reported size of every log group for the last 30 days, in bytes; null for moto's value. */
  stored: number | null;
  /** Number of times a query must be polled before it is complete. */
  looks: number;
  stop(): Promise<void>;
}

const refused = (type: string, message: string) =>
  Response.json({ __type: type, message }, {
    status: 400,
    headers: { "content-type": "application/x-amz-json-1.1" },
  });

/** Forwards a request unchanged. */
async function forwardTo(moto: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const body = request.body === null ? undefined : await request.arrayBuffer();
  const answer = await fetch(`${moto}${pathname}${search}`, {
    method: request.method,
    headers: request.headers,
    ...(body === undefined ? {} : { body }),
  });
  const headers = new Headers(answer.headers);
  headers.delete("content-length");
  headers.delete("content-encoding");
  return new Response(await answer.arrayBuffer(), { status: answer.status, headers });
}

/** Starts the fake in front of `moto`. */
export function startFakeInsights(moto: string): FakeInsights {
  const called: FakeInsights["called"] = [];
  const queries = new Map<string, Query>();
  const pointers = new Map<string, Fields>();
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
    const [service, operation = ""] = request.headers.get("x-amz-target")?.split(".") ?? [];
    if (service !== "Logs_20140328") return await forwardTo(moto, request);
    const text = await request.clone().text();
    const input = JSON.parse(text || "{}") as Record<string, unknown>;
    called.push({ operation, input });
    const wrong = unlikeOfficial("cloudwatch-logs", `${operation}Request`, input);
    // AWS's own client would not send this request.
    if (wrong !== null) return refused("SerializationException", wrong);
    const given = (output: Record<string, unknown>) => {
      const unlike = unlikeOfficial("cloudwatch-logs", `${operation}Response`, output);
      return unlike === null ? Response.json(output) : refused("InternalFailure", `the stand-in: ${unlike}`);
    };

    const lines = async (group: string): Promise<Event[]> => {
      const headers = new Headers(request.headers);
      headers.set("x-amz-target", "Logs_20140328.FilterLogEvents");
      headers.delete("content-length");
      const body = JSON.stringify({ logGroupName: group, startTime: 0, limit: 10_000 });
      const answer = await fetch(moto, { method: "POST", headers, body });
      const { events = [] } = await answer.json() as { events?: Event[] };
      return events;
    };

    switch (operation) {
      case "StartQuery": {
        const from = Number(input.startTime) * 1000, to = (Number(input.endTime) + 1) * 1000;
        const groups = input.logGroupNames as string[];
        const all: Fields[] = [];
        let scanned = 0;
        for (const group of groups) {
          for (const event of await lines(group)) {
            if (event.timestamp < from || event.timestamp >= to) continue;
            const fields = fieldsOf(group, event);
            pointers.set(fields.get("@ptr")!, fields);
            scanned += event.message.length;
            all.push(fields);
          }
        }
        const rows = run(String(input.queryString), all);
        if (typeof rows === "string") return refused("MalformedQueryException", rows);
        const queryId = crypto.randomUUID();
        queries.set(queryId, {
          rows: rows.slice(0, Number(input.limit ?? 10_000)),
          statistics: { bytesScanned: scanned, recordsScanned: all.length, recordsMatched: rows.length },
          status: "Running",
          looks: 0,
        });
        return given({ queryId });
      }
      case "GetQueryResults": {
        const query = queries.get(String(input.queryId));
        if (!query) return refused("ResourceNotFoundException", "The query does not exist.");
        if (query.status === "Running" && ++query.looks > fake.looks) query.status = "Complete";
        return given({
          status: query.status,
          statistics: query.statistics,
          results: query.status === "Complete"
            ? query.rows.map((row) => [...row].map(([field, value]) => ({ field, value })))
            : [],
        });
      }
      case "DescribeLogGroups": {
        if (fake.stored === null) return await forwardTo(moto, request);
        const logGroupName = String(input.logGroupNamePrefix);
        const creationTime = Date.now() - 30 * 86_400_000;
        return given({ logGroups: [{ logGroupName, storedBytes: fake.stored, creationTime }] });
      }
      case "StopQuery": {
        const query = queries.get(String(input.queryId));
        if (query?.status === "Running") query.status = "Cancelled";
        return given({ success: true });
      }
      case "GetLogGroupFields": {
        const group = String(input.logGroupName);
        const all = (await lines(group)).map((event) => fieldsOf(group, event));
        const names = new Set(all.flatMap((fields) => [...fields.keys()]));
        for (const own of ["@ptr", "@at"]) names.delete(own);
        return given({
          logGroupFields: [...names].map((name) => ({
            name,
            percent: Math.round(100 * all.filter((fields) => fields.has(name)).length / all.length),
          })),
        });
      }
      case "GetLogRecord": {
        const fields = pointers.get(String(input.logRecordPointer));
        if (!fields) return refused("ResourceNotFoundException", "The log record does not exist.");
        const record = { ...Object.fromEntries(fields), "@timestamp": fields.get("@at")! };
        return given({ logRecord: record });
      }
      default:
        return await forwardTo(moto, request);
    }
  });
  const fake: FakeInsights = {
    url: `http://127.0.0.1:${server.addr.port}`,
    called,
    stored: null,
    looks: 1,
    stop: () => server.shutdown(),
  };
  return fake;
}

/** Returns the fields of a line: those of the service, and those of a JSON document. */
function fieldsOf(
  group: string,
  { timestamp, message, logStreamName, ingestionTime = timestamp }: Event,
): Fields {
  const at = (ms: number) => new Date(ms).toISOString().replace("T", " ").replace("Z", "");
  const own: [string, string][] = [
    ["@timestamp", at(timestamp)],
    ["@message", message],
    ["@logStream", logStreamName],
    ["@log", `123456789012:${group}`],
    ["@ingestionTime", at(ingestionTime)],
    ["@at", String(timestamp)],
    [
      "@ptr",
      btoa(`${group} ${logStreamName} ${timestamp} ${message.slice(0, 40)}`.replace(/[^\x20-\x7e]/g, "?")),
    ],
  ];
  let found: [string, string][] = [];
  try {
    found = Object.entries(JSON.parse(message) as object).map(([name, value]) => [name, String(value)]);
  } catch {
    // A line that is not a JSON document has only the service's fields.
  }
  return new Map([...own, ...found]);
}

/** Runs a query; returns AWS's error message when the query is invalid. */
function run(query: string, lines: Fields[]): Fields[] | string {
  let rows = lines;
  let shown: string[] | null = null;
  let counted = false;
  const bare = query.replace(/#[^\n]*/g, "");
  for (const part of bare.split("|")) {
    const [, command = "", rest = ""] = /^\s*(\S+)\s*([^]*?)\s*$/.exec(part) ?? [];
    const like = /^(\S+) like \/(.*)\/(i?)$/.exec(rest), same = /^(\S+) = ["']?(.*?)["']?$/.exec(rest);
    if (command === "fields" || command === "display") shown = rest.split(/\s*,\s*/);
    else if (command === "filter" && like) {
      rows = rows.filter((row) => new RegExp(like[2]!, like[3]).test(row.get(like[1]!) ?? ""));
    } else if (command === "filter" && same) rows = rows.filter((row) => row.get(same[1]!) === same[2]);
    else if (command === "stats") {
      const [, name = "count(*)", by] = /^count\(\*\)(?: as (\S+))?(?: by (\S+))?$/.exec(rest) ?? [];
      const sums = new Map<string, number>();
      for (const row of rows) {
        const key = by === undefined ? "" : row.get(by) ?? "";
        sums.set(key, (sums.get(key) ?? 0) + 1);
      }
      rows = [...sums].map(([key, sum]) =>
        new Map([...(by === undefined ? [] : [[by, key] as const]), [name, String(sum)] as const])
      );
      counted = true;
    } else if (command === "sort") {
      const [field = "", way = "asc"] = rest.split(/\s+/);
      rows = rows.toSorted((a, b) =>
        (way === "desc" ? -1 : 1) *
        (a.get(field) ?? "").localeCompare(b.get(field) ?? "", "en", { numeric: true })
      );
    } else if (command === "limit") rows = rows.slice(0, Number(rest));
    else {
      const at = query.indexOf(command);
      const line = query.slice(0, at).split("\n");
      return `unexpected symbol found ${command} at line ${line.length} and position ${
        line.at(-1)!.length + 1
      }`;
    }
  }
  if (counted) return rows;
  const names = [...(shown ?? ["@timestamp", "@message"]), "@ptr"];
  return rows.map((row) =>
    new Map(names.flatMap((name) => row.has(name) ? [[name, row.get(name)!] as const] : []))
  );
}
