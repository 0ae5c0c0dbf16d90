import { accountName } from "../../accounts/words.ts";
import type { Command } from "../../app/command.ts";
import { heldKey } from "../../resources/held_key.ts";
import type { KindOfResource, ResourceSort } from "../../resources/kinds/kind.ts";
import { KINDS_OF_RESOURCES } from "../../resources/kinds/mod.ts";
import type { SeenName } from "../../resources/names.ts";
import type { AccountState } from "../../state/state.ts";
import { type EntryKind, entryKind } from "../entry.ts";

/** Something that an account holds, by its name, as its list was last seen. */
export interface HeldName extends Omit<SeenName, "account"> {
  readonly account: AccountState;
}

/** Where it is, as commands and windows take it. */
function windowParams({ account, region, role }: HeldName) {
  return {
    account: account.accountId,
    ...(role === null ? {} : { role }),
    ...(region === account.region ? {} : { region }),
  };
}

/** Something else than opening that can be done with one of a sort. */
interface More {
  readonly label: string;
  /** The words that mean it. */
  readonly verb: string;
  readonly command: (item: HeldName) => Command;
}

type DatabaseKind = Extract<Command, { name: "openDatabase" }>["kind"];

/** The shortcuts of what {@link MORE} offers, in that order. */
const KEYS = ["Mod+Enter", "Shift+Enter"] as const;

/** What else than opening can be done with one of a sort, by the sort's name. */
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

function held({ name: page, icon }: KindOfResource, sort: ResourceSort): EntryKind {
  const { [sort.name]: more = [] } = MORE;
  return entryKind<HeldName>({
    label: sort.label,
    heading: sort.heading,
    weight: 0.2,
    verbs: Object.fromEntries(more.map(({ label, verb }) => [label, verb])),
    items: () => [],
    id: (item) => heldKey(sort.name, windowParams(item), item.id),
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
 * What accounts hold, found by typing in the lists that were seen last: names, and nothing of them in the state, which has
 * no items of these kinds.
 */
export const HELD_KINDS: readonly { readonly sort: ResourceSort; readonly entries: EntryKind }[] =
  KINDS_OF_RESOURCES.flatMap((kind) => kind.sorts.map((sort) => ({ sort, entries: held(kind, sort) })));
