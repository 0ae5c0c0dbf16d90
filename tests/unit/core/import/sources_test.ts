import { deepEqual, equal, ok, throws } from "node:assert/strict";
import type { Found } from "../../../../src/core/import/found.ts";
import { parseBeekeeper } from "../../../../src/core/import/sources/beekeeper.ts";
import {
  parseAwsSso,
  parseGranted,
  parseLeapp,
  unsealed,
} from "../../../../src/core/import/sources/cloud.ts";
import { parseDatagrip } from "../../../../src/core/import/sources/datagrip.ts";
import { parseDbeaver } from "../../../../src/core/import/sources/dbeaver.ts";
import { exported, parsePgadmin, stored } from "../../../../src/core/import/sources/pgadmin.ts";
import { threadTime } from "../../../support/growth.ts";
import { parseTableplus } from "../../../../src/core/import/sources/tableplus.ts";

/** Each server in one line, with `*` for a password, and what is left behind a dash. */
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

const xml = (body: string) => `<project><component>${body}</component></project>`;
const source = (driver: string, url: string) =>
  `<data-source name="X" uuid="u"><driver-ref>${driver}</driver-ref><jdbc-url>${url}</jdbc-url></data-source>`;
const datagrip = (body: string, local = "", ssh = "") => parseDatagrip(xml(body), xml(local), xml(ssh), "f");

const plist = (...dicts: string[]) =>
  parseTableplus(
    `<?xml version="1.0"?><plist version="1.0"><array>${
      dicts.map((one) => `<dict>${one}</dict>`).join("")
    }</array></plist>`,
    "f",
  );
const key = (name: string, value: string) => `<key>${name}</key><string>${value}</string>`;

const ROWS: readonly (readonly [what: string, found: () => Found, expected: readonly string[]])[] = [
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
    "DBeaver: a tunnel that is switched off",
    () =>
      dbeaver({
        configuration: { ...at, handlers: { ssh_tunnel: { enabled: false, properties: { host: "b" } } } },
      }),
    ["X | postgres | db:5433/ |  |  | {}"],
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
    ["X | postgres | db:6432/shop | anna | ssh://t@b:2222 | {}"],
  ],
  ["DataGrip: MariaDB without a port", () => datagrip(source("mariadb", "jdbc:mariadb://m")), [
    "X | mysql | m:3306/ |  |  | {}",
  ]],
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
  Deno.test(`readImport() takes from ${what}`, () => deepEqual(lines(found()), expected));
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
    throws(parse, /^ImportFault: \/f cannot be read: /));
}

const HOSTILE: readonly (readonly [what: string, parse: () => unknown])[] = [
  ["DataGrip's data sources without an end", () => {
    const all = `<p>${
      Array.from({ length: 20_000 }, (_, at) => `<data-source uuid="${at}" name="n"/>`).join("")
    }</p>`;
    return parseDatagrip(all, all, all, "/f");
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
      equal((error as Error).name, "ImportFault");
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

Deno.test("unsealed() gives null for what another machine has sealed, and for what is not sealed", () => {
  equal(unsealed("U2FsdGVkX18AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "x"), null);
  equal(unsealed("not base64 !", "x"), null);
});
