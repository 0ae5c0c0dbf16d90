import { deepEqual, equal } from "node:assert/strict";
import {
  type Draft,
  engineOf,
  foundServers,
  libpqTls,
  urlParts,
  viaOf,
} from "../../../../src/core/import/found.ts";

const PRODUCTS: readonly (readonly [product: string, engine: string | null])[] = [
  ["postgres-jdbc postgresql", "postgres"],
  ["PostgreSQL", "postgres"],
  ["cockroachdb", "postgres"],
  ["mysql8 mysql", "mysql"],
  ["MariaDB", "mysql"],
  ["Amazon Redshift", "redshift"],
  ["redshift-jdbc postgresql", "redshift"],
  ["sqlite", null],
  ["", null],
];
for (const [product, engine] of PRODUCTS) {
  Deno.test(`engineOf() makes ${engine} of ${product || "nothing"}`, () => equal(engineOf(product), engine));
}

const URLS: readonly (readonly [url: string, parts: Record<string, string> | null])[] = [
  ["jdbc:postgresql://h:5432/d?ssl=true", {
    ...{ scheme: "postgresql", host: "h", port: "5432", database: "d" },
    mode: "true",
  }],
  ["jdbc:postgresql://h/d?user=u&ssl", { scheme: "postgresql", host: "h", database: "d", mode: "true" }],
  ["jdbc:postgresql://h?ssl=true&sslmode=verify%2Dfull", {
    ...{ scheme: "postgresql", host: "h" },
    mode: "verify-full",
  }],
  ["jdbc:mysql://a:1,b:2/d?useSSL=true&sslMode=VERIFY_IDENTITY", {
    ...{ scheme: "mysql", host: "a", port: "1", database: "d" },
    mode: "VERIFY_IDENTITY",
  }],
  ["mysql://h/?ssl-mode=REQUIRED", { scheme: "mysql", host: "h", mode: "REQUIRED" }],
  ["jdbc:mysql://h?requireSSL=true&verifyServerCertificate=true", {
    ...{ scheme: "mysql", host: "h" },
    mode: "verify-ca",
  }],
  ["jdbc:mysql://h?useSSL=false&verifyServerCertificate=true", {
    ...{ scheme: "mysql", host: "h" },
    mode: "false",
  }],
  ["jdbc:redshift://h:5439/d;UID=u;ssl=true", {
    ...{ scheme: "redshift", host: "h", port: "5439", database: "d" },
    mode: "true",
  }],
  ["postgresql://h/d?options=ssl#ssl=true", { scheme: "postgresql", host: "h", database: "d" }],
  ["postgresql://u:p@h/d", { scheme: "postgresql", host: "h", database: "d", user: "u" }],
  ["jdbc:mysql://h", { scheme: "mysql", host: "h" }],
  ["jdbc:mysql://a:1,b:2/d", { scheme: "mysql", host: "a", port: "1", database: "d" }],
  ["jdbc:postgresql://[::1]:5432/d", { scheme: "postgresql", host: "::1", port: "5432", database: "d" }],
  ["jdbc:postgresql://h/a%20b", { scheme: "postgresql", host: "h", database: "a b" }],
  ["jdbc:sqlite:/x.db", null],
  ["", null],
];
for (const [url, parts] of URLS) {
  Deno.test(`urlParts() reads ${url || "nothing"}`, () => deepEqual(urlParts(url), parts));
}

const WAYS: readonly (readonly [what: string, hops: Parameters<typeof viaOf>[0], via: string | null])[] = [
  ["one server", [{ host: "b", port: 22, user: "u" }], "ssh://u@b:22"],
  ["one without user and port", [{ host: "b" }], "ssh://b"],
  ["two", [{ host: "a" }, { host: "b", port: "2222" }], "ssh://a,ssh://b:2222"],
  ["an address with colons", [{ host: "fe80::1" }], "ssh://[fe80::1]"],
  ["a user of another domain", [{ host: "b", user: "a@b" }], "ssh://a@b@b"],
  ["a user with signs", [{ host: "b", user: "a+b=c" }], "ssh://a+b=c@b"],
  ["a host that is an option", [{ host: "-oProxyCommand=id" }], null],
  ["a user that is an option", [{ host: "b", user: "-l" }], null],
  ["a user with a backslash", [{ host: "b", user: "a\\b" }], null],
  ["a user with a password", [{ host: "b", user: "a:b" }], null],
  ["a user with another server", [{ host: "b", user: "a,c" }], null],
  ["a host with a space", [{ host: "a b" }], null],
  ["a host that is two", [{ host: "a,b" }], null],
  ["a host with a user", [{ host: "u@b" }], null],
  ["a host with a port", [{ host: "b:22" }], null],
  ["the same one twice", [{ host: "a" }, { host: "A", port: 22 }], null],
  ["a host of a million colons", [{ host: ":".repeat(1_000_000) }], null],
  ["no host", [{ user: "u" }], null],
  ["no server", [], null],
];
for (const [what, hops, via] of WAYS) {
  Deno.test(`viaOf() makes ${via} of ${what}`, () => equal(viaOf(hops), via));
}

