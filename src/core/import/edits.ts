import { asEntry } from "../config/document.ts";
import type { Edit } from "../json/edit.ts";
import type { Json } from "../json/node.ts";
import type { Found, FoundServer } from "./found.ts";

/** What becomes of things that were found, in a document of config.json. */
interface Import {
  readonly edits: readonly Edit[];
  /** A summary in words: `3 servers and 2 accounts`; empty when nothing changes. */
  readonly words: string;
  /** The servers that come, each by the name that it gets. */
  readonly servers: readonly FoundServer[];
  /** What is there already. */
  readonly known: readonly { readonly name: string; readonly why: string }[];
  /** For each server and each account that was given why it does not come; null: it comes. */
  readonly whys: {
    readonly servers: readonly (string | null)[];
    readonly accounts: readonly (string | null)[];
  };
}

/** The edits that bring what another program knows into a document of config.json; what is there stays as it is. */
export function importEdits(
  { servers, portal, accounts }: Pick<Found, "portal" | "accounts"> & Partial<Pick<Found, "servers">>,
  document: Json | undefined,
): Import {
  const root = asEntry(document);
  const takesPortal = portal !== undefined && (root.ssoStartUrl ?? "") === "";
  const listed = listOf(root.accounts);
  const ids = new Set(listed?.map((entry) => asEntry(entry).accountId ?? null));
  const accountWhys = accounts.map(({ accountId }) => {
    if (ids.has(accountId)) return "it is there";
    ids.add(accountId);
    return null;
  });
  const fresh = accounts.filter((_, at) => accountWhys[at] === null);
  const named = namedServers(servers ?? [], listOf(root.servers) ?? []);
  const coming = named.flatMap(({ why, server }) => why === null ? [server] : []);
  const known = named.flatMap(({ why, server: { name } }) => why === null ? [] : [{ name, why }]);
  const edits = [
    ...(takesPortal
      ? [{ path: ["ssoStartUrl"], value: portal.startUrl }, { path: ["ssoRegion"], value: portal.region }]
      : []),
    ...added("accounts", listed, fresh.map((account) => ({ ...account }))),
    ...added("servers", listOf(root.servers), coming.map(entryOf)),
  ];
  const count = (number: number, one: string) =>
    number === 0 ? "" : `${number} ${number === 1 ? one : `${one}s`}`;
  const parts = [
    count(coming.length, "server"),
    count(fresh.length, "account"),
    takesPortal ? `the portal ${portal.startUrl}` : "",
  ].filter(Boolean);
  const words = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join("");
  const whys = { servers: named.map(({ why }) => why), accounts: accountWhys };
  return { edits, words, servers: coming, known, whys };
}

const listOf = (value: Json | undefined) => Array.isArray(value) ? value as readonly Json[] : null;

/** Entries behind those of a list, or a list of them. */
function added(field: string, listed: readonly Json[] | null, entries: readonly Json[]): Edit[] {
  if (entries.length === 0) return [];
  if (!listed) return [{ path: [field], value: [...entries] }];
  return entries.map((value, at) => ({ path: [field, listed.length + at], value }));
}

/** The servers in their order: why one does not come, or null and the name that it gets, which no other one has. */
function namedServers(
  servers: readonly FoundServer[],
  listed: readonly Json[],
): { why: string | null; server: FoundServer }[] {
  const names = new Set<string>();
  const addresses = new Map<string, string>();
  for (const entry of listed.map(asEntry)) {
    const name = String(entry.name ?? "");
    names.add(name.toLowerCase());
    addresses.set(addressOf(entry as never), name);
  }
  return servers.map((server) => {
    const address = addressOf(server), there = addresses.get(address);
    if (there !== undefined) return { why: `it is there as “${there}”`, server };
    let name = server.name;
    for (let at = 2; names.has(name.toLowerCase()); at++) name = `${server.name.slice(0, 190)} ${at}`;
    names.add(name.toLowerCase());
    addresses.set(address, name);
    return { why: null, server: { ...server, name } };
  });
}

/** Where a server is: two that are at one place are the same, whatever they are called. */
function addressOf(
  { engine, host, port, database, via }: Pick<FoundServer, "engine" | "host" | "port" | "database" | "via">,
): string {
  return JSON.stringify([engine, String(host).toLowerCase(), Number(port), database ?? "", via ?? ""]);
}

/** The entry of a server: no login is ever in it. */
function entryOf({ user: _user, password: _password, ...entry }: FoundServer): Json {
  return entry as unknown as Json;
}
