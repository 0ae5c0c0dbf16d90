import { lazyImport } from "../lazy_import.ts";
import type { Account, Config, EnvRule, Server } from "../config/config.ts";
import { fileStamp, keepAnswer, keeper, keptAnswer } from "../kept.ts";
import type { KedgePaths } from "../paths.ts";
import { aDiagnostic, aFlag, aListOf, anObjectOf, aNumber, aText, oneWordOf, orNothing } from "../shape.ts";
import type { ConfigFileState } from "./read.ts";

/** What commands want to know of the user's configuration, without its text and tree. */
type ConfigAnswer = Pick<ConfigFileState, "status" | "config" | "diagnostics">;

/** The name of the answer in the cache. */
const NAME = "config";

/**
 * The user's configuration as {@link readConfigFile} reads it. As long as the file is the same it is not read: what was made
 * of it the last time is kept, because the parser and its checks are half of what a short command takes. `now` is ms since 1970.
 */
export async function configAtHand(
  { home, config: file, cache }: KedgePaths,
  now = Date.now(),
): Promise<ConfigAnswer> {
  const stamp = stampOf(file, home, now);
  const kept = stamp === null ? null : keptAnswer(cache, NAME, stamp, isConfigAnswer);
  if (kept) return kept;
  const { readConfigFile } = await lazyImport<typeof import("./read.ts")>("./read.ts", import.meta.url);
  const { status, config, diagnostics } = readConfigFile(file, { own: true });
  const read = { status, config, diagnostics };
  if (stamp !== null && status !== "unreadable") await keepAnswer(cache, NAME, stamp, read);
  return read;
}

const aConfig = anObjectOf<Config>({
  version: aNumber,
  ssoStartUrl: orNothing(aText),
  ssoRegion: orNothing(aText),
  perPage: aNumber,
  envRules: aListOf(anObjectOf<EnvRule>({
    env: aText,
    matchName: orNothing(aText),
    matchEmail: orNothing(aText),
    flags: aText,
  })),
  accounts: aListOf(anObjectOf<Account>({
    accountId: aText,
    env: orNothing(aText),
    region: aText,
    secrets: aListOf(anObjectOf<Account["secrets"][number]>({ label: aText, id: aText })),
    ecsClusters: aListOf(
      anObjectOf<Account["ecsClusters"][number]>({ name: aText, services: aListOf(aText) }),
    ),
  })),
  servers: aListOf(anObjectOf<Server>({
    name: aText,
    engine: oneWordOf("postgres", "mysql", "redshift"),
    host: aText,
    port: aNumber,
    database: orNothing(aText),
    tls: aFlag,
    tlsVerify: orNothing(aFlag),
    caFile: orNothing(aText),
    certFile: orNothing(aText),
    keyFile: orNothing(aText),
    allowCleartextPassword: orNothing(aFlag),
    serverPublicKeyFile: orNothing(aText),
  })),
  globalShortcut: aText,
  launchAtStartup: aFlag,
  aiEnabled: aFlag,
  assistantBinPath: orNothing(aText),
  aiModel: aText,
  analyticsEnabled: aFlag,
});

const anAnswer = anObjectOf<ConfigAnswer>({
  status: oneWordOf("loaded", "missing"),
  config: aConfig,
  diagnostics: aListOf(aDiagnostic),
});

function isConfigAnswer(value: unknown): value is ConfigAnswer {
  return anAnswer(value);
}

/** What the system says of the file that a path leads to, or that a home has none; null where that tells nothing. */
function stampOf(file: string, home: string, now: number): string | null {
  try {
    const info = look(file);
    // A home that is not there is not made for this.
    const stamp = info === null ? look(home) && "missing" : info.isFile ? fileStamp(info, now) : null;
    return stamp && `${keeper()}\n${stamp}`;
  } catch {
    return null;
  }
}

/** Links are followed. Null where nothing is; throws what else goes wrong. */
function look(path: string): Deno.FileInfo | null {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
