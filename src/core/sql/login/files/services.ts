import { ENGINES } from "../../engines/mod.ts";
import { trimmed } from "./read.ts";
import type { PasswordTarget } from "./pgpass.ts";

/** A section of libpq's service file. */
export interface Service {
  readonly name: string;
  /** Settings by libpq's names. The first of two equal names applies. */
  readonly settings: ReadonlyMap<string, { readonly value: string; readonly line: number }>;
  /** Number of the line at which libpq refuses the section. */
  readonly fault?: number;
}

/** Maximum sections that are read. */
const MAX_COUNT = 1000;

/** Port of a section that names none. */
const USUAL_PORT = String(ENGINES.postgres.port);

/** Returns the sections of a service file as libpq reads them. The first of two with the same name applies. */
export function services(lines: readonly string[]): Service[] {
  type Section = { readonly settings: Map<string, { value: string; line: number }>; fault?: number };
  const found = new Map<string, Section>();
  let current: Section | undefined;
  for (const [at, text] of lines.entries()) {
    const line = trimmed(text);
    if (line === "" || line.startsWith("#")) continue;
    if (line.startsWith("[")) {
      const name = /^\[([^\]]*)\]/.exec(line)?.[1];
      current = { settings: new Map() };
      if (name !== undefined && !found.has(name) && found.size < MAX_COUNT) found.set(name, current);
      continue;
    }
    if (!current || current.fault !== undefined) continue;
    const [, key, value = ""] = /^([a-z_]+)=(.*)$/s.exec(line) ?? [];
    // A space before `=` belongs to the name, which makes the name invalid.
    if (key === undefined || key === "service") current.fault = at + 1;
    else if (!current.settings.has(key)) current.settings.set(key, { value, line: at + 1 });
  }
  return [...found].map(([name, service]) => ({ name, ...service }));
}

/**
 * Whether a section leads to a server. Without a host it leads to a socket of this computer, and no server's
 * entry means that.
 */
export function leadsTo({ settings }: Service, { host, port }: PasswordTarget): boolean {
  const of = (name: string) => settings.get(name)?.value.split(",") ?? [];
  const [hosts, addresses, ports] = [of("host"), of("hostaddr"), of("port")];
  const isHere = (names: readonly string[]) =>
    names.some((name, i) => {
      const its = (ports.length > 1 ? ports[i] : ports[0]) || USUAL_PORT;
      return its === String(port) && name.toLowerCase() === host.toLowerCase();
    });
  return isHere(hosts) || isHere(addresses);
}
