import { join } from "node:path";
import { hostSystem } from "../../../platform/host.ts";
import { databaseOf } from "../../engines/mod.ts";
import {
  type Environment,
  type FoundLogin,
  type FoundPassword,
  type LoginServer,
  type OnRemark,
  usable,
} from "./found_login.ts";
import { passwordFor, type PasswordLine, passwordLines, type PasswordTarget } from "./pgpass.ts";
import { readClientFile, shownPath, usualFile } from "./read.ts";
import { leadsTo, type Service, services } from "./services.ts";

/** A section of a service file, and the file's path. */
interface NamedService {
  readonly service: Service;
  readonly path: string;
}

/** Returns the services that lead to the server, then the lines of the password file. */
export async function libpqLogins(
  server: LoginServer,
  env: Environment,
  onRemark: OnRemark,
): Promise<FoundLogin[]> {
  const target = { host: server.host, port: server.port, database: databaseOf(server) ?? "" };
  const usual = env.PGPASSFILE || usualFile(env.APPDATA, ".pgpass", "postgresql/pgpass.conf");
  const read = async (path: string | null) =>
    path === null ? [] : await passwordFile(path, env.PGPASSFILE === path, target, onRemark);
  const lines = await read(usual);
  const found: FoundLogin[] = [];
  for (const { service, path } of await serviceFiles(env, onRemark)) {
    if (!leadsTo(service, target)) continue;
    if (service.fault !== undefined) {
      onRemark(`${shownPath(path)} is not used: psql refuses line ${service.fault} of [${service.name}]`);
      continue;
    }
    const of = (name: string) => service.settings.get(name);
    const user = of("user")?.value ?? "";
    const passfile = of("passfile")?.value;
    const its = passfile ? await read(passfile) : lines;
    const given = of("password");
    const password = given?.value
      ? () => usable(given.value, `${shownPath(path)}, line ${given.line}`, onRemark)
      : (user: string) => passwordOf(its, passfile ?? usual!, user, onRemark);
    // Without a user, many lines of the password file would match. They are offered on their own below.
    const known = user === "" && !given?.value ? null : password(user);
    if (!known) continue;
    found.push({
      id: `service ${service.name}`,
      user,
      from: `[${service.name}] of ${known.from}`,
      meant: true,
      password,
    });
  }
  for (const { user, password, line } of lines) {
    const known = usable(password, `${shownPath(usual!)}, line ${line}`, onRemark);
    if (!known || found.some((other) => other.user === user)) continue;
    found.push({
      ...{ id: "password file", user: user ?? "", from: known.from, meant: true },
      password: (user) => passwordOf(lines, usual!, user, onRemark),
    });
  }
  return found;
}

function passwordOf(
  lines: readonly PasswordLine[],
  path: string,
  user: string,
  onRemark: OnRemark,
): FoundPassword | null {
  const line = passwordFor(lines, user);
  return line ? usable(line.password, `${shownPath(path)}, line ${line.line}`, onRemark) : null;
}

/** Returns the lines of a password file for a server. Like libpq, refuses a file that other users may read. */
async function passwordFile(
  path: string,
  named: boolean,
  target: PasswordTarget,
  onRemark: OnRemark,
): Promise<PasswordLine[]> {
  const file = await readClientFile(path, onRemark);
  if (!file) {
    if (named) onRemark(`PGPASSFILE names ${shownPath(path)}, which gives no password`);
    return [];
  }
  if (file.mode !== null && (file.mode & 0o077) !== 0) {
    onRemark(`${shownPath(path)} is not read, as by psql: others may read it (chmod 600 takes that away)`);
    return [];
  }
  return passwordLines(file.lines, target);
}

/** Returns the services of all files: first the one that PGSERVICE names, then the user's, then the system's. */
async function serviceFiles(env: Environment, onRemark: OnRemark): Promise<NamedService[]> {
  const serviceFile = env.PGSERVICEFILE ||
    usualFile(env.APPDATA, ".pg_service.conf", "postgresql/.pg_service.conf");
  const shared = env.PGSYSCONFDIR ? [env.PGSYSCONFDIR] : ["/etc/postgresql-common", "/etc"];
  const paths = [
    ...(serviceFile ? [serviceFile] : []),
    ...(hostSystem().name === "windows" && !env.PGSYSCONFDIR ? [] : shared).map((folder) =>
      join(folder, "pg_service.conf")
    ),
  ];
  const all: NamedService[] = [];
  for (const path of paths) {
    const file = await readClientFile(path, onRemark);
    for (const service of file ? services(file.lines) : []) {
      if (!all.some((other) => other.service.name === service.name)) all.push({ service, path });
    }
  }
  const first = all.filter(({ service }) => service.name === env.PGSERVICE);
  return [...first, ...all.filter((one) => !first.includes(one))];
}
