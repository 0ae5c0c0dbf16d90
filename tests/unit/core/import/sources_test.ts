import { deepEqual, equal, ok, throws } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createCipheriv, createHash } from "node:crypto";
import { editConfigText } from "../../../../src/core/config/edit.ts";
import { importEdits } from "../../../../src/core/import/edits.ts";
import type { Found } from "../../../../src/core/import/found.ts";
import { parseBeekeeper } from "../../../../src/core/import/sources/beekeeper.ts";
import { mycnf, pgservice } from "../../../../src/core/import/sources/clients.ts";
import {
  parseAwsSso,
  parseGranted,
  parseLeapp,
  unsealed,
} from "../../../../src/core/import/sources/cloud.ts";
import { parseDatagrip } from "../../../../src/core/import/sources/datagrip.ts";
import { parseDbeaver } from "../../../../src/core/import/sources/dbeaver.ts";
import { exported, parsePgadmin, stored } from "../../../../src/core/import/sources/pgadmin.ts";
import type { Source } from "../../../../src/core/import/sources/source.ts";
import { threadTime } from "../../../support/growth.ts";
import { parseTableplus } from "../../../../src/core/import/sources/tableplus.ts";

/**
 * Returns a line for each server, with `*` for a password, then the portal, the accounts, and after
 * a dash what was left out.
 */
function lines({ servers, portal, accounts, left }: Found): string[] {
  return [
    ...servers.map(({ name, engine, host, port, database = "", user = "", password, via = "", ...tls }) =>
      [name, engine, `${host}:${port}/${database}`, user + (password ? "*" : ""), via, JSON.stringify(tls)]
        .join(" | ")
    ),
    ...(portal ? [`portal ${portal.startUrl} ${portal.region}`] : []),
    ...accounts.map(({ accountId, region }) => `${accountId} ${region}`),
    ...left.map(({ name, why }) => `- ${name}: ${why}`),
  ];
}

const dbeaver = (one: Record<string, unknown>, login?: Record<string, unknown>) =>
  parseDbeaver({ connections: { x: { name: "X", provider: "postgresql", ...one } } }, { x: login }, "f");
const at = { host: "db", port: "5433" };
const proxy = { type: "PROXY", enabled: true, properties: { "socks-host": "s", "socks-port": 1080 } };

const xml = (body: string) => `<project><component>${body}</component></project>`;
const source = (driver: string, url: string, more = "") =>
  `<data-source name="X" uuid="u"><driver-ref>${driver}</driver-ref><jdbc-url>${url}</jdbc-url>${more}</data-source>`;
const ssl = (body: string) => `<ssl-config><enabled>true</enabled>${body}</ssl-config>`;
const kubernetes = (enabled: string) =>
  `<jdbc-additional-properties><property name="com.intellij.clouds.kubernetes.db.enabled" value="${enabled}"/></jdbc-additional-properties>`;
const datagrip = (body: string, local = "", ssh = "") => parseDatagrip(xml(body), xml(local), xml(ssh), "f");

const plist = (...dicts: string[]) =>
  parseTableplus(
    `<?xml version="1.0"?><plist version="1.0"><array>${
      dicts.map((one) => `<dict>${one}</dict>`).join("")
    }</array></plist>`,
    "f",
  );
const key = (name: string, value: string) => `<key>${name}</key><string>${value}</string>`;

/** Returns what a source finds in a file with this text. */
async function read(source: Source, text: string): Promise<Found> {
  const path = await Deno.makeTempFile({ prefix: "kedge-import-" });
  try {
    await Deno.writeTextFile(path, text);
    return (await source.read(path))!;
  } finally {
    await Deno.remove(path);
  }
}

const NO_WAY = "- X: its tunnel or proxy cannot be written as a way";

