import { asEntry, type ListName, listOf } from "../config/document.ts";
import type { Edit } from "../json/edit.ts";
import type { Json } from "../json/node.ts";
import { entryOf, type Found, type FoundServer } from "./found.ts";

/** The result of importing found servers and accounts into a document of config.json. */
interface Import {
  readonly edits: readonly Edit[];
  /** A summary in words: `3 servers and 2 accounts`; empty when nothing changes. */
  readonly words: string;
  /** The servers to import, each with its final name. */
  readonly servers: readonly FoundServer[];
  /** The servers and accounts that the document already contains. */
  readonly known: readonly { readonly name: string; readonly why: string }[];
  /** For each given server and account the reason why it is not imported; null when it is. */
  readonly whys: {
    readonly servers: readonly (string | null)[];
    readonly accounts: readonly (string | null)[];
  };
}

/**
 * Returns the edits that import the data of another program into a document of config.json; existing entries
 * stay unchanged.
 */
export function importEdits(
  { servers, portal, accounts }: Pick<Found, "portal" | "accounts"> & Partial<Pick<Found, "servers">>,
  document: Json | undefined,
): Import {
  const root = asEntry(document);
  const takesPortal = portal !== undefined && (root.ssoStartUrl ?? "") === "";
  const listed = listOf(document, "accounts"), there = listOf(document, "servers");
  const ids = new Set(listed.map((entry) => asEntry(entry).accountId ?? null));
  const accountWhys = accounts.map(({ accountId }) => {
    if (ids.has(accountId)) return "it is there";
    ids.add(accountId);
    return null;
  });
  const fresh = accounts.filter((_, at) => accountWhys[at] === null);
  const named = namedServers(servers ?? [], there);
  const coming = named.flatMap(({ why, server }) => why === null ? [server] : []);
  const known = named.flatMap(({ why, server: { name } }) => why === null ? [] : [{ name, why }]);
  const edits = [
    ...(takesPortal
      ? [{ path: ["ssoStartUrl"], value: portal.startUrl }, { path: ["ssoRegion"], value: portal.region }]
      : []),
    ...added("accounts", listed, fresh.map((account) => ({ ...account }))),
    ...added("servers", there, coming.map(entryOf)),
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

/**
 * Returns the edits that append entries to a list. They never set the whole list, because that would replace
 * what is no list, and what was added since.
 */
function added(field: ListName, listed: readonly Json[], entries: readonly Json[]): Edit[] {
  return entries.map((value, at) => ({ path: [field, listed.length + at], value, add: true }));
}

/** Returns the servers in their order: with the reason why one is not imported, or null and a unique name. */
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

/**
 * Returns a text that identifies the address of a server. Two servers with the same address are the same,
 * whatever their names.
 */
function addressOf(
  { engine, host, port, database, via }: Pick<FoundServer, "engine" | "host" | "port" | "database" | "via">,
): string {
  return JSON.stringify([engine, String(host).toLowerCase(), Number(port), database ?? "", via ?? ""]);
}
