import { CloudError } from "../../../aws/errors.ts";
import type * as tools from "../../../aws/logs/mod.ts";
import { type RowSource, slice } from "../../../resources/rows.ts";
import type { AskedRole } from "../../as_role.ts";
import { faultOf, type ListBase } from "./list_of.ts";
import { type FollowedLine, followLines } from "./log_lines.ts";

/** Log groups of an account and region. */
type AskedGroups = AskedRole & { readonly groups: readonly string[] };

/** A line, of which the neighbours are asked for: its stream, and its time in ms since 1970. */
type AskedLine = AskedRole & {
  readonly group: string;
  readonly stream: string;
  readonly at: number;
};

/** What is done with log groups. */
export interface LogUses {
  /** Lines of log groups as one log; followed while somebody watches. */
  follow(asked: AskedGroups): RowSource<FollowedLine>;
  /** What stands before and behind a line in its stream, read once. */
  around(asked: AskedLine): RowSource<FollowedLine>;
}

/** The calls of AWS that log groups are read with; loaded when they are first used. */
type LogTools = Pick<typeof tools, "readLogEvents" | "neighbours">;

/** What {@link createLogs} works with. */
interface LogParts extends Pick<ListBase<never>, "roleWork" | "placeOf" | "now" | "onError"> {
  readonly tools: () => Promise<LogTools>;
  /** How long to wait for new lines, ms. */
  readonly every?: number;
}

/** Lines that are shown before a line, and behind it. */
const AROUND = 300;

/** Makes what is done with log groups. */
export function createLogs(parts: LogParts): LogUses {
  const { roleWork, placeOf, tools, now, onError } = parts;
  return {
    follow({ groups, ...asked }) {
      const place = placeOf(asked);
      return followLines({
        ...(parts.every === undefined ? {} : { every: parts.every }),
        now,
        onError,
        faultOf: (error) => faultOf(error, roleWork.region(asked)),
        sources: groups.map((group) => ({
          group,
          async read(page, signal) {
            const { at } = await place(signal);
            return await (await tools()).readLogEvents(at, { group }, page, signal);
          },
        })),
      });
    },
    around({ group, stream, at: time, ...asked }) {
      const place = placeOf(asked);
      return {
        subscribe: () => () => {},
        async read(from, count, signal) {
          try {
            const { at } = await place(signal);
            const asked = { group, stream, at: time, count: AROUND };
            const { lines, earlier, later } = await (await tools()).neighbours(at, asked, signal);
            const rows = lines.flatMap((line) =>
              line.text.replace(/\r?\n$/, "").split(/\r?\n/).map((text): FollowedLine => ({
                stream: "stdout",
                text,
                time: line.at,
                group,
                of: stream,
              }))
            );
            const more = (text: string, at: number): FollowedLine => ({ stream: "stderr", text, time: at });
            return slice(
              [
                ...(earlier ? [more("(earlier lines are not shown)", lines[0]?.at ?? time)] : []),
                ...rows,
                ...(later ? [more("(later lines are not shown)", lines.at(-1)?.at ?? time)] : []),
              ],
              from,
              count,
            );
          } catch (error) {
            const fault = error instanceof CloudError ? faultOf(error, roleWork.region(asked)) : null;
            if (!fault) throw error;
            return { ok: false, error: fault.message, ...(fault.hint ? { hint: fault.hint } : {}) };
          }
        },
      };
    },
  };
}