const ROWS: readonly (readonly [
  what: string,
  found: () => Found | Promise<Found>,
  expected: readonly string[],
])[] = [
  [
    "DBeaver: a server with its login",
    () =>
      dbeaver({ configuration: { ...at, database: "d" } }, { "#connection": { user: "u", password: "p" } }),
    ["X | postgres | db:5433/d | u* |  | {}"],
  ],
  [
    "DBeaver: an old one, all of it on the connection",
    () => dbeaver({ ...at, user: "u" }),
    ["X | postgres | db:5433/ | u |  | {}"],
  ],
  [
    "DBeaver: only an address",
    () => dbeaver({ driver: "redshift-jdbc", configuration: { url: "jdbc:redshift://r:5440/dev" } }),
    ["X | redshift | r:5440/dev |  |  | {}"],
  ],
  [
    "DBeaver: TLS that is verified",
    () =>
      dbeaver({
        configuration: {
          ...at,
          handlers: { postgre_ssl: { enabled: true, properties: { sslMode: "verify-full" } } },
        },
      }),
    ['X | postgres | db:5433/ |  |  | {"tls":true,"tlsVerify":true}'],
  ],
  [
    "DBeaver: MySQL's TLS that is verified",
    () =>
      dbeaver({
        provider: "mysql",
        configuration: {
          ...at,
          handlers: { mysql_ssl: { enabled: true, properties: { "ssl.verify.server": true } } },
        },
      }),
    ['X | mysql | db:5433/ |  |  | {"tls":true,"tlsVerify":true}'],
  ],
  [
    "DBeaver: TLS among the driver's properties",
    () => dbeaver({ configuration: { ...at, properties: { sslmode: "verify-full", ssl: "true" } } }),
    ['X | postgres | db:5433/ |  |  | {"tls":true,"tlsVerify":true}'],
  ],
  [
    "DBeaver: certificate files of TLS, by their names of now and before",
    () => {
      const connection = (id: string, properties: Record<string, string>) => ({
        [id]: {
          ...{ name: id, provider: "postgresql" },
          configuration: { ...at, handlers: { postgre_ssl: { enabled: true, properties } } },
        },
      });
      return parseDbeaver(
        {
          connections: {
            ...connection("X", {
              ...{ "sslMode": "verify-ca", "ssl.ca.cert": "/ca" },
              ...{ "ssl.client.cert": "/c", "ssl.client.key": "/k" },
            }),
            ...connection("Y", {
              ...{ sslMode: "verify-full", rootCert: "/ca", clientCert: "/c", clientKey: "/k" },
            }),
            ...connection("Z", { "ssl.ca.cert": "", "rootCert": "ca.pem" }),
          },
        },
        {},
        "f",
      );
    },
    [
      'X | postgres | db:5433/ |  |  | {"tls":true,"tlsVerify":true,"caFile":"/ca","certFile":"/c","keyFile":"/k"}',
      'Y | postgres | db:5433/ |  |  | {"tls":true,"tlsVerify":true,"caFile":"/ca","certFile":"/c","keyFile":"/k"}',
      '- Z: its caFile "ca.pem" does not say where the file lies',
    ],
  ],
  [
    "DBeaver: authorities that it does not use",
    () => {
      const connection = (id: string, provider: string, properties: Record<string, unknown>, more = {}) => ({
        [id]: {
          ...{ name: id, provider },
          configuration: {
            ...{ ...at, ...more },
            handlers: {
              [`${provider === "mysql" ? "mysql" : "postgre"}_ssl`]: { enabled: true, properties },
            },
          },
        },
      });
      const ca = { "ssl.ca.cert": "/ca" };
      return parseDbeaver(
        {
          connections: {
            ...connection("A", "postgresql", { ...ca, sslMode: "require", "ssl.client.cert": "/c" }),
            ...connection("B", "postgresql", { ...ca, sslMode: "prefer" }),
            ...connection("C", "mysql", { ...ca, "ssl.verify.server": false }),
            ...connection("D", "mysql", { ...ca, "ssl.verify.server": true }),
            ...connection("E", "postgresql", ca),
            ...connection("F", "postgresql", { ...ca, sslMode: "require" }, {
              properties: { sslmode: "verify-full" },
            }),
            ...connection("H", "mysql", ca, { properties: { useSSL: "false" } }),
            ...connection("I", "postgresql", ca, { url: "jdbc:postgresql://db?sslmode=prefer" }),
            ...connection("J", "postgresql", ca, { properties: { sslmode: "require" } }),
            ...{
              G: {
                ...{ name: "G", provider: "postgresql" },
                configuration: { ...at, properties: { sslmode: "require", sslrootcert: "/ca" } },
              },
            },
          },
        },
        {},
        "f",
      );
    },
    [
      'A | postgres | db:5433/ |  |  | {"tls":true,"certFile":"/c"}',
      'B | postgres | db:5433/ |  |  | {"tls":true}',
      'C | mysql | db:5433/ |  |  | {"tls":true}',
      'D | mysql | db:5433/ |  |  | {"tls":true,"tlsVerify":true,"caFile":"/ca"}',
      'E | postgres | db:5433/ |  |  | {"tls":true,"caFile":"/ca"}',
      'F | postgres | db:5433/ |  |  | {"tls":true,"tlsVerify":true,"caFile":"/ca"}',
      'H | mysql | db:5433/ |  |  | {"tls":true,"caFile":"/ca"}',
      'I | postgres | db:5433/ |  |  | {"tls":true,"caFile":"/ca"}',
      'J | postgres | db:5433/ |  |  | {"tls":true}',
      'G | postgres | db:5433/ |  |  | {"tls":true}',
    ],
  ],
  [
    "DBeaver: certificate files among the driver's properties",
    () =>
      dbeaver({
        configuration: {
          ...at,
          properties: { sslmode: "verify-full", sslrootcert: "/ca", sslcert: "/c", sslkey: "/k" },
        },
      }),
    [
      'X | postgres | db:5433/ |  |  | {"tls":true,"tlsVerify":true,"caFile":"/ca","certFile":"/c","keyFile":"/k"}',
    ],
  ],
  [
    "DBeaver: MySQL's TLS among the driver's properties",
    () => dbeaver({ provider: "mysql", configuration: { ...at, properties: { useSSL: "true" } } }),
    ['X | mysql | db:5433/ |  |  | {"tls":true}'],
  ],
  [
    "DBeaver: only an address, with TLS",
    () => dbeaver({ configuration: { url: "jdbc:postgresql://db/d?sslmode=require" } }),
    ['X | postgres | db:5432/d |  |  | {"tls":true}'],
  ],
  [
    "DBeaver: two SSH servers on the way",
    () =>
      dbeaver({
        configuration: {
          ...at,
          handlers: {
            ssh_tunnel: {
              enabled: true,
              properties: {
                "host": "b",
                "port": 22,
                "jumpServer0.enabled": true,
                "jumpServer0.host": "a",
                "jumpServer0.name": "j",
              },
            },
          },
        },
      }, { "network/ssh_tunnel": { user: "t" } }),
    ["X | postgres | db:5433/ |  | ssh://j@a,ssh://t@b:22 | {}"],
  ],
  [
    "DBeaver: an SSH server with a user of another domain",
    () =>
      dbeaver({
        configuration: {
          ...at,
          handlers: { ssh_tunnel: { enabled: true, properties: { host: "b" } } },
        },
      }, { "network/ssh_tunnel": { user: "t@corp.example" } }),
    ["X | postgres | db:5433/ |  | ssh://t@corp.example@b | {}"],
  ],
  [
    "DBeaver: an SSH server without a host",
    () => dbeaver({ configuration: { ...at, handlers: { ssh_tunnel: { enabled: true, properties: {} } } } }),
    [NO_WAY],
  ],
  [
    "DBeaver: a tunnel and TLS of a network profile",
    () =>
      parseDbeaver(
        {
          "connections": {
            x: { name: "X", provider: "postgresql", configuration: { ...at, "config-profile": "n" } },
          },
          "network-profiles": {
            n: {
              handlers: {
                ssh_tunnel: { enabled: true, properties: { host: "b", port: 22 } },
                postgre_ssl: { enabled: true, properties: {} },
              },
            },
          },
        },
        { "profile:n": { "network/ssh_tunnel/profile/n": { user: "t" } } },
        "f",
      ),
    ['X | postgres | db:5433/ |  | ssh://t@b:22 | {"tls":true}'],
  ],
  [
    "DBeaver: a tunnel that is switched off",
    () =>
      dbeaver({
        configuration: { ...at, handlers: { ssh_tunnel: { enabled: false, properties: { host: "b" } } } },
      }),
    ["X | postgres | db:5433/ |  |  | {}"],
  ],
  [
    "DBeaver: a SOCKS proxy",
    () =>
      dbeaver({ configuration: { ...at, handlers: { socks_proxy: proxy } } }, {
        "#connection": { user: "u", password: "p" },
      }),
    [NO_WAY],
  ],
  [
    "DBeaver: a SOCKS proxy of a network profile, before an SSH server",
    () =>
      parseDbeaver(
        {
          "connections": {
            x: {
              ...{ name: "X", provider: "postgresql" },
              configuration: {
                ...{ ...at, "config-profile": "n" },
                handlers: { ssh_tunnel: { enabled: true, properties: { host: "b" } } },
              },
            },
          },
          "network-profiles": { n: { handlers: { socks_proxy: proxy } } },
        },
        {},
        "f",
      ),
    [NO_WAY],
  ],
  [
    "DBeaver: a tunnel of another kind",
    () => dbeaver({ configuration: { ...at, handlers: { k8s: { type: "TUNNEL", enabled: true } } } }),
    [NO_WAY],
  ],
  [
    "DBeaver: a SOCKS proxy that is switched off, and a handler that is no way",
    () =>
      dbeaver({
        configuration: {
          ...at,
          handlers: {
            socks_proxy: { ...proxy, enabled: false },
            postgre_ssl: { type: "CONFIG", enabled: true, properties: {} },
          },
        },
      }),
    ['X | postgres | db:5433/ |  |  | {"tls":true}'],
  ],
  [
    "DBeaver: another product",
    () => dbeaver({ provider: "oracle", driver: "oracle_thin", configuration: at }),
    ["- X: Kedge does not speak to oracle_thin oracle"],
  ],
  [
    "DBeaver: a host that is an option",
    () => dbeaver({ configuration: { host: "-oProxyCommand=id" } }),
    ["- X: its host begins with a dash, as an option of a program would"],
  ],
  [
    "DataGrip: a server, its user and its tunnel",
    () =>
      datagrip(
        source("postgresql", "jdbc:postgresql://db:6432/shop?ssl=true"),
        `<data-source uuid="u"><user-name>anna</user-name><ssh-properties><enabled>true</enabled><ssh-config-id>s</ssh-config-id></ssh-properties></data-source>`,
        `<sshConfig id="s" host="b" port="2222" username="t" />`,
      ),
    ['X | postgres | db:6432/shop | anna | ssh://t@b:2222 | {"tls":true}'],
  ],
  [
    "DataGrip: TLS in the document beside it",
    () =>
      datagrip(
        source("postgresql", "jdbc:postgresql://db/x"),
        `<data-source uuid="u">${ssl("<mode>VERIFY_FULL</mode>")}</data-source>`,
      ),
    ['X | postgres | db:5432/x |  |  | {"tls":true,"tlsVerify":true}'],
  ],
  [
    "DataGrip: TLS without a mode, with files in the user's folder",
    () =>
      datagrip(
        source("postgresql", "jdbc:postgresql://db/x"),
        `<data-source uuid="u">${
          ssl(
            "<ca-cert>$USER_HOME$/ca.pem</ca-cert><client-cert>/c.pem</client-cert><client-key>/k.pem</client-key>",
          )
        }</data-source>`,
      ),
    [
      'X | postgres | db:5432/x |  |  | {"tls":true,"caFile":"~/ca.pem","certFile":"/c.pem","keyFile":"/k.pem"}',
    ],
  ],
  [
    "DataGrip: TLS with an authority in the project's folder",
    () =>
      datagrip(
        source("postgresql", "jdbc:postgresql://db/x"),
        `<data-source uuid="u">${ssl("<ca-cert>$PROJECT_DIR$/ca.pem</ca-cert>")}</data-source>`,
      ),
    ['- X: its caFile "$PROJECT_DIR$/ca.pem" does not say where the file lies'],
  ],
  [
    "DataGrip: TLS that is switched off",
    () =>
      datagrip(
        source("postgresql", "jdbc:postgresql://db/x"),
        `<data-source uuid="u"><ssl-config><enabled>false</enabled><mode>REQUIRE</mode></ssl-config></data-source>`,
      ),
    ["X | postgres | db:5432/x |  |  | {}"],
  ],
  [
    "DataGrip: TLS in the address",
    () => datagrip(source("postgresql", "jdbc:postgresql://db/x?sslmode=verify-full")),
    ['X | postgres | db:5432/x |  |  | {"tls":true,"tlsVerify":true}'],
  ],
  [
    "DataGrip: TLS among the driver's properties",
    () =>
      datagrip(
        source(
          "mysql.8",
          "jdbc:mysql://m",
          `<driver-properties><property name="sslMode" value="REQUIRED"/><property name="ssl"/></driver-properties>`,
        ),
      ),
    ['X | mysql | m:3306/ |  |  | {"tls":true}'],
  ],
  [
    "DataGrip: certificate files among the driver's properties, and in the SSL tab over them",
    () => {
      const properties = '<driver-properties><property name="sslmode" value="verify-full"/>' +
        '<property name="sslrootcert" value="/ca"/><property name="sslcert" value="/c"/>' +
        '<property name="sslkey" value="/k"/></driver-properties>';
      const postgres = (more: string) => source("postgresql", "jdbc:postgresql://db/x", properties + more);
      return datagrip(postgres("") + postgres(ssl("<ca-cert>/tab</ca-cert>")));
    },
    [
      'X | postgres | db:5432/x |  |  | {"tls":true,"tlsVerify":true,"caFile":"/ca","certFile":"/c","keyFile":"/k"}',
      'X | postgres | db:5432/x |  |  | {"tls":true,"tlsVerify":true,"caFile":"/tab","certFile":"/c","keyFile":"/k"}',
    ],
  ],
  [
    "DataGrip: a tunnel whose SSH server stands in another file",
    () =>
      datagrip(
        source("postgresql", "jdbc:postgresql://localhost/shop"),
        `<data-source uuid="u"><ssh-properties><enabled>true</enabled><ssh-config-id>s</ssh-config-id></ssh-properties></data-source>`,
      ),
    [NO_WAY],
  ],
  [
    "DataGrip: a tunnel beside the address",
    () =>
      datagrip(
        `<data-source name="X" uuid="u"><driver-ref>postgresql</driver-ref><jdbc-url>jdbc:postgresql://db</jdbc-url><ssh-properties><enabled>true</enabled><proxy-host>b</proxy-host><user>t</user></ssh-properties></data-source>`,
        `<data-source uuid="u"><user-name>anna</user-name></data-source>`,
      ),
    ["X | postgres | db:5432/ | anna | ssh://t@b | {}"],
  ],
  [
    "DataGrip: a forwarded port of Kubernetes",
    () => datagrip(source("postgresql", "jdbc:postgresql://localhost:5432/x", kubernetes("true"))),
    [NO_WAY],
  ],
  [
    "DataGrip: a forwarded port of Kubernetes that is switched off",
    () => datagrip(source("postgresql", "jdbc:postgresql://db/x", kubernetes("false"))),
    ["X | postgres | db:5432/x |  |  | {}"],
  ],
  ["DataGrip: MariaDB without a port", () => datagrip(source("mariadb", "jdbc:mariadb://m")), [
    "X | mysql | m:3306/ |  |  | {}",
  ]],
  [
    "DataGrip: a text with a part in CDATA, around an element",
    () => datagrip(source("postgresql", "jdbc:postgresql://db<jdbc-url>.evil</jdbc-url><![CDATA[/x]]>")),
    ["X | postgres | db:5432/x |  |  | {}"],
  ],
  [
    "DataGrip: an authority that it does not use",
    () =>
      datagrip(
        source("postgresql", "jdbc:postgresql://db/x"),
        `<data-source uuid="u">${ssl("<mode>REQUIRE</mode><ca-cert>/ca</ca-cert>")}</data-source>`,
      ),
    ['X | postgres | db:5432/x |  |  | {"tls":true}'],
  ],
  [
    "DataGrip: an authority beside words of the driver that do not insist on TLS",
    () =>
      datagrip(
        source(
          "mysql.8",
          "jdbc:mysql://m?sslMode=PREFERRED",
          '<driver-properties><property name="useSSL" value="false"/></driver-properties>',
        ),
        `<data-source uuid="u">${ssl("<ca-cert>/ca</ca-cert>")}</data-source>`,
      ),
    ['X | mysql | m:3306/ |  |  | {"tls":true,"caFile":"/ca"}'],
  ],
  [
    "DataGrip: an authority for a mode that accepts every certificate",
    () =>
      datagrip(
        source(
          "postgresql",
          "jdbc:postgresql://db",
          '<driver-properties><property name="ssl" value="true"/></driver-properties>',
        ),
        `<data-source uuid="u">${ssl("<mode>PREFER</mode><ca-cert>/ca</ca-cert>")}</data-source>`,
      ),
    ['X | postgres | db:5432/ |  |  | {"tls":true}'],
  ],
  ["DataGrip: SQLite", () => datagrip(source("sqlite.xerial", "jdbc:sqlite:x")), [
    "- X: Kedge does not speak to sqlite.xerial",
  ]],
  [
    "TablePlus: over SSH, with TLS",
    () =>
      plist(
        key("ConnectionName", "X") + key("Driver", "PostgreSQL") + key("DatabaseHost", "db") +
          key("DatabasePort", "") +
          "<key>tLSMode</key><integer>4</integer><key>isOverSSH</key><true/>" + key("ServerAddress", "b") +
          key("ServerPort", "22") + key("ServerUser", "t"),
      ),
    ['X | postgres | db:5432/ |  | ssh://t@b:22 | {"tls":true,"tlsVerify":true}'],
  ],
  [
    "TablePlus: one without TLS, and one that is another product",
    () =>
      plist(
        key("ConnectionName", "X") + key("Driver", "MySQL") + key("DatabaseHost", "m") +
          "<key>tLSMode</key><integer>1</integer>",
        key("ConnectionName", "R") + key("Driver", "Redis"),
      ),
    ["X | mysql | m:3306/ |  |  | {}", "- R: Kedge does not speak to Redis"],
  ],
  [
    "Beekeeper: over a bastion's bastion",
    () =>
      parseBeekeeper([{
        ...{ name: "X", connectionType: "mysql", host: "m", port: 3307, defaultDatabase: "d", username: "u" },
        ...{ sshEnabled: 1, sshHost: "b", sshPort: 22, sshUsername: "t", sshBastionHost: "a", ssl: 1 },
      }]),
    ['X | mysql | m:3307/d | u | ssh://t@a,ssh://t@b:22 | {"tls":true}'],
  ],
  [
    "Beekeeper: over a bastion with a port and a user of its own, and with no user",
    () => {
      const inner = { sshEnabled: 1, sshHost: "b", sshPort: 22, sshUsername: "t", sshBastionHost: "a" };
      return parseBeekeeper([
        {
          ...{ name: "X", connectionType: "mysql", host: "m", ...inner },
          ...{ sshBastionHostPort: 2222, sshBastionUsername: "j" },
        },
        {
          ...{ name: "Y", connectionType: "mysql", host: "m", ...inner },
          ...{ sshBastionHostPort: null, sshBastionUsername: null },
        },
      ]);
    },
    [
      "X | mysql | m:3306/ |  | ssh://j@a:2222,ssh://t@b:22 | {}",
      "Y | mysql | m:3306/ |  | ssh://a,ssh://t@b:22 | {}",
    ],
  ],
  [
    "Beekeeper: TLS that is verified only with files",
    () => {
      const one = { connectionType: "mysql", host: "m", ssl: 1, sslRejectUnauthorized: 1 };
      return parseBeekeeper([
        { ...one, name: "X", sslCaFile: "", sslCertFile: null },
        { ...one, name: "Y", sslCaFile: "/ca" },
        { ...one, name: "Z", sslCertFile: "/c", sslKeyFile: "/k" },
        { ...one, name: "W", sslCaFile: "/ca", sslRejectUnauthorized: 0 },
      ]);
    },
    [
      'X | mysql | m:3306/ |  |  | {"tls":true}',
      'Y | mysql | m:3306/ |  |  | {"tls":true,"tlsVerify":true,"caFile":"/ca"}',
      'Z | mysql | m:3306/ |  |  | {"tls":true,"tlsVerify":true,"certFile":"/c","keyFile":"/k"}',
      'W | mysql | m:3306/ |  |  | {"tls":true}',
    ],
  ],
  [
    "Beekeeper: only an address, with TLS",
    () =>
      parseBeekeeper([{
        ...{ name: "X", connectionType: "postgresql", ssl: 0 },
        uri: "postgresql://u:p@db/d?sslmode=verify-ca",
      }]),
    ['X | postgres | db:5432/d | u |  | {"tls":true,"tlsVerify":true}'],
  ],
  ["Beekeeper: SQLite", () => parseBeekeeper([{ name: "X", connectionType: "sqlite" }]), [
    "- X: Kedge does not speak to sqlite",
  ]],
  [
    "pgAdmin: an export",
    () =>
      parsePgadmin(exported({
        Servers: {
          1: {
            Name: "X",
            Host: "db",
            Port: 5432,
            MaintenanceDB: "postgres",
            Username: "u",
            SSLMode: "require",
          },
          2: { Name: "S", MaintenanceDB: "x", Service: "s" },
        },
      })),
    ['X | postgres | db:5432/postgres | u |  | {"tls":true}', "- S: it has no host"],
  ],
  [
    "pgAdmin: a row of its database",
    () =>
      parsePgadmin([stored({
        ...{
          name: "X",
          host: "db",
          port: 5432,
          use_ssh_tunnel: 1,
          tunnel_host: "b",
          tunnel_port: 22,
          tunnel_username: "t",
        },
        connection_params: '{"sslmode": "verify-ca", "sslrootcert": "/ca.pem"}',
      })]),
    ['X | postgres | db:5432/ |  | ssh://t@b:22 | {"tls":true,"tlsVerify":true,"caFile":"/ca.pem"}'],
  ],
  [
    "TablePlus: over an SSH server whose name holds a space",
    () =>
      plist(
        key("ConnectionName", "X") + key("Driver", "PostgreSQL") + key("DatabaseHost", "localhost") +
          "<key>isOverSSH</key><true/>" + key("ServerAddress", "a b"),
      ),
    [NO_WAY],
  ],
  [
    "Beekeeper: over the same bastion twice",
    () =>
      parseBeekeeper([{
        ...{ name: "X", connectionType: "mysql", host: "localhost" },
        ...{ sshEnabled: 1, sshHost: "b", sshBastionHost: "b" },
      }]),
    [NO_WAY],
  ],
  [
    "Beekeeper: an authority whose file has no folder",
    () =>
      parseBeekeeper([{ name: "X", connectionType: "mysql", host: "m", ssl: 1, sslCaFile: "ca.pem" }, {
        ...{ name: "Y", connectionType: "mysql", host: "m", ssl: 1, sslCaFile: "" },
      }]),
    [
      'Y | mysql | m:3306/ |  |  | {"tls":true}',
      '- X: its caFile "ca.pem" does not say where the file lies',
    ],
  ],
  [
    "pgAdmin: over an SSH server with a user that is none of SSH",
    () =>
      parsePgadmin([{
        ...{ Name: "X", Host: "localhost", UseSSHTunnel: 1, TunnelHost: "b", TunnelUsername: "CORP\\t" },
      }]),
    [NO_WAY],
  ],
  [
    "pgAdmin: a certificate without TLS that must be there",
    () =>
      parsePgadmin([{
        ...{ Name: "X", Host: "db", SSLMode: "prefer" },
        ConnectionParameters: { sslcert: "/c", sslkey: "/k" },
      }]),
    ["X | postgres | db:5432/ |  |  | {}"],
  ],
  [
    "MySQL's option file: an authority without a mode, with another one, and none",
    () =>
      read(
        mycnf,
        "[client-a]\nhost = a\nssl-ca = /x\n[client-b]\nhost = b\n" +
          "[client-c]\nhost = c\nssl-ca = /x\nssl-mode = PREFERRED\n",
      ),
    [
      'client-a | mysql | a:3306/ |  |  | {"tls":true,"tlsVerify":true,"caFile":"/x"}',
      "client-b | mysql | b:3306/ |  |  | {}",
      "client-c | mysql | c:3306/ |  |  | {}",
    ],
  ],
  [
    "MySQL's option file: certificates, and MariaDB's word for their check",
    () =>
      read(
        mycnf,
        "[client-a]\nhost = a\nssl-ca = /x\nssl-cert = /c\nssl_key = /k\n" +
          "[client-b]\nhost = b\nssl-cert = /c\nssl-verify-server-cert = 1\n" +
          "[client-c]\nhost = c\nssl-verify-server-cert\n" +
          "[client-d]\nhost = d\nssl-verify-server-cert = OFF\n" +
          "[client-e]\nhost = e\nssl-verify-server-cert\nssl-mode = required\n" +
          "[client-f]\nhost = f\nssl-verify-server-cert\nssl-mode = DISABLED\n",
      ),
    [
      'client-a | mysql | a:3306/ |  |  | {"tls":true,"tlsVerify":true,"caFile":"/x","certFile":"/c","keyFile":"/k"}',
      'client-b | mysql | b:3306/ |  |  | {"tls":true,"tlsVerify":true,"certFile":"/c"}',
      'client-c | mysql | c:3306/ |  |  | {"tls":true,"tlsVerify":true}',
      "client-d | mysql | d:3306/ |  |  | {}",
      'client-e | mysql | e:3306/ |  |  | {"tls":true,"tlsVerify":true}',
      "client-f | mysql | f:3306/ |  |  | {}",
    ],
  ],
  [
    "MySQL's option file: an authority that its clients do not use",
    () => read(mycnf, "[client]\nhost = a\nssl-ca = /x\nssl-mode = REQUIRED\n"),
    ['client | mysql | a:3306/ |  |  | {"tls":true}'],
  ],
  [
    "libpq's service file: authorities and certificates with and without TLS",
    () =>
      read(
        pgservice,
        "[a]\nhost=a\nsslrootcert=/x\n[b]\nhost=b\nsslmode=prefer\nsslcert=/c\nsslkey=/k\n" +
          "[c]\nhost=c\nsslrootcert=system\n[d]\nhost=d\nsslmode=verify-full\nsslrootcert=root.crt\n" +
          "[e]\nhost=e\nsslmode=verify-ca\nsslrootcert=/x\n[f]\nhost=f\nsslmode=require\nsslrootcert=/x\n",
      ),
    [
      "a | postgres | a:5432/ |  |  | {}",
      "b | postgres | b:5432/ |  |  | {}",
      'c | postgres | c:5432/ |  |  | {"tls":true,"tlsVerify":true}',
      'e | postgres | e:5432/ |  |  | {"tls":true,"tlsVerify":true,"caFile":"/x"}',
      'f | postgres | f:5432/ |  |  | {"tls":true,"caFile":"/x"}',
      '- d: its caFile "root.crt" does not say where the file lies',
    ],
  ],
  [
    "aws-sso-cli: a portal whose address cannot be read",
    () => parseAwsSso("SSOConfig: {Default: {SSORegion: eu-west-1, StartUrl: 'https://['}}", "f"),
    ["- Default: its portal has no https address and region"],
  ],
  [
    "aws-sso-cli: words for a region",
    () =>
      parseAwsSso(
        "SSOConfig:\n  Default:\n    SSORegion: eu-west-1\n    StartUrl: https://w.awsapps.com/start\n" +
          `    DefaultRegion: ${
            "the one nearest to you ".repeat(3)
          }\n    Accounts:\n      123456789012: {}\n`,
        "f",
      ),
    ["portal https://w.awsapps.com/start eu-west-1", "123456789012 eu-west-1"],
  ],
  [
    "aws-sso-cli: the portal that it uses, and another one",
    () =>
      parseAwsSso(
        "DefaultSSO: Work\nSSOConfig:\n  Other: {SSORegion: us-east-1, StartUrl: https://o.awsapps.com/start}\n" +
          "  Work:\n    SSORegion: eu-central-1\n    StartUrl: https://w.awsapps.com/start\n    Accounts:\n      123456789012: {Name: shop}\n",
        "f",
      ),
    [
      "portal https://w.awsapps.com/start eu-central-1",
      "123456789012 eu-central-1",
      "- Other: config.json has one portal, and this is another one",
    ],
  ],
  [
    "aws-sso-cli: a portal without https",
    () => parseAwsSso("SSOConfig: {Default: {SSORegion: x, StartUrl: 'http://w'}}", "f"),
    ["- Default: its portal has no https address and region"],
  ],
  [
    "Leapp: a portal and a session that is none of it",
    () =>
      parseLeapp({
        _awsSsoIntegrations: [{ alias: "W", portalUrl: "https://w.awsapps.com/start", region: "eu-west-1" }],
        _sessions: [{ type: "awsSsoRole", sessionName: "in" }, { type: "awsIamUser", sessionName: "key" }, {
          type: "azure",
          sessionName: "z",
        }],
      }),
    [
      "portal https://w.awsapps.com/start eu-west-1",
      "- key: it is no role of a portal; a profile of ~/.aws/config serves it",
      "- z: it is none of AWS",
    ],
  ],
  [
    "Granted: profiles of its own",
    () =>
      parseGranted(
        "[profile shop/Admin]\ngranted_sso_start_url = https://w.awsapps.com/start\ngranted_sso_region = eu-west-1\n" +
          "granted_sso_account_id = 123456789012\ngranted_sso_role_name = Admin\nregion = eu-central-1\n",
      ),
    ["portal https://w.awsapps.com/start eu-west-1", "123456789012 eu-central-1"],
  ],
  ["Granted: a file without it", () => parseGranted("[profile x]\nregion = a\n"), []],
];
for (const [what, found, expected] of ROWS) {
  Deno.test(`readImport() takes from ${what}`, async () => {
    const all = await found();
    deepEqual(lines(all), expected);
    // config.json must accept every entry, because one refused entry would stop the whole import.
    const edited = editConfigText("{}", importEdits(all, {}).edits);
    equal(edited.ok || edited.error, true);
  });
}

