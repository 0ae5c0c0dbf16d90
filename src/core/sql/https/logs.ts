import { CloudError } from "../../aws/errors.ts";
import { lineOfPointer, type LinePointer, type LogField, logFields } from "../../aws/logs/fields.ts";
import { logGroups } from "../../aws/logs/groups.ts";
import {
  insightsTable,
  MAX_QUERY_LENGTH,
  MAX_ROWS,
  runInsights,
  scannedWords,
} from "../../aws/logs/insights.ts";
import { sinceOf } from "../../aws/logs/since.ts";
import type { ResourceTarget } from "../../aws/resources/target.ts";
import { formatNumber } from "../../text/locale.ts";
import type { LogsService } from "../driver/https/logs_service.ts";
import { positionAt } from "../driver/https/waiting.ts";
import { DriverError, OVER_BOUND, ServerError } from "../driver/mod.ts";
import { byteSize } from "../../text/byte_size.ts";

/** The log groups of a query window: their queries, their fields and their lines. */
export interface LogsRequest extends LogsService {
  /** Returns the fields of a group's recent lines. Throws as `query` does. */
  fields(group: string, signal: AbortSignal): Promise<readonly LogField[]>;
  /** Returns the line that a pointer identifies; null when AWS does not report it. Throws as `query` does. */
  line(pointer: string, signal: AbortSignal): Promise<LinePointer | null>;
}

/** The bytes that a group holds, and since when (ms since 1970). */
interface GroupSize {
  readonly bytes: number;
  readonly since: number;
}

const DAY = 86_400_000, HOUR = 3_600_000;

/** How far back a query searches by default. */
const USUAL_SINCE = "1h";

/** The time range of a query, in ms since 1970. */
interface Looks {
  readonly from: number;
  readonly to: number;
}

/** Returns the time range for two texts. Throws ServerError for a text that is not a time. */
function momentsOf(since = USUAL_SINCE, until?: string): Looks {
  const now = Date.now();
  const at = (text: string) => {
    const moment = sinceOf(text, now);
    if (moment !== null) return moment;
    throw new ServerError("22007", `“${text}” is no time`, {
      hint: "Write how long ago (15m, 3h, 2d), or a moment such as 2026-11-26T09:30Z.",
    });
  };
  const from = at(since), to = until === undefined ? now : at(until);
  if (from < to) return { from, to };
  throw new ServerError("22007", "The time ends before it begins", { hint: "Choose an earlier beginning." });
}

/** Returns the service for log groups of a region, called with the credentials of `aws`. */
export function logsServiceOf(
  groups: readonly string[],
  aws: (signal: AbortSignal) => Promise<ResourceTarget>,
  askAbove = Infinity,
): LogsRequest {
  /** Sizes of the groups. They are read once, because they are rough and AWS updates them only after some hours. */
  let sizes: Promise<readonly GroupSize[] | null> | null = null;

  const asked = async <T>(work: () => Promise<T>, text = ""): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw error instanceof CloudError ? errorOf(error, text) : error;
    }
  };

  async function sizeOf(group: string, signal: AbortSignal): Promise<GroupSize | null> {
    for await (const page of logGroups(await aws(signal), signal, { prefix: group })) {
      const row = page.find(({ name }) => name === group);
      if (row?.bytes === undefined || row.madeAt === undefined) return null;
      const { bytes, madeAt, days = Infinity } = row;
      return { bytes, since: Math.max(madeAt, Date.now() - days * DAY) };
    }
    return null;
  }

  /** Returns about how many bytes a query reads, from the sizes of the groups; null when AWS does not report them. */
  async function estimate({ from, to }: Looks, signal: AbortSignal): Promise<number | null> {
    sizes ??= Promise.all(groups.map((group) => sizeOf(group, signal))).then(
      (all) => all.every((one) => one !== null) ? all : null,
      // A user who may not list the groups may still query them.
      () => null,
    );
    const all = await sizes;
    const now = Date.now();
    return all?.reduce((sum, { bytes, since }) => {
      const looked = Math.max(0, Math.min(to, now) - Math.max(from, since));
      return sum + bytes * Math.min(1, looked / Math.max(HOUR, now - since));
    }, 0) ?? null;
  }

  return {
    async query({ text, since, until, agreed }, signal, tell) {
      if (text.length > MAX_QUERY_LENGTH) {
        throw new ServerError("54001", `A query has at most ${formatNumber(MAX_QUERY_LENGTH)} characters`);
      }
      const looks = momentsOf(since, until);
      const expected = await estimate(looks, signal);
      if (expected !== null) {
        tell(`About ${byteSize(Math.round(expected))} to scan, by the size of the groups.`);
      }
      if (!agreed && expected !== null && expected > askAbove) {
        throw new ServerError(
          OVER_BOUND,
          `It would scan about ${byteSize(Math.round(expected))}. Run it all the same?`,
        );
      }
      return await asked(async () => {
        const query = { groups, text, ...looks };
        const { rows, pointers, statistics } = await runInsights(aws, query, signal);
        tell(`${scannedWords(statistics)}.`);
        if (rows.length >= MAX_ROWS) tell("AWS gives no more rows than these: there may be more.");
        return { ...insightsTable(rows), pointers };
      }, text);
    },
    fields: (group, signal) => asked(async () => await logFields(await aws(signal), group, signal)),
    line: (pointer, signal) => asked(async () => await lineOfPointer(await aws(signal), pointer, signal)),
  };
}

/** Returns the error of a query for an error of AWS. The connection stays usable. */
function errorOf(error: CloudError, text: string): ServerError | DriverError {
  const { code, sentence, hint = "" } = error;
  if (code === "cancelled") return new DriverError("ABORT", "it was stopped");
  const { name = "", message = "" } = (error.cause ?? {}) as { name?: string; message?: string };
  if (name === "MalformedQueryException") {
    return new ServerError("42601", message.replace(/\s*\(Service: .*$/s, "") || sentence, {
      hint: "The fields of the groups are in the catalog at the left.",
      ...positionIn(message, text),
    });
  }
  if (name === "LimitExceededException") {
    return new ServerError("53300", "So many queries run at once in this account", {
      hint: "AWS lets an account run so many at a time: try again when one has ended.",
    });
  }
  return new ServerError("XX000", sentence, { hint });
}

/** Returns the position that AWS's message gives as a line and a position in that line. */
function positionIn(message: string, text: string): { readonly position?: number } {
  const [, line, column] = /line (\d{1,6}) and position (\d{1,6})/.exec(message) ?? [];
  return line === undefined ? {} : { position: positionAt(text, Number(line), Number(column)) };
}
