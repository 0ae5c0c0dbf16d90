import type { Engine } from "./facts.ts";

/** What a text says about a server, by libpq's names. */
export type PastedValues = Readonly<Record<string, string>>;

/** Programs whose command lines name a server, with their engine. */
const PROGRAMS: Readonly<Record<string, Engine>> = {
  psql: "postgres",
  pgcli: "postgres",
  pg_dump: "postgres",
  mysql: "mysql",
  mariadb: "mysql",
  mycli: "mysql",
  mysqldump: "mysql",
};

/** Options about the server, by engine. Each has a value. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  postgres: {
    "-h": "host",
    "--host": "host",
    "-p": "port",
    "--port": "port",
    "-U": "user",
    "--username": "user",
    "-d": "database",
    "--dbname": "database",
  },
  mysql: {
    "-h": "host",
    "--host": "host",
    "-P": "port",
    "--port": "port",
    "-u": "user",
    "--user": "user",
    "-D": "database",
    "--database": "database",
    "--ssl-mode": "sslmode",
    "--ssl-ca": "sslrootcert",
    "--ssl-cert": "sslcert",
    "--ssl-key": "sslkey",
  },
};
/** Options of MariaDB that are switched on, each with the TLS mode that it asks for, the stricter one first. */
const SWITCHES = [["--ssl-verify-server-cert", "verify-full"], ["--ssl", "require"]] as const;
/** Other options that have a value. */
const WITH_VALUE = /^(-[cfFLoRTvP]|-e|--(command|file|set|variable|execute|default-character-set))$/;

/** What a command line says: its options and operands, and what variables before it set. */
interface CommandLine {
  readonly engine: Engine;
  readonly values: PastedValues;
  /** Holds only where the command line says nothing. */
  readonly environment: PastedValues;
}

/**
 * Reads a command line that starts a client, such as `PGPASSWORD=… psql -h db -U ada shop`. Returns null for
 * any other text.
 */
export function commandLine(text: string): CommandLine | null {
  // Clients of MySQL take an underscore for a dash in the name of an option.
  const words = wordsOf(text.replace(/^\$\s+/, "")).map((word) =>
    word.replace(/^--[a-z_-]+/, (name) => name.replaceAll("_", "-"))
  );
  const environment: Record<string, string> = {};
  const values: Record<string, string> = {};
  while (words[0] !== undefined && /^[A-Z_]+=/.test(words[0])) {
    const [, name = "", value = ""] =
      /^PG(HOST|PORT|USER|DATABASE|SSLMODE|SSLROOTCERT|SSLCERT|SSLKEY)=(.*)$/.exec(words.shift()!) ?? [];
    if (name !== "") environment[name.toLowerCase()] = value;
  }
  const program = words.shift()?.replace(/^.*[\\/]/, "").replace(/\.exe$/i, "") ?? "";
  if (!Object.hasOwn(PROGRAMS, program) || words.length === 0) return null;
  const engine = PROGRAMS[program]!;
  const options = OPTIONS[engine]!;
  const names = engine === "mysql" ? ["database"] : ["database", "user"];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const [, long, value] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    const short = /^-[A-Za-z]/.test(word) ? word.slice(0, 2) : word;
    const key = long ?? short;
    if (Object.hasOwn(options, key)) {
      values[options[key]!] = value ??
        (word.length > 2 && key === short && !word.startsWith("--") ? word.slice(2) : words[++at] ?? "");
    } else if (WITH_VALUE.test(word)) at++;
    else if (!word.startsWith("-")) {
      const name = names.shift();
      if (name !== undefined) values[name] ??= word;
    }
  }
  const isOn = (option: string) =>
    words.some((word) => new RegExp(`^${option}(=(1|on|true))?$`, "i").test(word));
  const [, mode] = SWITCHES.find(([option]) => engine === "mysql" && isOn(option)) ?? [];
  // A mode that only asks for TLS leaves the check of the certificate to its switch.
  if (mode === "verify-full" && /^(on|required)$/i.test(values.sslmode ?? "")) values.sslmode = mode;
  else if (mode !== undefined) values.sslmode ??= mode;
  const all = keyValues(
    text.slice(text.indexOf(program) + program.length).trim().replace(/^["']|["']$/g, ""),
  );
  return { engine, environment, values: { ...values, ...(all?.host ? all : {}) } };
}

/** Reads libpq's settings, such as `host=db port=5432 user='ada'`. Returns null for any other text. */
export function keyValues(text: string): PastedValues | null {
  const values: Record<string, string> = {};
  const pair = /\s*([a-z_]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|([^\s']+))(?=\s|$)/gy;
  let end = 0;
  for (let match = pair.exec(text); match; match = pair.exec(text)) {
    const [, name = "", quoted, bare = ""] = match;
    values[name === "dbname" ? "database" : name] = quoted?.replace(/\\(.)/g, "$1") ?? bare;
    end = pair.lastIndex;
  }
  return end > 0 && text.slice(end).trim() === "" ? values : null;
}

/** Returns the words of a command line without their quotes. */
function wordsOf(text: string): string[] {
  const words = text.match(/(?:[^\s"']+|"(?:[^"\\]|\\.)*"|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /"((?:[^"\\]|\\.)*)"|'([^']*)'/g,
      (_, double, single) => single ?? double.replace(/\\(.)/g, "$1"),
    )
  );
}
