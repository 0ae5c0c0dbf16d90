import { type Engine, ENGINES } from "./facts.ts";
import { commandLine, keyValues, type PastedValues } from "./pasted_command.ts";

/** A server that a pasted text names. A password in the text is left out. */
export interface PastedServer {
  readonly engine: Engine;
  readonly host: string;
  readonly port: number;
  readonly database?: string;
  /** Missing when the text does not say it. */
  readonly tls?: boolean;
  /** Set when the server's certificate is to be verified. */
  readonly tlsVerify?: true;
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  /** The user that the text names, for the question about the login. */
  readonly user?: string;
}

const SCHEMES: Readonly<Record<string, Engine>> = {
  "postgres": "postgres",
  "postgresql": "postgres",
  "redshift": "redshift",
  "mysql": "mysql",
  "mysql2": "mysql",
  "mariadb": "mysql",
};

/** Values with which addresses turn TLS off or make it optional. Any other value turns it on. */
export const NO_TLS = /^(disable|disabled|allow|prefer|preferred|auto|false|off|0|no)$/i;
/** Values with which addresses ask to verify the certificate. */
const VERIFIED = /^verify[-_]?(full|ca|identity)$/i;
/** Hosts of Redshift. */
const REDSHIFT_HOST = /\.redshift(-serverless)?\.amazonaws\.com(\.cn)?$/i;

/** Switches of drivers that ask to verify the certificate, as of {@link settingName}. */
const VERIFY_SWITCHES = [
  "verifyservercertificate",
  "sslverifyservercert",
  "sslverifycert",
  "sslverifyidentity",
];

/** The names of settings in other programs, as of {@link settingName}, with libpq's name for each. */
const SYNONYMS: Readonly<Record<string, string>> = {
  sslca: "sslrootcert",
  sslcert: "sslcert",
  sslkey: "sslkey",
  dbname: "database",
  username: "user",
  uid: "user",
};

/** Returns the engine of a server, because Redshift is often reached by programs and addresses for PostgreSQL. */
export function engineAt(host: string, spoken: Engine): Engine {
  return spoken === "postgres" && REDSHIFT_HOST.test(host) ? "redshift" : spoken;
}

/** Returns the name of a driver's setting in lower case and without the dashes and underscores of some drivers. */
function settingName(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, "");
}

/**
 * Returns the TLS mode among the settings of a driver; undefined when there is none. Drivers have a mode
 * (`sslmode`) or switches (`ssl`, `useSSL`), and the mode overrides the switches.
 */
export function modeOf(
  settings: readonly (readonly [name: string, value: string | undefined])[],
): string | undefined {
  const all = new Map(settings.map(([name, value]) => [settingName(name), value]));
  const first = (...names: readonly string[]) => names.map((name) => all.get(name)).find(Boolean);
  const on = first("ssl", "usessl", "requiressl", "tls");
  const verified = !NO_TLS.test(on ?? "") &&
    VERIFY_SWITCHES.some((name) => /^(true|1|on|yes)$/i.test(all.get(name) ?? ""));
  return first("sslmode") ?? (verified ? "verify-ca" : on);
}

/**
 * Returns whether drivers of Java and clients of MySQL accept every certificate in a mode that insists on TLS,
 * unlike libpq. A mode without TLS says nothing about the certificate where another setting insists on TLS.
 */
export function acceptsAny(mode: string | undefined): boolean {
  return /^(require|required|trust|no-verify)$/i.test(mode ?? "");
}

/**
 * Reads what people have at hand about a server:
 * `postgres://ada:secret@db.example.com:5432/shop?sslmode=require`, the same for JDBC, a command line of psql
 * or mysql, or libpq's `host=… dbname=…`. With `usual`, `host:port` is accepted too. Returns null for any
 * other text.
 */
export function pastedServer(text: string, usual?: Engine): PastedServer | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > 4000) return null;
  const line = commandLine(trimmed);
  if (line) {
    const { database = line.environment.database ?? "", ...options } = line.values;
    const beside = { ...line.environment, ...options };
    return ofAddress(database, line.engine, beside) ??
      server(line.engine, { host: "localhost", ...beside, database });
  }
  return ofAddress(trimmed, null) ?? (usual === undefined ? null : hostAndPort(trimmed, usual));
}

/**
 * Reads an address or libpq's settings. `engine` and what is said `beside` them are known when the text comes
 * from a command line.
 */
