import { GROUP_NAME } from "../../../aws/logs/group_name.ts";
import type { LogGroupRow } from "../../../aws/logs/groups.ts";
import { lazyImport } from "../../../lazy_import.ts";
import { sortedByName } from "../../../text/natural.ts";
import type { KindOfResource } from "../kind.ts";
import { groupsOf } from "./groups_param.ts";
import { apiOf, groupOwner } from "./owner.ts";
import { fieldsOf } from "../../../json_values.ts";

export type { LogGroupRow } from "../../../aws/logs/groups.ts";

const tools = () =>
  lazyImport<typeof import("../../../aws/logs/mod.ts")>("../../../aws/logs/mod.ts", import.meta.url);

/** Log groups of CloudWatch. */
export const logGroupsKind: KindOfResource<LogGroupRow> = {
  name: "log_groups",
  title: "Log groups",
  synonyms: "logs, cloudwatch, insights",
  icon: "file",
  otherPages: ["logs"],
  sorts: [{
    name: "logGroup",
    label: "Log group",
    heading: "Log groups",
    nameOf: ({ name, ...row }) => {
      const of = groupOwner({ name, ...row });
      return { name, id: name, ...(of === "" ? {} : { of }) };
    },
    params: ({ name }) => ({ group: name }),
    idIn: ({ group, groups }) => group ?? (groupsOf(groups)?.length === 1 ? groups! : null),
    configured: () => [],
  }],
  list: ({ perPage }) => ({
    sources: [
      async function* (at, signal) {
        const { logGroups, apiNames } = await tools();
        let ofApis: readonly LogGroupRow[] = [];
        for await (const page of logGroups(at, signal, { perPage: perPage() })) {
          ofApis = [...ofApis, ...page.filter(({ name }) => apiOf(name) !== null)];
          yield page;
        }
        if (ofApis.length === 0) return;
        const names = await apiNames(at, signal);
        yield ofApis.flatMap((row) => {
          const api = names.get(apiOf(row.name)!);
          return api === undefined ? [] : [{ ...row, api }];
        });
      },
    ],
    find: [
      async function* (at, search, signal) {
        yield* (await tools()).logGroups(at, signal, { perPage: perPage(), search });
      },
    ],
    key: ({ name }) => name,
    title: ({ name }) => name,
    around: groupOwner,
    arrange: (rows) => sortedByName(rows, ({ name }) => name),
    fresh: 300_000,
  }),
  cachedRow(value) {
    const { name, api } = fieldsOf(value);
    if (typeof name !== "string" || name === "" || name.length > 512) return null;
    return { name, ...(typeof api === "string" && api.length <= 1024 ? { api } : {}) };
  },
  indexed: {
    complete: true,
    row({ service, resource }) {
      const name = service === "logs" ? /^log-group:([^:]+)(?::\*)?$/.exec(resource)?.[1] : undefined;
      return name !== undefined && GROUP_NAME.test(name) ? { name } : null;
    },
  },
  words: (row) => ({ title: row.name, detail: groupOwner(row) }),
};
