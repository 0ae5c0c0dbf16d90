import type { Account, Config, EnvRule, Server } from "../config/config.ts";
import { placeRules } from "../config/mod.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Json } from "../json/node.ts";
import type { AccountState, AppState, ServerState, SignInState } from "../state/state.ts";
import type { Store } from "../state/store.ts";

/** What reading the file gave. */
export interface ConfigRead {
  readonly status: "loaded" | "missing" | "unreadable";
  readonly config: Config;
  readonly diagnostics: readonly Diagnostic[];
  /** The file's text and what it says as plain values; null or absent when it could not be read. */
  readonly text?: string | null;
  readonly document?: Json | null;
  /** For each rule in force, which entry of `envRules` in the file it is. */
  readonly ruleIndexes?: readonly number[];
}

/** Gives accounts their environment; rules that run away are switched off with a diagnostic. */
export interface Labeller {
  label(
    rules: readonly EnvRule[],
    accounts: readonly { readonly name?: string; readonly email?: string }[],
  ): Promise<{
    readonly labels: readonly { readonly env: string | null; readonly rule: number | null }[];
    readonly diagnostics: readonly Diagnostic[];
  }>;
}

/**
 * Takes each new reading of the configuration into the state: a file that does not parse leaves the last
 * good configuration in force, and parts that did not change keep their identity, so nothing restarts.
 */
export function createConfiguration(
  store: Store,
  labeller: Labeller,
): { apply(read: ConfigRead): Promise<void> } {
  let newest = 0;
  return {
    async apply(read) {
      const turn = ++newest;
      if (read.status === "unreadable") {
        store.update((state) => ({
          ...state,
          config: { ...state.config, status: "stale", diagnostics: read.diagnostics },
        }));
        return;
      }
      const { config } = read;
      const labelled = await labeller.label(config.envRules, config.accounts.map(() => ({})));
      if (turn !== newest) return;
      const off = placeRules(labelled.diagnostics, read.ruleIndexes ?? [], read.text ?? "");
      const diagnostics = [...read.diagnostics, ...off];
      store.update((state) => ({
        ...state,
        config: {
          ...state.config,
          status: read.status as "loaded" | "missing",
          value: keep(state.config.value, config),
          diagnostics: keep(state.config.diagnostics, diagnostics),
          ...(read.document ? { document: keep(state.config.document, read.document) } : {}),
        },
        accounts: keep(
          state.accounts,
          config.accounts.map((account, i) => accountState(account, labelled.labels[i]?.env ?? null)),
        ),
        servers: keep(state.servers, config.servers.map((server) => serverState(server, state))),
        signIn: keep(state.signIn, signInState(config)),
      }));
    },
  };
}

function accountState(account: Account, ruled: string | null): AccountState {
  const { accountId, region, secrets, ecsClusters } = account;
  return { accountId, env: account.env ?? ruled, region, secrets, ecsClusters };
}

/** A server that stayed the same keeps the outcome of its last test. */
function serverState(server: Server, state: AppState): ServerState {
  const before = state.servers.find(({ name }) => name === server.name);
  const fresh: ServerState = { ...server, test: { status: "idle" } };
  return before && same({ ...before, test: null }, { ...fresh, test: null }) ? before : fresh;
}

function signInState(config: Config): SignInState {
  if (config.ssoStartUrl) return { status: "signed-out", detail: hostOf(config.ssoStartUrl) };
  const profile = Deno.env.get("AWS_PROFILE");
  if (profile) return { status: "environment", detail: `profile ${profile}` };
  if (Deno.env.get("AWS_ACCESS_KEY_ID")) return { status: "environment", detail: "access key" };
  return { status: "unconfigured" };
}

function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function keep<T>(before: T, after: T): T {
  return same(before, after) ? before : after;
}