function ofAddress(text: string, engine: Engine | null, beside?: PastedValues): PastedServer | null {
  const [, scheme = "", rest = ""] =
    /^(?:jdbc:(?:aws-wrapper:)?)?([a-z0-9]+)(?:\+[a-z0-9_]+|:[a-z]+)*:\/\/(.*)$/i.exec(text) ?? [];
  if (scheme !== "") {
    const known = Object.hasOwn(SCHEMES, scheme.toLowerCase()) ? SCHEMES[scheme.toLowerCase()]! : null;
    const values = known && ofUrl(rest);
    return values ? server(known, joined(known, beside, values)) : null;
  }
  const values = keyValues(text);
  // libpq's settings on a command line may leave the host to its options.
  return values && (values.host || engine === "postgres")
    ? server(engine ?? "postgres", joined("postgres", beside, values))
    : null;
}

/** Returns what an address says, with what a command line says beside it. */
function joined(engine: Engine, beside: PastedValues | undefined, address: PastedValues): PastedValues {
  const said = given(address);
  if (!beside) return said;
  const options = given(beside);
  const all = { host: "localhost", ...options, ...said };
  if (engine !== "mysql") return all;
  // Clients of MySQL take their options first, yet an address that asks for a verified certificate gets it.
  const asked = meantMode(said);
  const mode = VERIFIED.test(asked ?? "") ? asked : meantMode(options);
  return { ...all, ...options, ...(mode === undefined ? {} : { sslmode: mode }) };
}

/** Returns the values that are not empty. */
function given(values: PastedValues): PastedValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

/** Returns the TLS mode. Certificate files have an effect only with TLS, so who names them wants it. */
function meantMode({ sslmode, sslrootcert, sslcert }: PastedValues): string | undefined {
  // Every mode with TLS verifies by an authority.
  if (sslrootcert && !NO_TLS.test(sslmode ?? "")) return "verify-ca";
  return sslmode ?? (sslcert ? "require" : undefined);
}

/** Reads the part of an address after its scheme. */
function ofUrl(rest: string): PastedValues | null {
  // Keep the first of several hosts.
  const one = rest.replace(/^([^/?@]*@)?([^/?,]*)(,[^/?]*)/, "$1$2");
  let url: URL;
  try {
    url = new URL(`kedge://${one}`);
  } catch {
    return null;
  }
  // Redshift's driver has its settings behind semicolons.
  const [database = "", ...more] = url.pathname.slice(1).split(";");
  const values: Record<string, string> = {
    host: plain(url.hostname.replace(/^\[|\]$/g, "")),
    port: url.port,
    database: plain(database),
    user: plain(url.username),
  };
  const settings = [...new URLSearchParams(more.join("&")), ...url.searchParams];
  for (const [key, value] of settings) {
    const name = valueOf(SYNONYMS, settingName(key)) ?? key;
    values[name] = values[name] || value;
  }
  // A setting without a value is switched on.
  const mode = modeOf(settings.map(([key, value]) => [key, value || "true"]));
  return mode === undefined ? values : { ...values, sslmode: mode };
}

/** Reads `db.example.com:5432/shop`. The port tells the engine, else `usual` does. */
function hostAndPort(text: string, usual: Engine): PastedServer | null {
  const [, host = "", port = "", database = ""] =
    /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?):(\d{2,5})(?:\/([^\s/?]*))?$/i.exec(text) ?? [];
  if (!/[a-z.]|:/i.test(host)) return null;
  const engine = Object.entries(ENGINES).find(([, facts]) => String(facts.port) === port)?.[0] ?? usual;
  return server(engine as Engine, { host: host.replace(/^\[|\]$/g, ""), port, database: plain(database) });
}

function server(spoken: Engine, values: PastedValues): PastedServer | null {
  const { host = "", port = "", database = "", user = "" } = values;
  if (host === "") return null;
  const engine = engineAt(host, spoken);
  const number = port === "" ? ENGINES[engine].port : Number(port);
  if (!(number >= 1 && number <= 65535)) return null;
  const mode = meantMode(values);
  const tls = mode !== undefined && !NO_TLS.test(mode);
  const verified = tls && VERIFIED.test(mode);
  // A configuration is refused with certificate files without TLS, and with a key without its certificate.
  const { sslrootcert: caFile, sslcert: certFile, sslkey } = values;
  const files = tls ? { caFile, certFile, keyFile: certFile && sslkey } : {};
  return {
    engine,
    host,
    port: number,
    ...(database === "" ? {} : { database }),
    ...(mode === undefined ? {} : { tls }),
    ...(verified ? { tlsVerify: true as const } : {}),
    ...Object.fromEntries(Object.entries(files).filter(([, file]) => file && file !== "system")),
    ...(user === "" ? {} : { user }),
  };
}

function valueOf(of: PastedValues, key: string): string | undefined {
  return Object.hasOwn(of, key) ? of[key] : undefined;
}

function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
