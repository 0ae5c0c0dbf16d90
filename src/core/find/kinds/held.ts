import { accountName } from "../../accounts/words.ts";
import { heldKey } from "../../resources/held_key.ts";
import type { SeenName, SeenNames } from "../../resources/names.ts";
import type { AccountState } from "../../state/state.ts";
import type { Command } from "../../app/command.ts";
import { type EntryIcon, type EntryKind, entryKind } from "../entry.ts";

/** Something that an account holds, by its name, as its list was last seen. */
export interface HeldName extends Omit<SeenName, "account"> {
  readonly account: AccountState;
}

/** Where it is, as commands and windows take it. */
function placeOf({ account, region, role }: HeldName) {
  return {
    account: account.accountId,
    ...(role === null ? {} : { role }),
    ...(region === account.region ? {} : { region }),
  };
}

const held = (
  what: keyof SeenNames,
  { label, heading, icon, holding, opens, more, verbs = {} }: {
    readonly label: string;
    readonly heading: string;
    readonly icon: EntryIcon;
    /** The page that shows it, and the parameters that name it there. */
    readonly holding: string;
    readonly opens: (item: HeldName) => Readonly<Record<string, string>>;
    readonly more?: (item: HeldName) => ReturnType<EntryKind["entry"]>["more"];
    readonly verbs?: NonNullable<EntryKind["verbs"]>;
  },
): EntryKind =>
  entryKind<HeldName>({
    label,
    heading,
    weight: 0.2,
    verbs,
    items: () => [],
    id: (item) => heldKey(what, placeOf(item), item.id),
    title: ({ name }) => name,
    account: ({ account }) => account,
    around: ({ account, region, of = "" }) =>
      `${accountName(account)} ${account.accountId} ${account.env ?? ""} ${region} ${of}`,
    entry(item) {
      const { account, region, of } = item;
      const actions = more?.(item);
      return {
        detail: [accountName(account), of, region].filter(Boolean).join(" · "),
        verb: "Open",
        icon,
        env: account.env,
        byTyping: true,
        command: { name: "openWindow", page: holding, params: { ...placeOf(item), ...opens(item) } },
        ...(actions && { more: actions }),
      };
    },
  });

/**
 * What accounts hold, found by typing in the lists that were seen last: names, and nothing of them in the state, which has
 * no items of these kinds.
 */
export const HELD_KINDS = {
  secret: held("secret", {
    label: "Secret",
    heading: "Secrets",
    icon: "key",
    holding: "secrets",
    opens: ({ name, kind = "secret" }) => ({ secret: name, kind }),
    verbs: { "Copy whole": "copy" },
    more: (item) => [{
      label: "Copy whole",
      shortcut: "Mod+Enter",
      command: {
        name: "copySecret",
        ...placeOf(item),
        id: item.name,
        kind: item.kind === "parameter" ? "parameter" : "secret",
      },
    }],
  }),
  database: held("database", {
    label: "Database",
    heading: "Databases",
    icon: "server",
    holding: "databases",
    opens: ({ name, kind = "" }) => ({ database: name, kind }),
    verbs: { "Query": "query sql" },
    more: (item) => [{
      label: "Query",
      shortcut: "Mod+Enter",
      command: {
        name: "openDatabase",
        ...placeOf(item),
        kind: item.kind as Extract<Command, { name: "openDatabase" }>["kind"],
        id: item.name,
      },
    }],
  }),
  service: held("service", {
    label: "Service",
    heading: "Services",
    icon: "console",
    holding: "services",
    opens: ({ name, of = "" }) => ({ cluster: of, service: name }),
    verbs: { "Logs": "logs" },
    more: (item) => [{
      label: "Logs",
      shortcut: "Mod+Enter",
      command: {
        name: "openWindow",
        page: "logs",
        params: { ...placeOf(item), cluster: item.of ?? "", service: item.name },
      },
    }],
  }),
  cluster: held("cluster", {
    label: "Cluster",
    heading: "Clusters",
    icon: "console",
    holding: "services",
    opens: ({ name }) => ({ cluster: name }),
  }),
} as const;