const SPOKEN: readonly (readonly [host: string, product: string, engine: string, port: number])[] = [
  ["c.abc.eu-west-1.redshift.amazonaws.com", "postgresql", "redshift", 5439],
  ["w.1.eu-west-1.redshift-serverless.amazonaws.com", "postgres-jdbc postgresql", "redshift", 5439],
  ["c.abc.eu-west-1.rds.amazonaws.com", "postgresql", "postgres", 5432],
  ["c.abc.eu-west-1.redshift.amazonaws.com", "mysql", "mysql", 3306],
];
for (const [host, product, engine, port] of SPOKEN) {
  Deno.test(`foundServers() makes ${engine} of ${product} at ${host}`, () => {
    const { servers } = foundServers([{ name: "X", product, host }]);
    deepEqual(servers, [{ name: "X", engine, host, port }]);
  });
}

const HOSTS: readonly (readonly [host: string, why: string | null])[] = [
  ["db.example", null],
  ["/var/run/postgresql", null],
  ["", "it has no host"],
  ["-h", "its host begins with a dash, as an option of a program would"],
  ["a b", "its host holds spaces"],
  ["http://a", "its host is an address of another kind"],
  ["x".repeat(256), "its host is longer than 255 characters"],
];
for (const [host, why] of HOSTS) {
  Deno.test(`foundServers() ${why === null ? "takes" : "leaves"} the host “${host.slice(0, 20)}”`, () => {
    const { servers, left } = foundServers([{ name: "X", product: "mysql", host }]);
    deepEqual([servers.length, left.map(({ why }) => why)], why === null ? [1, []] : [0, [why]]);
  });
}

const UNSEEN: readonly (readonly [what: string, draft: Partial<Draft>, name: string, why: string | null])[] =
  [
    ["a name that clears the terminal", { name: "a\x1b]52;c;eA==\x07\x1b[2J\x9b2Jb" }, "a 2Jb", null],
    ["a name that turns round", { name: "prd \u202egnp.bd" }, "prd gnp.bd", null],
    ["a name of nothing", { name: "\u200b\u200b" }, "h", null],
    ["a user", { user: "a\u200bb" }, "X", "its user holds characters that are not seen"],
    ["a database", { database: "a\x1b[2J" }, "X", "its database holds characters that are not seen"],
    ["a file of keys", { keyFile: "/a\u202eb" }, "X", "its keyFile holds characters that are not seen"],
  ];
for (const [what, draft, name, why] of UNSEEN) {
  Deno.test(`foundServers() ${why === null ? "shows what is seen of" : "leaves, for what is not seen,"} ${what}`, () => {
    const { servers, left } = foundServers([{ name: "X", product: "mysql", host: "h", ...draft }]);
    deepEqual([...servers.map(({ name }) => [name, null]), ...left.map(({ name, why }) => [name, why])], [[
      name,
      why,
    ]]);
  });
}

const REFUSED: readonly (readonly [what: string, draft: Partial<Draft>, why: string])[] = [
  ["an SSH server that is no way", { via: null }, "its tunnel or proxy cannot be written as a way"],
  [
    "a host with its port",
    { host: "db:5432" },
    'its host must be a host name, an IP address or an absolute path, not "db:5432"',
  ],
  [
    "a relative file",
    { tls: true, caFile: "ca.pem" },
    'its caFile "ca.pem" does not say where the file lies',
  ],
  [
    "a way to a socket",
    { host: "/run/mysqld", via: "ssh://b" },
    "its via leads over the network, and `host` is a Unix socket",
  ],
];
for (const [what, draft, why] of REFUSED) {
  Deno.test(`foundServers() leaves only the one that config.json would refuse, for ${what}`, () => {
    const { servers, left } = foundServers([
      { name: "X", product: "mysql", host: "h", ...draft },
      { name: "Y", product: "mysql", host: "h" },
    ]);
    deepEqual([servers.map(({ name }) => name), left], [["Y"], [{ name: "X", why }]]);
  });
}

const FILES:
  readonly (readonly [what: string, drafts: readonly Partial<Draft>[], remarks: readonly string[]])[] = [
    ["one without TLS", [{ caFile: "/ca" }, { tls: true, caFile: "/ca" }, { caFile: "" }], [
      "1 connection does not insist on TLS, so its certificate files are left out",
    ]],
    ["two without TLS", [{ certFile: "/c", keyFile: "/k" }, { caFile: "/ca" }], [
      "2 connections do not insist on TLS, so their certificate files are left out",
    ]],
    ["one with TLS", [{ tls: true, certFile: "/c", keyFile: "/k" }], []],
  ];