for (const [paths, told] of [["/ca.pem", true], ["", false]] as const) {
  Deno.test(`parseTableplus() ${told ? "tells" : "is silent"} of certificate files when they are “${paths}”`, () => {
    const { remarks } = plist(
      key("ConnectionName", "X") + key("Driver", "MySQL") + key("DatabaseHost", "m") +
        `<key>TlsKeyPaths</key><array><string>${paths}</string><string></string></array>`,
    );
    equal(remarks.some((remark) => remark.includes("certificate files")), told);
  });
}

const BROKEN: readonly (readonly [what: string, parse: () => unknown])[] = [
  ["a document of DBeaver without connections", () => parseDbeaver({ other: 1 }, null, "/f")],
  ["a text of DataGrip that is no XML", () => parseDatagrip("<a", "<none/>", "<none/>", "/f")],
  ["a text of TablePlus that is no list", () => parseTableplus("<plist><dict/></plist>", "/f")],
  ["a text of aws-sso-cli that is no YAML", () => parseAwsSso("a: [", "/f")],
  [
    "a text of aws-sso-cli in which names stand for values",
    () => parseAwsSso("a: &x [1]\nSSOConfig: *x", "/f"),
  ],
];
for (const [what, parse] of BROKEN) {
  Deno.test(`readImport() names the file for ${what}`, () =>
    throws(parse, /^ImportError: \/f cannot be read: /));
}

