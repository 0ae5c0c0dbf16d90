import type { JsonSchema } from "../document/schema.ts";

/** Names of fields and values in other tools, by the names in config.json: lower case, only letters and digits. */
const OTHER_WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "Kedge configuration": {
    ssoStartUrl: ["starturl", "portal", "portalurl", "ssourl"],
    ssoRegion: ["region"],
    perPage: ["pagesize"],
    envRules: ["rules", "environments", "environmentrules"],
    servers: ["databases", "connections"],
    globalShortcut: ["shortcut", "hotkey"],
    launchAtStartup: ["autostart", "startatlogin", "launchatlogin"],
    assistantBinPath: ["claudebinpath"],
  },
  "Environment rule": {
    env: ["environment", "label"],
    matchName: ["name", "pattern", "match", "regex", "accountname"],
    matchEmail: ["email"],
  },
  Account: {
    accountId: ["id", "account", "number", "accountnumber"],
    env: ["environment"],
    region: ["defaultregion", "awsregion"],
    ecsClusters: ["clusters"],
  },
  Secret: { label: ["name", "title"], id: ["arn", "secretid", "secret"] },
  Cluster: { name: ["cluster", "clustername"] },
  Server: {
    name: ["label", "title"],
    engine: ["type", "kind", "driver", "dialect", "protocol"],
    host: ["hostname", "address", "endpoint", "server"],
    database: ["db", "dbname"],
    via: ["through", "bastion", "tunnel", "ssh", "sshtunnel", "sshhost", "jump", "jumphost", "proxyjump"],
    tls: ["ssl", "sslmode", "usetls", "usessl"],
  },
  Engine: { postgres: ["pg", "psql", "aurorapostgresql"], mysql: ["maria", "mariadb", "auroramysql"] },
};

/** Names that people expect in an object although the setting is elsewhere, with a hint. */
const ELSEWHERE: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  Server: [
    [
      /^(pass|passwd|password|pwd)$/,
      "Take it out: no password stands in this file. Kedge asks for it and can keep it in the keychain",
    ],
    [
      /^(user|username|login)$/,
      "Take it out: Kedge asks for user and password, and can keep both in the keychain",
    ],
    [/^(url|uri|dsn|connectionstring)$/, "Write its parts: engine, host, port, database, tls"],
  ],
  Account: [
    [/^(name|email)$/, "Take it out: the portal names its accounts"],
    [/^(role|rolename|profile)$/, "Take it out: you choose a role where one is used"],
  ],
};

/** Returns the field of an object, or the value in a list of values, for which other tools use that word. */
export function meant(word: string, { title = "" }: JsonSchema): string | undefined {
  const plain = plainly(word);
  return Object.entries(OTHER_WORDS[title] ?? {}).find(([, others]) => others.includes(plain))?.[0];
}

/** Returns why an object has no field of that name, and where the setting is instead. */
export function noField(key: string, { title = "" }: JsonSchema): string | undefined {
  const plain = plainly(key);
  return ELSEWHERE[title]?.find(([pattern]) => pattern.test(plain))?.[1];
}

function plainly(word: string): string {
  return word.toLowerCase().replace(/[^a-z0-9]/g, "");
}
