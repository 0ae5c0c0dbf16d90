import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import type { Engine } from "../../../src/core/sql/engines/mod.ts";
import { fileLogin, fileLogins } from "../../../src/core/sql/login/files/mod.ts";
import { removeFolder } from "../../support/remove_folder.ts";
import { exec } from "../../support/servers/server.ts";
import { threadTime } from "../../support/growth.ts";
import { passwordEar } from "../../support/sql/password_ear.ts";

/**
 * Variables that name files of these clients; they are unset, so that only the files of a case are
 * read.
 */
const NAMES = [
  "PGPASSFILE",
  "PGSERVICEFILE",
  "PGSERVICE",
  "PGSYSCONFDIR",
  "MYSQL_HOME",
  "MYSQL_GROUP_SUFFIX",
];

/** Runs something in a new home with these files (`!` before the content: mode 0600 is not set). */
async function inHome<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  env: Readonly<Record<string, string>>,
  act: (home: string) => Promise<T>,
): Promise<T> {
  const home = await Deno.makeTempDir({ prefix: "kedge-logins-" });
  const before = ["HOME", ...NAMES].map((name) => [name, Deno.env.get(name)] as const);
  try {
    for (const name of NAMES) Deno.env.delete(name);
    Deno.env.set("HOME", home);
    Deno.env.set("PGSYSCONFDIR", join(home, "etc"));
    for (const [name, value] of Object.entries(env)) Deno.env.set(name, value.replaceAll("{home}", home));
    for (const [name, content] of Object.entries(files)) {
      const path = join(home, name);
      await Deno.mkdir(join(path, ".."), { recursive: true });
      const bytes = typeof content === "string"
        ? new TextEncoder().encode(content.replaceAll("{home}", home))
        : content;
      await Deno.writeFile(path, bytes, { mode: 0o600 });
    }
    return await act(home);
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
    await removeFolder(home);
  }
}

/**
 * Returns the password that Kedge offers for a user: that of the named user, or one for any user.
 */
async function offered(
  engine: Engine,
  place: { host: string; port: number; database: string },
  user: string,
): Promise<{ password: string; from: string } | null> {
  const server = { name: "shop", engine, tls: false, ...place };
  const { offers } = await fileLogins(server);
  const offer = offers.find((one) => one.user === user) ?? offers.find((one) => one.user === "");
  if (!offer) return null;
  const { password, from } = await fileLogin(server, offer.id, user);
  return { password: password.open(), from };
}

const HOST = "db.internal";
const LONG = "x".repeat(2000);

/** A password file, the user, and the line that psql and Kedge both use. */
const PASSWORD_FILES: readonly (readonly [what: string, file: string, line: number | null, user?: string])[] =
  [
    ["all fields are named", "db.internal:{port}:shop:ada:secret\n", 1],
    ["all are wildcards", "*:*:*:*:secret", 1],
    ["a comment and an empty line come first", "# db.internal:*:*:*:no\n\n*:*:*:ada:secret\n", 3],
    ["a comment is indented, which makes it none", " #\n*:*:*:ada:secret\n", 2],
    ["lines end as on Windows", "*:*:*:bob:no\r\n*:*:*:ada:secret\r\n", 2],
    ["the first of two lines counts", "*:*:*:ada:first\n*:*:*:ada:second\n", 1],
    ["a line for everybody comes before the own one", "*:*:*:*:all\n*:*:*:ada:mine\n", 1],
    ["the own line comes before that for everybody", "*:*:*:ada:mine\n*:*:*:*:all\n", 1],
    ["the password has escapes", "*:*:*:ada:a\\:b\\\\c\\d\n", 1],
    ["the password has colons", "*:*:*:ada:a:b::c\n", 1],
    ["the password ends with a backslash", "*:*:*:ada:a\\\n", 1],
    ["the password has spaces", "*:*:*:ada: a b \n", 1],
    ["the password has letters of many languages", "*:*:*:ada:pässwörd 日本\n", 1],
    ["the password is long", `*:*:*:ada:${LONG}\n`, 1],
    ["the user has a colon and a backslash", "*:*:*:a\\:d\\\\a:secret\n", 1, "a:d\\a"],
    ["an escaped star is a name", "*:*:*:\\*:no\n*:*:*:ada:secret\n", 2],
    ["the star is part of a name", "*:*:*:ad*:no\n*:*:*:ada:secret\n", 2],
    ["host or port are others", "other:*:*:ada:no\n*:1:*:ada:no\n*:*:*:ada:secret\n", 3],
    ["the database is another", "*:*:other:ada:no\n", null],
    ["the host is written in capitals", "DB.INTERNAL:*:*:ada:no\n", null],
    ["a field is missing", "*:*:ada:secret\n", null],
    ["fields have spaces around them", "* : * : * : ada : no\n", null],
    ["the password is empty", "*:*:*:ada:\n*:*:*:ada:later\n", null],
    ["the file is empty", "", null],
  ];

