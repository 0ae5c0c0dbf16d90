import { existsSync } from "node:fs";
import { join } from "node:path";
import { knownHome } from "../../../platform/home.ts";
import { hostSystem } from "../../../platform/host.ts";
import { ENGINES } from "../../engines/mod.ts";
import { wordSet } from "../../text/word_set.ts";
import {
  type Environment,
  type FoundLogin,
  HERE,
  type LoginServer,
  type OnRemark,
  usable,
} from "./found_login.ts";
import { type Option, readOptions } from "./options.ts";
import { shownPath, usualFile } from "./read.ts";

/** Sections that the clients of MySQL or MariaDB always read. */
const ALWAYS = wordSet("client mysql client-server client-mariadb mariadb-client");

/** Port of a section that names none. */
const USUAL_PORT = String(ENGINES.mysql.port);

/**
 * Returns the logins in option files of MySQL's and MariaDB's clients for a server: those of the usual
 * sections, and of each `[client…]` that leads to the server, as `--defaults-group-suffix` would read it.
 */
export async function optionLogins(
  server: LoginServer,
  env: Environment,
  onRemark: OnRemark,
): Promise<FoundLogin[]> {
  const all = await readOptions(optionFiles(env), onRemark);
  const sealed = loginPath(env);
  if (sealed !== null && existsSync(sealed)) {
    onRemark(`${shownPath(sealed)} is not read: its logins are typed here once, and kept in the keychain`);
  }
  const suffix = env.MYSQL_GROUP_SUFFIX?.toLowerCase();
  const usual = all.filter(({ section }) =>
    ALWAYS.has(section) || suffix && [`client${suffix}`, `mysql${suffix}`].includes(section)
  );
  const groups = new Set(all.map(({ section }) => section).filter((name) => /^client./.test(name)));
  const sections = [...groups].filter((name) => !usual.some(({ section }) => section === name));
  return [
    ...sections.flatMap((name) => {
      const options = all.filter((one) => one.section === name || usual.includes(one));
      // The section itself must name the host, because the usual sections have an offer of their own.
      return options.some((one) => one.section === name && one.name === "host")
        ? offer(server, name, options, onRemark)
        : [];
    }),
    ...offer(server, "client", usual, onRemark),
  ];
}

/** Returns the login of a section when its settings lead to the server and have a password. */
function offer(
  server: LoginServer,
  section: string,
  options: readonly Option[],
  onRemark: OnRemark,
): FoundLogin[] {
  const last = (name: string) => options.findLast((one) => one.name === name);
  const [password, host, port] = [last("password"), last("host")?.value, last("port")?.value];
  if (!password) return [];
  const named = host !== undefined && host !== "";
  const fits = named
    ? host.toLowerCase() === server.host.toLowerCase() && (port ?? USUAL_PORT) === String(server.port)
    : port === undefined ||
      HERE.test(server.host) && (server.host.startsWith("/") || port === String(server.port));
  const known = usable(password.value, `${shownPath(password.path)}, line ${password.line}`, onRemark);
  if (!fits || !known) return [];
  return [{
    id: `section ${section}`,
    user: last("user")?.value ?? "",
    from: known.from,
    meant: named || HERE.test(server.host),
    password: () => known,
  }];
}

/** Returns the option files in the order in which the clients read them. */
function optionFiles(env: Environment): string[] {
  const home = knownHome();
  const userFolder = [env.MARIADB_HOME, env.MYSQL_HOME].find(Boolean);
  if (hostSystem().name === "windows") {
    const folders = [env.WINDIR, "C:\\", userFolder].filter((folder) =>
      folder !== undefined && folder !== ""
    );
    return folders.flatMap((folder) => ["my.ini", "my.cnf"].map((name) => join(folder!, name)));
  }
  return [
    ...["/etc/my.cnf", "/etc/mysql/my.cnf"],
    ...(userFolder ? [join(userFolder, "my.cnf")] : []),
    ...(home === null ? [] : [join(home, ".my.cnf")]),
  ];
}

/** Returns the path of the file in which MySQL's own tool keeps logins, encrypted with a key in the same file. */
function loginPath(env: Environment): string | null {
  return env.MYSQL_TEST_LOGIN_FILE || usualFile(env.APPDATA, ".mylogin.cnf", "MySQL/.mylogin.cnf");
}
