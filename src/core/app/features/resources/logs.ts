import { accountTitle } from "../../../accounts/words.ts";
import type * as tools from "../../../aws/logs/mod.ts";
import { groupsParam } from "../../../resources/kinds/log_groups/groups_param.ts";
import { type RowSource, slice } from "../../../resources/rows.ts";
import type { FoundServer } from "../../../sql/found.ts";
import { awsLogin } from "../../../sql/login/mod.ts";
import type { Store } from "../../../state/store.ts";
import type { Windows } from "../../windows.ts";
import type { RoleRequest } from "../../as_role.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import { foundName } from "./found_name.ts";
import { faultOf, type ListBase } from "./list_of.ts";
import { type FollowedLine, followLines, linesOf } from "./log_lines.ts";
import { present } from "../../../present.ts";

/** Log groups with their account, role and region. */
type GroupsRequest = RoleRequest & { readonly groups: readonly string[] };

/** Maximum characters of the names of log groups in the name of a query window. */
const NAMED = 80;

/**
 * Returns the text by which a query window names its groups. Tabs and texts belong to a window by its name, so
 * other groups need another text; a digest tells those apart whose names do not fit.
 */
async function groupsTitle(groups: readonly string[]): Promise<string> {
  const names = groups.join(", ");
  if (names.length <= NAMED) return names;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(names));
  const more = groups.length === 1 ? "" : ` and ${groups.length - 1} more`;
  return `${groups[0]!.slice(-NAMED)}${more}, ${new Uint8Array(digest).toHex().slice(0, 6)}`;
}

/** Query in a new query window. */
const FIRST_QUERY = "fields @timestamp, @message\n| sort @timestamp desc\n| limit 200";

/** A line whose neighbours are requested, by its stream and its time in ms since 1970. */
type LineRequest = RoleRequest & {
  readonly group: string;
  readonly stream: string;
  readonly at: number;
};

/** Calls of AWS that read log groups; loaded when they are first used. */
type LogTools = Pick<typeof tools, "readLogEvents" | "neighbours" | "lineOfPointer">;

/** The dependencies of {@link createLogs}. */
interface LogParts extends Pick<ListBase<never>, "roleWork" | "targetOf" | "now" | "onError"> {
  readonly tools: () => Promise<LogTools>;
  readonly store: Store;
  readonly windows: Pick<Windows, "open">;
  /** Opens a query window. */
  readonly openFound: (found: FoundServer) => Promise<CommandResult>;
  /** Time between two requests for new lines, ms. */
  readonly every?: number;
}

/** Number of lines shown before a line, and after it. */
const AROUND = 300;

/** Makes the operations on log groups. */
export function createLogs(parts: LogParts) {
  const { roleWork, targetOf, tools, now, onError } = parts;

  /** Opens a window with the lines around the line that a pointer of Logs Insights identifies. */
  async function showAround(asked: RoleRequest, pointer: string): Promise<CommandResult> {
    return await roleWork.as("Show the lines around one", asked, async ({ role }, signal) => {
      const { at } = await targetOf({ ...asked, role })(signal);
      const found = await (await tools()).lineOfPointer(at, pointer, signal);
      if (!found) return refusal("AWS does not say where this line stands.", "Its retention may have ended.");
      parts.windows.open("logs", {
        account: asked.account,
        role,
        region: roleWork.region(asked),
        groups: found.group,
        stream: found.stream,
        at: String(found.at),
      });
      return { ok: true };
    });
  }

  return {
    /** Opens a query window for queries of Logs Insights. */
    async query({ groups, ...asked }: GroupsRequest): Promise<CommandResult> {
      if (groupsParam(groups) === null) return refusal("No log group is named, or too many are.");
      return await roleWork.as("Query logs", asked, async ({ role, region }) => {
        const where = { ...asked, role, region };
        const sorted = [...groups].sort();
        const title = await groupsTitle(sorted);
        const aws = async (signal: AbortSignal) => (await targetOf(where)(signal)).at;
        return await parts.openFound({
          server: {
            name: foundName(`Logs of ${title}`, where, parts.store.get(), roleWork),
            engine: "logs",
            host: "",
            port: 443,
            tls: true,
            logs: { region, groups: sorted },
          },
          env: () => roleWork.known(asked.account)?.env ?? null,
          origin: {
            name: title,
            account: roleWork.known(asked.account)?.name ?? accountTitle(asked.account),
            region,
          },
          as: JSON.stringify([asked.account, role, sorted]),
          login: async (_server, problem, signal) =>
            problem === undefined ? await awsLogin(aws, signal) : null,
          firstText: FIRST_QUERY,
          showAround: (pointer) => showAround(where, pointer),
        });
      });
    },
    /** Follows log groups as one log while somebody watches. */
    follow({ groups, ...asked }: GroupsRequest): RowSource<FollowedLine> {
      const target = targetOf(asked), region = roleWork.region(asked);
      return followLines({
        ...present({ every: parts.every }),
        now,
        onError,
        faultOf: (error) => faultOf(error, region),
        sources: groups.map((group) => ({
          group,
          async read(page, signal) {
            const { at } = await target(signal);
            return await (await tools()).readLogEvents(at, { group }, page, signal);
          },
        })),
      });
    },
    /** Reads the lines before and after a line in its stream, once. */
    around({ group, stream, at: time, ...asked }: LineRequest): RowSource<FollowedLine> {
      const target = targetOf(asked), region = roleWork.region(asked);
      return {
        subscribe: () => () => {},
        async read(from, count, signal) {
          try {
            const { at } = await target(signal);
            const asked = { group, stream, at: time, count: AROUND };
            const { lines, earlier, later } = await (await tools()).neighbours(at, asked, signal);
            const rows = lines.flatMap(({ text, at }) => linesOf(text, at, { group, of: stream }));
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
            const fault = faultOf(error, region);
            if (!fault) throw error;
            return refusal(fault.message, fault.hint);
          }
        },
      };
    },
  };
}