Deno.test("fileLogins() finds the password in a password file that psql finds there", async (t) => {
  const ear = passwordEar("postgres");
  try {
    for (const [what, file, line, user = "ada"] of PASSWORD_FILES) {
      await t.step(
        what,
        () =>
          inHome({ ".pgpass": file.replaceAll("{port}", String(ear.port)) }, {}, async () => {
            const own = await offered("postgres", { host: HOST, port: ear.port, database: "shop" }, user);
            const peer = await psql({
              host: HOST,
              hostaddr: "127.0.0.1",
              port: String(ear.port),
              dbname: "shop",
              user,
            });
            equal(own?.password, peer?.password);
            equal(own?.from, line === null ? undefined : `~/.pgpass, line ${line}`);
          }),
      );
    }
  } finally {
    ear.close();
  }

  async function psql(values: Record<string, string>) {
    const quoted = Object.entries({ ...values, sslmode: "disable", gssencmode: "disable" }).map((
      [name, value],
    ) => `${name}='${value.replace(/[\\']/g, "\\$&")}'`);
    await exec(["psql", "-X", "-w", "-c", "select 1", quoted.join(" ")]).catch(() => {});
    return ear.heard();
  }
});

/** The beginning of a section that names the server. */
const HEAD = "[shop]\nhost=127.0.0.1\nport={port}\nuser=ada\n";

/**
 * Service files (only `.pg_service.conf`, or several), and the source of the password for their
 * section.
 */
const SERVICES: readonly (readonly [
  what: string,
  files: string | Readonly<Record<string, string>>,
  from: string | number | null,
])[] = [
  ["it has everything", `${HEAD}password=secret\n`, 5],
  [
    "its password is in the password file",
    { ".pg_service.conf": `# mine\n\n${HEAD}`, ".pgpass": "*:*:*:ada:two" },
    "~/.pgpass, line 1",
  ],
  [
    "it names a password file of its own",
    {
      ".pg_service.conf": `${HEAD}passfile={home}/own\n`,
      ".pgpass": "*:*:*:ada:no",
      "own": "*:*:*:ada:own",
    },
    "~/own, line 1",
  ],
  ["a setting stands twice", `${HEAD}user=bob\npassword=one\npassword=two`, 6],
  [
    "the password has marks, spaces and quotes",
    "[shop]\r\n  host=127.0.0.1\r\nport={port}\r\nuser=ada\r\npassword='a = #b\"  \r\n",
    5,
  ],
  ["another section has its name in front", `[shop2]\nuser=bob\n${HEAD}password=x\n`, 7],
  ["a second section has its name", `${HEAD}password=x\n[shop]\nuser=bob\npassword=y\n`, 5],
  [
    "it stands in the system's file",
    { "etc/pg_service.conf": `${HEAD}password=shared\n` },
    "~/etc/pg_service.conf, line 5",
  ],
  ["a space stands before a mark", "[shop]\nhost=127.0.0.1\nport={port}\nuser = ada\npassword=x\n", null],
  [
    "it names another service",
    "[shop]\nservice=other\nhost=127.0.0.1\nport={port}\nuser=ada\npassword=x\n",
    null,
  ],
];

