import { ENGINES } from "../../engines/mod.ts";
import { trimmed } from "./read.ts";
import type { PasswordTarget } from "./pgpass.ts";

/** A section of libpq's service file. */
export interface Service {
  readonly name: string;
  /** What it says, by libpq's names; of two equal ones the first counts. */
  readonly settings: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
  /** The line at which libpq refuses it. */
  readonly fault?: number;
}

/** More than anybody has; what follows them is not read. */
const MOST = 1000;

/** The port of an entry that names none. */
const USUAL_PORT = String(ENGINES.postgres.port);

/** The sections of a service file, as libpq reads them: of two with one name the first counts. */
export function services(lines: readonly string[]): Service[] {
  const found = new Map<string, { settings: Map<string, { value: string; line: number }>; fault?: number }>();
  let current: { settings: Map<string, { value: string; line: number }>; fault?: number } | undefined;
  for (const [at, text] of lines.entries()) {
    const line = trimmed(text);
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith("[")) {
      const name = /^\[([^\]]*)\]/.exec(line)?.[1];
      current = { settings: new Map() };
      if (name !== undefined && !found.has(name) && found.size < MOST) found.set(name, current);
      continue;
    }
    if (!current || current.fault !== undefined) continue;
    const [, key, value = ""] = /^([a-z_]+)=(.*)$/s.exec(line) ?? [];
    // A space before the mark belongs to the name, which is then none.
    if (key === undefined || key === "service") current.fault = at + 1;
    else if (!current.settings.has(key)) current.settings.set(key, { value, line: at + 1 });
  }
  return [...found].map(([name, service]) => ({ name, ...service }));
}

/** Whether a section leads to that server. One without a host leads to a socket of this machine, which no entry means. */
export function leadsTo({ settings }: Service, { host, port }: PasswordTarget): boolean {
  const of = (name: string) => settings.get(name)?.value.split(",") ?? [];
  const [hosts, addresses, ports] = [of("host"), of("hostaddr"), of("port")];
  return Array.from({ length: Math.max(hosts.length, addresses.length) }, (_, i) => i).some((i) => {
    const its = (ports.length > 1 ? ports[i] : ports[0]) || USUAL_PORT;
    return its === String(port) &&
      [hosts[i], addresses[i]].some((one) => one?.toLowerCase() === host.toLowerCase());
  });
}