for (const [what, drafts, remarks] of FILES) {
  Deno.test(`foundServers() keeps certificate files where they have an effect: ${what}`, () => {
    const found = foundServers(
      drafts.map((draft, at) => ({ name: `${at}`, product: "mysql", host: "h", ...draft })),
      ["before"],
    );
    deepEqual(
      found.servers.map(({ caFile, certFile, keyFile }) => ({ caFile, certFile, keyFile })),
      drafts.map(({ tls, caFile, certFile, keyFile }) =>
        tls ? { caFile, certFile, keyFile } : { caFile: undefined, certFile: undefined, keyFile: undefined }
      ),
    );
    deepEqual(found.remarks, ["before", ...remarks]);
  });
}

const ADDRESSES: readonly (readonly [draft: Partial<Draft>, fields: unknown])[] = [
  [{ url: "mysql://h?sslMode=VERIFY_CA" }, { tls: true, tlsVerify: true }],
  [{ url: "mysql://h?sslMode=VERIFY_CA", tls: true }, { tls: true, tlsVerify: true }],
  [{ url: "mysql://h?ssl=true", caFile: "/ca" }, { tls: true, caFile: "/ca" }],
  [{ url: "mysql://h?sslMode=VERIFY_CA&ssl-ca=%2Fca&ssl-cert=/c&ssl-key=/k" }, {
    ...{ tls: true, tlsVerify: true, caFile: "/ca", certFile: "/c", keyFile: "/k" },
  }],
  [{ url: "mysql://h?ssl_verify_server_cert=true&ssl_ca=/ca&ssl_cert=/c&ssl_key=/k" }, {
    ...{ tls: true, tlsVerify: true, caFile: "/ca", certFile: "/c", keyFile: "/k" },
  }],
  [{ url: "jdbc:postgresql://h?sslmode=require&sslrootcert=/ca&sslcert=/c" }, { tls: true, certFile: "/c" }],
  [{ url: "jdbc:postgresql://h?sslmode=require&sslrootcert=/ca", tlsVerify: true }, {
    ...{ tls: true, tlsVerify: true, caFile: "/ca" },
  }],
  // Drivers of Node verify by an authority in this mode.
  [{ url: "postgresql://h?sslmode=require&sslrootcert=/ca" }, { tls: true, caFile: "/ca" }],
  [{ url: "mysql://h?ssl&ssl-key=/k", caFile: "/ca" }, { tls: true, caFile: "/ca" }],
  [{ tls: true, keyFile: "/k" }, { tls: true }],
  [{ url: "mysql://h?ssl&ssl-cert=/c", keyFile: "/k" }, { tls: true, certFile: "/c", keyFile: "/k" }],
  [{ url: "mysql://h?ssl&ssl-ca=&ssl-cert" }, { tls: true }],
  [{ url: "mysql://h?ssl=true&sslrootcert=/ca", caFile: "/other" }, { tls: true, caFile: "/other" }],
  [{ url: "mysql://h?sslmode=verify-full&sslrootcert=system" }, { tls: true, tlsVerify: true }],
  [{ url: "mysql://h?useSSL=false", tls: true, tlsVerify: true }, { tls: true, tlsVerify: true }],
  [{ url: "mysql://h?sslmode=prefer" }, {}],
  // Drivers of MariaDB and Node use these words for TLS without a check of the certificate.
  [{ url: "mariadb://h?sslMode=trust" }, { tls: true }],
  [{ url: "mysql://h?sslmode=no-verify" }, { tls: true }],
];
for (const [draft, fields] of ADDRESSES) {
  Deno.test(`foundServers() makes ${JSON.stringify(fields)} of ${JSON.stringify(draft)}`, () => {
    const { servers, remarks } = foundServers([{ name: "X", product: "mysql", host: "h", ...draft }]);
    deepEqual(
      servers.map(({ name: _name, engine: _engine, host: _host, port: _port, ...tls }) => tls),
      [fields],
    );
    deepEqual(remarks, []);
  });
}

const LIBPQ: readonly (readonly [...args: Parameters<typeof libpqTls>, fields: unknown])[] = [
  ["verify-ca", { caFile: "/ca" }, { tls: true, tlsVerify: true, caFile: "/ca" }],
  ["prefer", { caFile: "/ca" }, { caFile: "/ca" }],
  [undefined, { caFile: "system", certFile: "/c" }, { tls: true, tlsVerify: true, certFile: "/c" }],
];
for (const [mode, files, fields] of LIBPQ) {
  Deno.test(`libpqTls() reads ${mode ?? "no mode"} with ${Object.values(files).join(" and ")}`, () => {
    deepEqual(libpqTls(mode, files), fields);
  });
}

Deno.test("foundServers() reads so many and says how many more there are", () => {
  const { servers, left } = foundServers(
    Array.from({ length: 2003 }, (_, at) => ({ name: `${at}`, product: "mysql", host: "h" })),
  );
  deepEqual([servers.length, left], [2000, [{ name: "3 more", why: "only the first 2000 are read" }]]);
});
