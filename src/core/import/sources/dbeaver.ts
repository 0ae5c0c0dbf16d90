import { Buffer } from "node:buffer";
import { createDecipheriv } from "node:crypto";
import { dirname, join } from "node:path";
import { Secret } from "../../secret.ts";
import { acceptsAny, modeOf, NO_TLS } from "../../sql/engines/mod.ts";
import { bytesOf, entriesOf, fieldOf, jsonOf, textOf, unreadable, within } from "../files.ts";
import {
  type Draft,
  driverTls,
  filesOf,
  type Found,
  foundServers,
  type Hop,
  NOTHING,
  tlsOf,
  viaOf,
} from "../found.ts";
import type { Source } from "./source.ts";

/**
 * The key with which every DBeaver encrypts `credentials-config.json`: LOCAL_KEY_CACHE of its class
 * DefaultValueEncryptor. It protects nothing, but reading the file requires it.
 */
const KEY = Uint8Array.of(186, 187, 74, 159, 119, 74, 184, 83, 201, 108, 45, 101, 61, 254, 84, 74);

/** Connections of DBeaver: `data-sources.json` of a project, and the encrypted logins beside it. */
export const dbeaver: Source = {
  title: "DBeaver",
  files: ({ home, data, config }) =>
    [
      data,
      join(home, "snap/dbeaver-ce/current/.local/share"),
      join(home, ".var/app/io.dbeaver.DBeaverCommunity/data"),
      config,
    ]
      .map((folder) => join(folder, "DBeaverData/workspace6/General/.dbeaver/data-sources.json")),
  async read(path) {
    const text = await textOf(path);
    if (text === null) return null;
    const sealed = await bytesOf(join(dirname(path), "credentials-config.json"));
    const logins = sealed && opened(sealed);
    const remark = sealed && !logins
      ? ["Its passwords are encrypted with a password of the project, so they are asked for once"]
      : [];
    return parseDbeaver(jsonOf(text, path), logins, path, remark);
  },
};

/** Decrypts the document of logins; null when it was encrypted with another key. */
function opened(sealed: Uint8Array): unknown {
  try {
    const cipher = createDecipheriv("aes-128-cbc", KEY, sealed.subarray(0, 16));
    const plain = Buffer.concat([cipher.update(sealed.subarray(16)), cipher.final()]);
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    return null;
  }
}

/**
 * Returns the connections in a document, with the logins from another one. Throws an ImportError that names
 * the file.
 */
export function parseDbeaver(
  document: unknown,
  logins: unknown,
  path: string,
  remarks: readonly string[] = [],
): Found {
  const connections = within(document, "connections");
  if (connections === undefined) {
    if (entriesOf(document).length === 0) return NOTHING;
    throw unreadable(path, "it has no connections");
  }
  const profiles = within(document, "network-profiles");
  return foundServers(entriesOf(connections).map(([id, one]) => draft(id, one, profiles, logins)), remarks);
}

function draft(id: string, one: unknown, profiles: unknown, logins: unknown): Draft {
  const configuration = within(one, "configuration");
  const of = (name: string) => fieldOf(configuration, name) ?? fieldOf(one, name);
  const login = within(logins, id, "#connection");
  const password = fieldOf(login, "password") ?? of("password");
  // A network profile holds the tunnel and the TLS of several connections.
  const profile = of("config-profile") ?? "";
  const all = [
    [
      within(profiles, profile),
      within(logins, `profile:${profile}`, `network/ssh_tunnel/profile/${profile}`),
    ],
    [configuration, within(logins, id, "network/ssh_tunnel")],
  ] as const;
  const enabled = (...names: readonly string[]) =>
    all.flatMap(([from, login]) => names.map((name) => [within(from, "handlers", name), login] as const))
      .find(([handler]) => fieldOf(handler, "enabled") === "true");
  const tunnel = enabled("ssh_tunnel");
  // Handlers are saved with their type, which tells a proxy or tunnel of a plugin from other settings.
  const other = all.some(([from]) =>
    entriesOf(within(from, "handlers")).some(([name, handler]) =>
      name !== "ssh_tunnel" && fieldOf(handler, "enabled") === "true" &&
      (name === "socks_proxy" || /^(proxy|tunnel)$/i.test(fieldOf(handler, "type") ?? ""))
    )
  );
  const [tls] = enabled("postgre_ssl", "mysql_ssl") ?? [];
  // The handler of PostgreSQL has a mode, the one of MySQL a switch.
  const verify = fieldOf(tls, "properties", "ssl.verify.server");
  const mode = fieldOf(tls, "properties", "sslMode") ||
    (verify === "true" ? "verify-ca" : verify === "false" ? "require" : undefined);
  const settings = entriesOf(within(configuration, "properties"))
    .map(([name, value]) => [name, fieldOf(value) ?? ""] as const);
  const driver = filesOf(settings);
  /** A file of the TLS handler; older versions have another name for it. */
  const file = (name: string, before: string) =>
    fieldOf(tls, "properties", name) || fieldOf(tls, "properties", before);
  return {
    name: fieldOf(one, "name") ?? id,
    product: `${fieldOf(one, "driver") ?? ""} ${fieldOf(one, "provider") ?? ""}`.trim(),
    host: of("host"),
    port: of("port"),
    database: of("database"),
    url: of("url"),
    user: fieldOf(login, "user") ?? of("user"),
    ...(password ? { password: new Secret(password) } : {}),
    ...(other ? { via: null } : tunnel ? { via: viaOf(hops(...tunnel)) } : {}),
    ...driverTls(modeOf(settings)),
    ...(tls ? { tls: true, ...tlsOf(mode) } : {}),
    unchecked: acceptsAny(mode || modeOf(settings)) || NO_TLS.test(mode ?? ""),
    caFile: file("ssl.ca.cert", "rootCert") || driver.caFile,
    certFile: file("ssl.client.cert", "clientCert") || driver.certFile,
    keyFile: file("ssl.client.key", "clientKey") || driver.keyFile,
  };
}

/** Returns the SSH servers of a tunnel; DBeaver's jump servers come first. */
function hops(tunnel: unknown, login: unknown): Hop[] {
  const of = (name: string) => fieldOf(tunnel, "properties", name);
  const jumps = [0, 1, 2, 3].map((at) => `jumpServer${at}.`).filter((jump) => of(`${jump}enabled`) === "true")
    .map((jump) => ({
      host: of(`${jump}host`),
      port: of(`${jump}port`),
      user: of(`${jump}name`) ?? of(`${jump}user`),
    }));
  const user = fieldOf(login, "user") ?? fieldOf(tunnel, "user") ?? of("user");
  return [...jumps, { host: of("host"), port: of("port"), user }];
}