const HOSTILE: readonly (readonly [what: string, parse: () => unknown])[] = [
  ["DataGrip's data sources without an end", () => {
    const all = `<p>${
      Array.from({ length: 20_000 }, (_, at) => `<data-source uuid="${at}" name="n"/>`).join("")
    }</p>`;
    return parseDatagrip(all, all, all, "/f");
  }],
  ["data sources of DataGrip in each other, around a long text", () => {
    const deep = 400;
    const all = '<data-source name="n"><jdbc-url>x'.repeat(deep) + "y".repeat(1 << 20) +
      "</jdbc-url></data-source>".repeat(deep);
    return parseDatagrip(xml(all), "<none/>", "<none/>", "/f");
  }],
  ["a property list of arrays in arrays", () => parseTableplus("<plist>" + "<array>".repeat(500_000), "/f")],
  ["lines of Granted that are spaces", () => parseGranted(("\n" + " ".repeat(1000)).repeat(4000))],
  [
    "YAML of keys",
    () => parseAwsSso(Array.from({ length: 30_000 }, (_, at) => `k${at}: 1`).join("\n"), "/f"),
  ],
  ["YAML of lists in lists", () => parseAwsSso("[".repeat(200_000), "/f")],
];
for (const [what, parse] of HOSTILE) {
  Deno.test(`readImport() is done in good time with ${what}`, () => {
    const begin = threadTime();
    try {
      parse();
    } catch (error) {
      equal((error as Error).name, "ImportError");
    }
    ok(threadTime() - begin < 6000);
  });
}