Deno.test("fileLogins() finds the login in a service file that psql finds there", async (t) => {
  const ear = passwordEar("postgres");
  const put = (files: string | Readonly<Record<string, string>>) => {
    const all = Object.entries(typeof files === "string" ? { ".pg_service.conf": files } : files);
    return Object.fromEntries(all.map(([name, text]) => [name, text.replaceAll("{port}", String(ear.port))]));
  };
  try {
    for (const [what, files, from] of SERVICES) {
      await t.step(what, () =>
        inHome(put(files), { PGSERVICE: "shop" }, async () => {
          await exec(["psql", "-X", "-w", "-c", "select 1", "dbname=shop sslmode=disable gssencmode=disable"])
            .catch(() => {});
          const peer = ear.heard();
          const place = { host: "127.0.0.1", port: ear.port, database: "shop" };
          const own = await offered("postgres", place, "ada");
          deepEqual(own && { user: "ada", password: own.password }, peer);
          equal(own?.from, typeof from === "number" ? `~/.pg_service.conf, line ${from}` : from ?? undefined);
        }));
    }
  } finally {
    ear.close();
  }
});

/**
 * Option files (only `.my.cnf`, or several), and the line of the password that mariadb and Kedge
 * both use.
 */
const OPTION_FILES: readonly (readonly [
  what: string,
  files: string | Readonly<Record<string, string>>,
  from: string | number,
])[] = [
  ["it is plain", "[client]\nuser=ada\npassword=secret\n", 3],
  ["spaces stand around", "  [client]\n user = ada \n password =  se cret  \n", 3],
  ["lines end as on Windows", "[client]\r\nuser=ada\r\npassword=x\r\n", 3],
  ["it is quoted", "[client]\nuser='ada'\npassword=\" a#b;c \"\n", 3],
  ["it is quoted once", '[client]\nuser=ada\npassword="abc\n', 3],
  ["quotes are mixed", "[client]\nuser=ada\npassword=\"a'b\"c'\n", 3],
  ["it has escapes", '[client]\nuser=ada\npassword="a\\s\\t\\\\b\\"c\\\'d\\qe\\\\"\n', 3],
  ["it ends with a backslash", "[client]\nuser=ada\npassword=a\\\n", 3],
  ["a comment stands behind it", "[client]\nuser=ada\npassword=a;b # c\n", 3],
  ["comments and empty lines come first", "# a\n;b\n\n[client]\nuser=ada\npassword=x", 6],
  ["the section has spaces", "[client ] more\nuser=ada\npassword=x\n", 3],
  ["the last one counts", "[client]\nuser=ada\npassword=a\npassword=b\n", 4],
  [
    "a section of the server comes after it",
    "[client]\nuser=ada\npassword=a\n[mysqld]\npassword=no\nuser=mysql\n[mysqldump]\npassword=no\n",
    3,
  ],
  ["the client's own section comes after it", "[client]\nuser=ada\npassword=a\n[mysql]\npassword=b\n", 5],
  [
    "MariaDB's section comes after it",
    "[client]\nuser=ada\npassword=a\n[client-mariadb]\npassword=b\n[client-server]\npassword=c\n",
    7,
  ],
  ["it is loose", "[client]\nuser=ada\nloose-password=a\n", 3],
  ["it has another letters' case", "[CLIENT]\nuser=ada\npassword=a\n", 3],
  [
    "a file is included",
    {
      ".my.cnf": "[client]\nuser=ada\npassword=a\n!include {home}/own.cnf\n",
      "own.cnf": "[client]\npassword=b\n",
    },
    "~/own.cnf, line 2",
  ],
  [
    "a file is included before",
    {
      ".my.cnf": "!include {home}/own.cnf\n[client]\nuser=ada\npassword=a\n",
      "own.cnf": "[client]\npassword=b\n",
    },
    4,
  ],
  [
    "a section goes on behind an include",
    {
      ".my.cnf": "[client]\nuser=ada\n!include {home}/own.cnf\npassword=a\n",
      "own.cnf": "[mysqld]\nport=1\n",
    },
    4,
  ],
  [
    "a folder is included",
    {
      ".my.cnf": "[client]\nuser=ada\n!includedir {home}/parts\n",
      "parts/b.cnf": "[client]\npassword=b\n",
      "parts/a.cnf": "[client]\npassword=a\n",
      "parts/z.ini": "[client]\npassword=z\n",
      "parts/y.cnf~": "[client]\npassword=y\n",
    },
    "~/parts/b.cnf, line 2",
  ],
  [
    "files include each other",
    {
      ".my.cnf": "[client]\nuser=ada\npassword=a\n!include {home}/own.cnf\n",
      "own.cnf": "!include {home}/own.cnf\n",
    },
    3,
  ],
  ["MYSQL_HOME has one", { "more/my.cnf": "[client]\nuser=ada\npassword=more\n" }, "~/more/my.cnf, line 3"],
  ["letters of many languages are in it", "[client]\nuser=ada\npassword=pässwörd\n", 3],
];

