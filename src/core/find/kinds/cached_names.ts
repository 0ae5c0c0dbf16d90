import { accountName } from "../../accounts/words.ts";
import type { Command } from "../../app/command.ts";
import { resourceKey } from "../../resources/resource_key.ts";
import type { KindOfResource, ResourceSort } from "../../resources/kinds/kind.ts";
import { KINDS_OF_RESOURCES } from "../../resources/kinds/mod.ts";
import type { SeenName } from "../../resources/names.ts";
import type { AccountState } from "../../state/state.ts";
import { type EntryKind, entryKind } from "../entry.ts";

/** The name of a resource, as its list was last read. */
export interface CachedName extends Omit<SeenName, "account"> {
  readonly account: AccountState;
}

/** Parameters of commands and windows that say where the resource is. */
function windowParams({ account, region, role }: CachedName) {
  return {
    account: account.accountId,
    ...(role === null ? {} : { role }),
    ...(region === account.region ? {} : { region }),
  };
}

/** A further action on the resources of one sort. */
interface More {
  readonly label: string;
  /** Typed words that mean the action. */
  readonly verb: string;
  readonly command: (item: CachedName) => Command;
}

type DatabaseKind = Extract<Command, { name: "openDatabase" }>["kind"];

/** Keys of the actions in {@link MORE}, in that order. */
const KEYS = ["Mod+Enter", "Shift+Enter"] as const;

/** Actions other than opening, by the sort's name. */
const MORE: Readonly<Record<string, readonly More[]>> = {
  secret: [{
    label: "Copy whole",
    verb: "copy",
    command: (item) => ({
      name: "copySecret",
      ...windowParams(item),
      id: item.name,
      kind: item.kind === "parameter" ? "parameter" : "secret",
    }),
  }],
  database: [{
    label: "Query",
    verb: "query sql",
    command: (item) => ({
      name: "openDatabase",
      ...windowParams(item),
      kind: item.kind as DatabaseKind,
      id: item.name,
    }),
  }, {
    label: "Tunnel",
    verb: "tunnel",
    command: (item) => ({
      name: "openDatabaseTunnel",
      ...windowParams(item),
      kind: item.kind as DatabaseKind,
      id: item.name,
    }),
  }],
  service: [{
    label: "Logs",
    verb: "logs",
    command: (item) => ({
      name: "openWindow",
      page: "logs",
      params: { ...windowParams(item), cluster: item.of ?? "", service: item.name },
    }),
  }],
  logGroup: [{
    label: "Follow",
    verb: "logs follow tail",
    command: (item) => ({
      name: "openWindow",
      page: "logs",
      params: { ...windowParams(item), groups: item.name },
    }),
  }, {
    label: "Query",
    verb: "query insights",
    command: (item) => ({ name: "queryLogs", ...windowParams(item), groups: [item.name] }),
  }],
};

function cachedNames({ name: page, icon, synonyms }: KindOfResource, sort: ResourceSort): EntryKind {
  const { [sort.name]: more = [] } = MORE;
  return entryKind<CachedName>({
    label: sort.label,
    heading: sort.heading,
    synonyms,
    weight: 0.2,
    verbs: Object.fromEntries(more.map(({ label, verb }) => [label, verb])),
    items: () => [],
    id: (item) => resourceKey(sort.name, windowParams(item), item.id),
    title: ({ name }) => name,
    account: ({ account }) => account,
    around: ({ account, region, of = "" }) =>
      `${accountName(account)} ${account.accountId} ${account.env ?? ""} ${region} ${of}`,
    entry(item) {
      const { account, region, of } = item;
      return {
        detail: [accountName(account), of, region].filter(Boolean).join(" · "),
        verb: "Open",
        icon,
        env: account.env,
        byTyping: true,
        command: { name: "openWindow", page, params: { ...windowParams(item), ...sort.params(item) } },
        ...(more.length > 0 && {
          more: more.map(({ label, command }, index) => ({
            label,
            shortcut: KEYS[index]!,
            command: command(item),
          })),
        }),
      };
    },
  });
}

/**
 * Resources of accounts, found by typing in the lists that were read last. The names are outside of the
 * state, so these kinds have no items there.
 */
export const CACHED_NAME_KINDS: readonly {
  readonly of: KindOfResource;
  readonly sort: ResourceSort;
  readonly entries: EntryKind;
}[] = KINDS_OF_RESOURCES.flatMap((of) =>
  of.sorts.map((sort) => ({ of, sort, entries: cachedNames(of, sort) }))
);