Deno.test("readImport() takes no portal that reads as another one", () => {
  const portal = { portalUrl: "https://evil.example/\u202emoc.sppasw", region: "eu-west-1", alias: "x" };
  deepEqual(lines(parseLeapp({ _awsSsoIntegrations: [portal] })), [
    "- x: its portal has no https address and region",
  ]);
});

/** Encrypts a text as Leapp does, in OpenSSL's old format. */
function sealed(text: string, passphrase: string): string {
  const salt = Buffer.from("saltsalt");
  let made: Buffer = Buffer.alloc(0), last: Buffer = Buffer.alloc(0);
  while (made.length < 48) {
    last = createHash("md5").update(Buffer.concat([last, Buffer.from(passphrase), salt])).digest();
    made = Buffer.concat([made, last]);
  }
  const cipher = createCipheriv("aes-256-cbc", made.subarray(0, 32), made.subarray(32, 48));
  return Buffer.concat([Buffer.from("Salted__"), salt, cipher.update(text), cipher.final()]).toString(
    "base64",
  );
}

for (const size of [10, 300_000]) {
  Deno.test(`unsealed() opens what was sealed with the same passphrase when it has ${size} characters`, () => {
    const text = "x".repeat(size);
    equal(unsealed(sealed(text, "p"), "p") === text, true);
  });
}

Deno.test("unsealed() gives null for what another machine has sealed, and for what is not sealed", () => {
  equal(unsealed("U2FsdGVkX18AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "x"), null);
  equal(unsealed("not base64 !", "x"), null);
});
