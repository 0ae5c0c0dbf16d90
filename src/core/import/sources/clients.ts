import { join } from "node:path";
import { Secret } from "../../secret.ts";
import { acceptsAny } from "../../sql/engines/mod.ts";
import { readOptions } from "../../sql/login/files/options.ts";
import { allPasswordLines } from "../../sql/login/files/pgpass.ts";
import { type ClientFile, readClientFile } from "../../sql/login/files/read.ts";
import { services } from "../../sql/login/files/services.ts";
import { type Draft, foundServers, libpqTls, tlsOf } from "../found.ts";
import type { Source } from "./source.ts";

/** The servers in `~/.pgpass`, with their passwords. A line for any host or user does not name a server. */
export const pgpass: Source = {
  title: "~/.pgpass",
  files: ({ home, config }) => [
    Deno.env.get("PGPASSFILE") || join(home, ".pgpass"),
    join(config, "postgresql/pgpass.conf"),
  ],
  read: linesOf((lines, remarks) => {
    const drafts: Draft[] = [];
    let open = 0;
    for (const { host, port, database, user, password } of allPasswordLines(lines)) {
      if (host === "*") open++;
      else {
        drafts.push({
          name: database === "*" ? host : `${database} at ${host}`,
          product: "postgresql",
          host,
          port: port === "*" ? undefined : port,
          ...(database === "*" ? {} : { database }),
          ...(user === "*" ? {} : { user, ...(password === "" ? {} : { password: new Secret(password) }) }),
        });
      }
    }
    if (open > 0) {
      remarks.push(`${open} ${open === 1 ? "line is" : "lines are"} for every host and name none`);
    }
    return drafts;
  }),
};

/** The services in libpq's service file. */
export const pgservice: Source = {
  title: "pg_service.conf",
  files: ({ home, config }) => [
    Deno.env.get("PGSERVICEFILE") || join(home, ".pg_service.conf"),
    join(config, "postgresql/.pg_service.conf"),
    "/etc/postgresql-common/pg_service.conf",
  ],
  read: linesOf((lines) =>
    services(lines).map(({ name, settings }): Draft => {
      const of = (key: string) => settings.get(key)?.value.split(",")[0] || undefined;
      const password = of("password");
      return {
        name,
        product: "postgresql",
        host: of("host") ?? of("hostaddr"),
        port: of("port"),
        database: of("dbname"),
        user: of("user"),
        ...libpqTls(of("sslmode"), {
          caFile: of("sslrootcert"),
          certFile: of("sslcert"),
          keyFile: of("sslkey"),
        }),
        password: password ? new Secret(password) : undefined,
      };
    })
  ),
};

/** The sections `[client…]` in option files of MySQL and MariaDB that name a host. */
export const mycnf: Source = {
  title: "~/.my.cnf",
  files: ({ home }) => [join(home, ".my.cnf")],
  async read(path) {
    const remarks: string[] = [];
    if (!await Deno.stat(path).then(() => true, () => false)) return null;
    const options = await readOptions([path], (remark) => remarks.push(remark));
    const sections = [...new Set(options.map(({ section }) => section))].filter((name) =>
      /^(client|mysql)/.test(name)
    );
    const drafts = sections.map((section): Draft => {
      // `[client]` contains the defaults of all sections.
      const of = (key: string) =>
        options.findLast((one) => one.section === section && one.name === key)?.value ??
          options.findLast((one) => one.section === "client" && one.name === key)?.value;
      const password = of("password");
      const verified = /^(1|on|true)$/i.test(of("ssl-verify-server-cert") ?? "");
      // A mode that only asks for TLS leaves the check of the certificate to its switch.
      const mode = verified && /^required$/i.test(of("ssl-mode") ?? "") ? "verify-full" : of("ssl-mode");
      return {
        name: section,
        product: "mysql",
        host: of("host"),
        port: of("port"),
        database: of("database"),
        user: of("user"),
        caFile: of("ssl-ca"),
        certFile: of("ssl-cert"),
        keyFile: of("ssl-key"),
        unchecked: acceptsAny(mode),
        // MySQL's clients verify once an authority is named, unless a mode says otherwise.
        ...tlsOf(mode || (of("ssl-ca") || verified ? "verify-ca" : undefined)),
        password: password ? new Secret(password) : undefined,
      };
    });
    return foundServers(drafts.filter(({ host }) => host), remarks);
  },
};

/** Returns the reader of a file of lines whose servers `draft` finds; what it cannot take is a remark. */
function linesOf(draft: (lines: ClientFile["lines"], remarks: string[]) => Draft[]): Source["read"] {
  return async (path) => {
    const remarks: string[] = [];
    const file = await readClientFile(path, (remark) => remarks.push(remark));
    if (!file && remarks.length === 0) return null;
    return foundServers(file ? draft(file.lines, remarks) : [], remarks);
  };
}
