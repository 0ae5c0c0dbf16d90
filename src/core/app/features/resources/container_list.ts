import type { ClusterRow } from "../../../aws/containers/clusters.ts";
import { rolloutWords } from "../../../aws/containers/rollout.ts";
import type { ServiceRow } from "../../../aws/containers/services.ts";
import type { AccountState } from "../../../state/state.ts";
import { sortedByName } from "../../../text/natural.ts";
import { createLists, type ListBase, type Lists, resourceList } from "./list_of.ts";
import type { ContainerTools } from "./tools.ts";

/** What runs on ECS: a service, or a cluster for what runs in it without one. */
export type ContainerRow =
  | ServiceRow & { readonly kind: "service" }
  | ClusterRow & { readonly kind: "cluster" };

/** A list of this age is asked for anew, ms. */
const FRESH = 30_000;

/** The lists of services and clusters: services first, those of the configuration at the top. */
export function containerLists(
  { roleWork, placeOf, cached, now, onError, tools, perPage }: ListBase<ContainerRow> & {
    readonly tools: () => Promise<ContainerTools>;
    readonly perPage: () => number;
  },
): Lists<ContainerRow> {
  return createLists((asked) => {
    const region = roleWork.region(asked);
    return resourceList<ContainerRow>({
      region,
      place: (signal) => placeOf(asked)(signal),
      sources: [
        async function* (at, signal) {
          for await (const rows of (await tools()).services(at, signal, perPage())) {
            yield rows.map((row) => ({ ...row, kind: "service" as const }));
          }
        },
        async function* (at, signal) {
          for await (const rows of (await tools()).clusters(at, signal, perPage())) {
            yield rows.map((row) => ({ ...row, kind: "cluster" as const }));
          }
        },
      ],
      key: keyOf,
      title: (row) => row.kind === "service" ? row.name : row.cluster,
      around: (row) =>
        row.kind === "service"
          ? `${row.cluster} ${row.status} ${row.rollout ?? ""} ${rolloutWords(row.rollout) ?? ""}`
          : `cluster tasks ${row.status}`,
      arrange: (rows) => arranged(rows, roleWork.known(asked.account)?.ecsClusters ?? []),
      cached: cached(
        { holding: "services", account: asked.account, role: asked.role ?? null, region },
        cachedContainer,
      ),
      fresh: FRESH,
      now,
      onError,
    });
  });
}

/** No cluster's name has a slash. */
const keyOf = (row: ContainerRow) => row.kind === "service" ? `${row.cluster}/${row.name}` : row.cluster;

/**
 * Services whose deployment has failed first, then those that the configuration names, in its order, then by cluster and
 * name; clusters behind all services.
 */
function arranged(rows: readonly ContainerRow[], curated: AccountState["ecsClusters"]): ContainerRow[] {
  const named = curated.flatMap(({ name, services }) => services.map((service) => `${name}/${service}`));
  const places = new Map(named.map((key, place) => [key, place]));
  const clusters = new Set(curated.map(({ name }) => name));
  const rank = (row: ContainerRow) => {
    const place = places.get(keyOf(row)) ?? named.length + (clusters.has(row.cluster) ? 0 : 1);
    // Longer than the places there are.
    const part = named.length + 2;
    return place + (row.kind === "cluster" ? part : rolloutWords(row.rollout) === "failed" ? -part : 0);
  };
  return sortedByName(rows, keyOf, rank);
}

/** What is kept of a row; its numbers are those of then. */
export function cachedContainer(value: unknown): ContainerRow | null {
  const { kind, cluster, name, status, ...numbers } =
    (typeof value === "object" && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  const isText = (one: unknown): one is string => typeof one === "string" && one !== "" && one.length <= 255;
  const count = (field: string) => {
    const number = numbers[field];
    return typeof number === "number" && number >= 0 ? number : 0;
  };
  if (!isText(cluster) || !isText(status)) return null;
  const both = { cluster, status, running: count("running"), pending: count("pending") };
  if (kind === "cluster") {
    return { kind, ...both, services: count("services"), instances: count("instances") };
  }
  return kind === "service" && isText(name) ? { kind, ...both, name, desired: count("desired") } : null;
}
