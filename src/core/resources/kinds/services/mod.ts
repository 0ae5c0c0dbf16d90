import type { ClusterRow } from "../../../aws/containers/clusters.ts";
import type * as containers from "../../../aws/containers/mod.ts";
import { rolloutWords } from "../../../aws/containers/rollout.ts";
import type { ServiceRow } from "../../../aws/containers/services.ts";
import type { Arn } from "../../../aws/wire/arn.ts";
import { lazyImport } from "../../../lazy_import.ts";
import type { AccountState } from "../../../state/state.ts";
import { sortedByName } from "../../../text/natural.ts";
import { serviceId } from "../../resource_key.ts";
import type { KindOfResource } from "../kind.ts";
import { fieldsOf } from "../../../json_values.ts";

/** A row of ECS: a service, or a cluster, whose page shows tasks without a service. */
export type ContainerRow =
  | ServiceRow & { readonly kind: "service" }
  | ClusterRow & { readonly kind: "cluster" };

type Tools = Pick<typeof containers, "services" | "clusters">;

/** The kind of resource for services and clusters of ECS, listed by these tools. */
export const servicesBy = (tools: () => Promise<Tools>): KindOfResource<ContainerRow> => ({
  name: "services",
  title: "Services",
  synonyms: "ecs, fargate, containers, tasks",
  icon: "console",
  otherPages: ["logs"],
  sorts: [{
    name: "service",
    label: "Service",
    heading: "Services",
    nameOf: (row) =>
      row.kind === "service"
        ? { name: row.name, id: serviceId(row.cluster, row.name), of: row.cluster }
        : null,
    params: ({ name, of = "" }) => ({ cluster: of, service: name }),
    idIn: ({ cluster, service }) =>
      cluster === undefined || service === undefined ? null : serviceId(cluster, service),
    configured: ({ ecsClusters }) =>
      ecsClusters.flatMap(({ name, services }) => services.map((service) => serviceId(name, service))),
  }, {
    name: "cluster",
    label: "Cluster",
    heading: "Clusters",
    nameOf: (row) => row.kind === "cluster" ? { name: row.cluster, id: row.cluster } : null,
    params: ({ name }) => ({ cluster: name }),
    idIn: ({ cluster, service }) => service === undefined ? cluster ?? null : null,
    configured: ({ ecsClusters }) => ecsClusters.map(({ name }) => name),
  }],
  list: ({ perPage, account }) => ({
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
    arrange: (rows) => arranged(rows, account()?.ecsClusters ?? []),
    fresh: 30_000,
  }),
  cachedRow,
  indexed: { complete: true, row: indexedRow },
  words: (row) =>
    row.kind === "service"
      ? { title: row.name, detail: row.cluster }
      : { title: row.cluster, detail: "cluster" },
  configuredWords: ({ ecsClusters: { length } }) =>
    length === 0 ? "" : `${length} cluster${length === 1 ? "" : "s"} at hand`,
  // A cluster without named services is one entry.
  configured: ({ ecsClusters }) =>
    ecsClusters.flatMap(({ name, services }) =>
      services.length === 0
        ? [{ key: name, label: name, params: { cluster: name } as Readonly<Record<string, string>> }]
        : services.map((service) => ({
          key: serviceId(name, service),
          label: `${service} · ${name}`,
          params: { cluster: name, service },
        }))
    ),
});

/** Services and clusters of ECS. */
export const servicesKind = servicesBy(() => lazyImport("../../../aws/containers/mod.ts", import.meta.url));

/** A service's key cannot equal a cluster's, because names of clusters have no slash. */
const keyOf = (row: ContainerRow) => row.kind === "service" ? `${row.cluster}/${row.name}` : row.cluster;

/**
 * Sorts services whose deployment failed first, then those that the configuration names, in its order, then
 * others by cluster and name. Clusters come after all services.
 */
function arranged(rows: readonly ContainerRow[], curated: AccountState["ecsClusters"]): ContainerRow[] {
  const named = curated.flatMap(({ name, services }) => services.map((service) => `${name}/${service}`));
  const ranks = new Map(named.map((key, index) => [key, index]));
  const clusters = new Set(curated.map(({ name }) => name));
  const rank = (row: ContainerRow) => {
    const index = ranks.get(keyOf(row)) ?? named.length + (clusters.has(row.cluster) ? 0 : 1);
    // Larger than the highest index.
    const part = named.length + 2;
    return index + (row.kind === "cluster" ? part : rolloutWords(row.rollout) === "failed" ? -part : 0);
  };
  return sortedByName(rows, keyOf, rank);
}

/** Checks a cached row. Its numbers are those of the time when it was cached. */
function cachedRow(value: unknown): ContainerRow | null {
  const { kind, cluster, name, status, ...numbers } = fieldsOf(value);
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

/**
 * Returns the service or cluster that an ARN names; null for any other resource and for old ARNs of services,
 * which do not contain the cluster.
 */
function indexedRow({ service, resource }: Arn): ContainerRow | null {
  const [, sort, cluster, name] = /^(service|cluster)\/([\w-]{1,255})(?:\/([\w-]{1,255}))?$/.exec(resource) ??
    [];
  if (service !== "ecs" || cluster === undefined || (sort === "service") !== (name !== undefined)) {
    return null;
  }
  const both = { cluster, status: "unknown", running: 0, pending: 0 };
  return name === undefined
    ? { kind: "cluster", ...both, services: 0, instances: 0 }
    : { kind: "service", ...both, name, desired: 0 };
}
