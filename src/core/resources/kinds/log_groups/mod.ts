import { GROUP_NAME } from "../../../aws/logs/group_name.ts";
import type { LogGroupRow } from "../../../aws/logs/groups.ts";
import { lazyImport } from "../../../lazy_import.ts";
import { sortedByName } from "../../../text/natural.ts";
import type { KindOfResource } from "../kind.ts";
import { groupsOf } from "./groups_param.ts";
import { groupOwner } from "./owner.ts";

export type { LogGroupRow } from "../../../aws/logs/groups.ts";

type Tools = Pick<typeof import("../../../aws/logs/mod.ts"), "logGroups">;

/** Log groups of CloudWatch, as these tools list them. */
const logGroupsBy = (tools: () => Promise<Tools>): KindOfResource<LogGroupRow> => ({
  name: "log_groups",
  title: "Log groups",
  alias: "Logs of CloudWatch",
  icon: "file",
  otherPages: ["logs"],
  sorts: [{
    name: "logGroup",
    label: "Log group",
    heading: "Log groups",
    nameOf: ({ name }) => {
      const of = groupOwner(name);
      return { name, id: name, ...(of === "" ? {} : { of }) };
    },
    params: ({ name }) => ({ group: name }),
    idIn: ({ group, groups }) => group ?? (groupsOf(groups)?.length === 1 ? groups! : null),
    configured: () => [],
  }],
  list: ({ perPage }) => ({
    sources: [
      async function* (at, signal) {
        yield* (await tools()).logGroups(at, signal, { perPage: perPage() });
      },
    ],
    find: [
      async function* (at, search, signal) {
        yield* (await tools()).logGroups(at, signal, { perPage: perPage(), search });
      },
    ],
    key: ({ name }) => name,
    title: ({ name }) => name,
    around: ({ name }) => groupOwner(name),
    arrange: (rows) => sortedByName(rows, ({ name }) => name),
    fresh: 300_000,
  }),
  cachedRow(value) {
    const { name } = (typeof value === "object" && value !== null ? value : {}) as {
      readonly name?: unknown;
    };
    return typeof name === "string" && name !== "" && name.length <= 512 ? { name } : null;
  },
  indexed: {
    whole: true,
    row({ service, resource }) {
      const name = service === "logs" ? /^log-group:([^:]+)(?::\*)?$/.exec(resource)?.[1] : undefined;
      return name !== undefined && GROUP_NAME.test(name) ? { name } : null;
    },
  },
  words: ({ name }) => ({ title: name, detail: groupOwner(name) }),
});

/** Log groups of CloudWatch. */
export const logGroupsKind = logGroupsBy(() => lazyImport("../../../aws/logs/mod.ts", import.meta.url));
