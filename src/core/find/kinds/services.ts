import { accountName } from "../../accounts/words.ts";
import { servicesKind } from "../../resources/kinds/services/mod.ts";
import { resourceKey, serviceId } from "../../resources/resource_key.ts";
import type { AccountState, AppState } from "../../state/state.ts";
import { selector } from "../../state/selector.ts";
import { entryKind } from "../entry.ts";

/** A service of the configuration, in its account. */
interface Item {
  readonly account: AccountState;
  readonly cluster: string;
  readonly service: string;
}

/** A cluster of the configuration, in its account. */
interface Cluster {
  readonly account: AccountState;
  readonly name: string;
}

const clusters = selector(
  ({ accounts }: AppState) => [accounts],
  (accounts) =>
    accounts.flatMap((account): Cluster[] => account.ecsClusters.map(({ name }) => ({ account, name }))),
);

/** Clusters that the configuration names. */
export const curatedClusters = entryKind<Cluster>({
  label: "Cluster",
  heading: "Clusters",
  synonyms: servicesKind.synonyms,
  weight: 0.4,
  items: clusters,
  id: ({ account, name }) => resourceKey("cluster", { account: account.accountId }, name),
  title: ({ name }) => name,
  account: ({ account }) => account,
  around: ({ account }) => `${accountName(account)} ${account.accountId} ${account.env ?? ""}`,
  entry: ({ account, name }) => ({
    detail: [accountName(account), account.region].filter(Boolean).join(" · "),
    verb: "Open",
    icon: "console",
    env: account.env,
    command: { name: "openWindow", page: "services", params: { account: account.accountId, cluster: name } },
  }),
});

const items = selector(
  ({ accounts }: AppState) => [accounts],
  (accounts) =>
    accounts.flatMap((account): Item[] =>
      account.ecsClusters.flatMap(({ name, services }) =>
        services.map((service) => ({ account, cluster: name, service }))
      )
    ),
);

/** Services that the configuration names. */
export const curatedServices = entryKind<Item>({
  label: "Service",
  heading: "Services",
  synonyms: servicesKind.synonyms,
  weight: 0.5,
  items,
  id: ({ account, cluster, service }) =>
    resourceKey("service", { account: account.accountId }, serviceId(cluster, service)),
  title: ({ service }) => service,
  account: ({ account }) => account,
  around: ({ account, cluster }) => `${accountName(account)} ${account.env ?? ""} ${cluster}`,
  verbs: { "Logs": "logs" },
  entry: ({ account, cluster, service }) => ({
    detail: `${accountName(account)} · ${cluster}`,
    verb: "Open",
    icon: "console",
    env: account.env,
    // The cluster is needed, because another cluster may have a service of that name.
    command: {
      name: "openWindow",
      page: "services",
      params: { account: account.accountId, cluster, service },
    },
    more: [{
      label: "Logs",
      shortcut: "Mod+Enter",
      command: { name: "openWindow", page: "logs", params: { account: account.accountId, cluster, service } },
    }],
  }),
});