Deno.test("fileLogins() finds the password in option files that mariadb finds there", async (t) => {
  const ear = passwordEar("mysql");
  try {
    for (const [what, files, from] of OPTION_FILES) {
      const all = typeof files === "string" ? { ".my.cnf": files } : files;
      await t.step(what, () =>
        inHome(all, { MYSQL_HOME: "{home}/more" }, async () => {
          const own = await offered("mysql", { host: "127.0.0.1", port: ear.port, database: "" }, "ada");
          await exec([
            ...["mariadb", "--skip-ssl", "-h", "127.0.0.1", "-P", String(ear.port), "-e", "select 1"],
          ], { input: "" }).catch(() => {});
          const peer = ear.heard();
          equal(peer?.user, "ada");
          equal(own?.password, peer?.password);
          equal(own?.from, typeof from === "number" ? `~/.my.cnf, line ${from}` : from);
        }));
    }
  } finally {
    ear.close();
  }
});

/** Files that a client refuses; Kedge offers nothing from them and gives the reason. */
const REFUSED: readonly (readonly [
  what: string,
  engine: Engine,
  path: string,
  make: (path: string) => Promise<unknown>,
  says: RegExp,
])[] = [
  [
    "others may read it",
    "postgres",
    ".pgpass",
    (path) => Deno.chmod(path, 0o640),
    /^~\/\.pgpass is not read, as by psql: others may read it \(chmod 600/,
  ],
  [
    "everybody may write to it",
    "mysql",
    ".my.cnf",
    (path) => Deno.chmod(path, 0o666),
    /^~\/\.my\.cnf is not read, .*everybody may write to it/,
  ],
  ["it is a pipe", "postgres", ".pgpass", pipe, /\.pgpass is no regular file/],
  ["it is a pipe", "mysql", ".my.cnf", pipe, /\.my\.cnf is no regular file/],
  ["it is a folder", "postgres", ".pg_service.conf", async (path) => {
    await Deno.remove(path);
    await Deno.mkdir(path);
  }, /\.pg_service\.conf is a folder/],
  [
    "it is larger than a megabyte",
    "postgres",
    ".pgpass",
    (path) => Deno.truncate(path, 2 << 20),
    /\.pgpass is larger than 1 MB/,
  ],
  [
    "it has zero bytes",
    "postgres",
    ".pgpass",
    (path) => Deno.truncate(path, 100),
    /\.pgpass holds zero bytes/,
  ],
  [
    "its password is no UTF-8",
    "postgres",
    ".pgpass",
    (path) => Deno.writeFile(path, bytes("*:*:*:ada:p\xe4ss")),
    /^The password of ~\/\.pgpass, line 1 is no UTF-8/,
  ],
  [
    "its password is no UTF-8",
    "mysql",
    ".my.cnf",
    (path) => Deno.writeFile(path, bytes("[client]\npassword=\xff")),
    /^The password of ~\/\.my\.cnf, line 2 is no UTF-8/,
  ],
  [
    "psql refuses a section",
    "postgres",
    ".pg_service.conf",
    (path) => Deno.writeTextFile(path, "[a]\nhost=db.internal\nport=5432\nfoo\n"),
    /psql refuses line 4 of \[a\]/,
  ],
  [
    "a setting stands before any section",
    "mysql",
    ".my.cnf",
    (path) => Deno.writeTextFile(path, "password=x\n[client]\npassword=y\n"),
    /read no further than line 1/,
  ],
  [
    "a section has no end",
    "mysql",
    ".my.cnf",
    (path) => Deno.writeTextFile(path, "[client\npassword=y\n"),
    /read no further than line 1/,
  ],
  [
    "files are included by half a path",
    "mysql",
    ".my.cnf",
    (path) => Deno.writeTextFile(path, "!include own.cnf\n"),
    /line 1: only whole paths are included/,
  ],
  [
    "a folder that it includes is missing",
    "mysql",
    ".my.cnf",
    (path) => Deno.writeTextFile(path, "[client]\nuser=ada\n!includedir /nowhere\n"),
    /^~\/\.my\.cnf, line 3: the folder cannot be read, where the server's own clients stop$/,
  ],
  [
    "a folder that it includes is a file",
    "mysql",
    ".my.cnf",
    (path) => Deno.writeTextFile(path, "!includedir /etc/passwd\n"),
    /^~\/\.my\.cnf, line 1: the folder cannot be read/,
  ],
  ["logins are sealed", "mysql", ".mylogin.cnf", () => Promise.resolve(), /^~\/\.mylogin\.cnf is not read/],
];
for (const [what, engine, path, make, says] of REFUSED) {
  Deno.test(`fileLogins() offers nothing of ${path} and says why when ${what}`, () =>
    inHome({ [path]: engine === "postgres" ? "*:*:*:ada:x" : "[client]\npassword=x" }, {}, async (home) => {
      await make(join(home, path));
      const port = engine === "postgres" ? 5432 : 3306;
      const { offers, remarks } = await fileLogins({
        name: "shop",
        engine,
        host: HOST,
        port,
        database: "shop",
      });
      deepEqual(offers, []);
      equal(remarks.length, 1);
      match(remarks[0]!, says);
    }));
}

async function pipe(path: string): Promise<void> {
  await Deno.remove(path);
  await exec(["mkfifo", path]);
}

const bytes = (latin: string) => Uint8Array.from(latin, (character) => character.charCodeAt(0));

/** Files at the maximum size whose lines make backtracking readers slow. */
const HOSTILE: readonly (readonly [path: string, unit: string])[] = [
  [".pgpass", "\\:"],
  [".pgpass", "\r"],
  [".pgpass", "*:*:*:u\\"],
  [".pg_service.conf", " "],
  [".pg_service.conf", "[a]\n"],
  [".my.cnf", " \t"],
  [".my.cnf", "[a]\np='\"#\\\n"],
  [".my.cnf", "!include {home}/.my.cnf\n"],
];
for (const [path, unit] of HOSTILE) {
  Deno.test(`fileLogins() reads ${path} of a megabyte when it is full of ${JSON.stringify(unit)}`, () =>
    inHome(
      { [path]: `x${unit.repeat(Math.floor((1 << 20) / unit.length) - 1)}`.slice(0, 1 << 20) },
      {},
      async () => {
        const start = threadTime();
        for (const [engine, port] of [["postgres", 5432], ["mysql", 3306]] as const) {
          await fileLogins({ name: "shop", engine, host: HOST, port, database: "shop" });
        }
        // Backtracking readers would need hours.
        ok(threadTime() - start < 20_000);
      },
    ));
}

/**
 * The server that a section of an option file is for, and whether it is used without being chosen.
 */
const SECTIONS: readonly (readonly [
  what: string,
  file: string,
  server: { host: string; port: number },
  offers: readonly string[],
])[] = [
  ["it names the host", "[client]\nhost=db\npassword=x\n", { host: "DB", port: 3306 }, [
    "section client meant",
  ]],
  ["it names another host", "[client]\nhost=other\npassword=x\n", { host: "db", port: 3306 }, []],
  ["it names another port", "[client]\nhost=db\nport=3307\npassword=x\n", { host: "db", port: 3306 }, []],
  ["it names no host and the server is far", "[client]\npassword=x\n", { host: "db", port: 3306 }, [
    "section client",
  ]],
  ["it names no host and the server is here", "[client]\npassword=x\n", { host: "127.0.0.1", port: 3306 }, [
    "section client meant",
  ]],
  ["it names a port of this machine", "[client]\nport=3307\npassword=x\n", { host: "db", port: 3307 }, []],
  [
    "several have a suffix",
    "[client]\npassword=base\n[client_a]\nhost=a\n[client_b]\nhost=b\nuser=bob\npassword=x\n",
    { host: "b", port: 3306 },
    ["section client_b meant", "section client"],
  ],
];
for (const [what, file, place, expected] of SECTIONS) {
  Deno.test(`fileLogins() offers the sections that lead to the server when ${what}`, () =>
    inHome({ ".my.cnf": file }, {}, async () => {
      const { offers } = await fileLogins({ name: "shop", engine: "mysql", ...place });
      deepEqual(offers.map(({ id, meant }) => `${id}${meant ? " meant" : ""}`), expected);
    }));
}

/** The file, a server reached by a way, and whether the login is used without being chosen. */
const BEHIND:
  readonly (readonly [path: string, file: string, engine: Engine, host: string, meant: boolean])[] = [
    [".my.cnf", "[client]\npassword=x\n", "mysql", "localhost", false],
    [".my.cnf", "[client]\nhost=127.0.0.1\npassword=x\n", "mysql", "127.0.0.1", false],
    [".my.cnf", "[client]\nhost=db\npassword=x\n", "mysql", "db", true],
    [".pgpass", "localhost:*:*:ada:x\n", "postgres", "localhost", false],
    [".pgpass", "*:*:*:ada:x\n", "postgres", "::1", false],
    [".pgpass", "db:*:*:ada:x\n", "postgres", "db", true],
    [
      ".pg_service.conf",
      "[shop]\nhost=localhost\nuser=ada\npassword=x\n",
      "postgres",
      "localhost",
      false,
    ],
  ];
for (const [path, file, engine, host, meant] of BEHIND) {
  Deno.test(`fileLogins() offers ${JSON.stringify(file)} of ${path} as ${meant ? "" : "not "}meant for ${host} behind a way`, () =>
    inHome({ [path]: file }, {}, async () => {
      const server = { name: "shop", engine, host, port: engine === "postgres" ? 5432 : 3306 };
      const { offers } = await fileLogins({ ...server, via: "ssh://me@bastion" });
      deepEqual(offers.map((offer) => offer.meant), [meant]);
      // Without the way it is the server that the file means.
      deepEqual((await fileLogins(server)).offers.map((offer) => offer.meant), [true]);
    }));
}

Deno.test("fileLogin() gives what the file has now, and says that it is gone", () =>
  inHome({ ".pgpass": "*:*:*:ada:old" }, {}, async (home) => {
    const server = { name: "shop", engine: "postgres", host: HOST, port: 5432 } as const;
    const read = async () => (await fileLogin(server, "password file", "ada")).password.open();
    equal(await read(), "old");
    await Deno.writeTextFile(join(home, ".pgpass"), "*:*:*:ada:new");
    equal(await read(), "new");
    await Deno.writeTextFile(join(home, ".pgpass"), "");
    await read().then(
      () => ok(false),
      (error) => match(error.message, /password of “ada” for shop is not in its file/),
    );
  }));
