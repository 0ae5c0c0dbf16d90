import { type AccountContext, partsOf } from "../../accounts/context.ts";
import type { AccountAnswer, RunSurface } from "../run/surface.ts";
import type { LoadedAction, RunRefusal, RunRequest, RunServices } from "../run/services.ts";
import { isAccountId } from "../../text/aws_names.ts";

/** All sources from which the account context of an action is decided. Empty texts count as absent. */
export interface ContextSources {
  readonly mode: "inherit" | "custom" | "none";
  /** From the command line; takes precedence over all other sources. */
  readonly flags?: Partial<AccountContext>;
  /** From the user's settings of the action. */
  readonly override?: Partial<AccountContext>;
  /** From the manifest: the action's own context under `custom`, the extension's under `inherit`. */
  readonly declared?: Partial<AccountContext>;
  /** The user's earlier answer that was to be remembered. */
  readonly saved?: Partial<AccountContext>;
  /** The role last used in an account. */
  lastRole(account: string): string | undefined;
  /** The region configured for an account. */
  accountRegion(account: string): string | undefined;
  /** `AWS_REGION` in the user's environment. */
  readonly environmentRegion?: string;
  readonly ssoRegion?: string;
}

/** The decision: no account, a complete context, or a question for the missing parts. */
type ContextDecision =
  | { readonly kind: "none" }
  | { readonly kind: "decided"; readonly context: AccountContext }
  /** The account is known but its role is not: either the account has only one role, or the user is asked. */
  | { readonly kind: "role"; readonly account: string; readonly region?: string }
  | {
    readonly kind: "ask";
    readonly account?: string;
    readonly role?: string;
    readonly region?: string;
    /** The region to use when no source names one and the chosen account has none either. */
    readonly usualRegion?: string;
  };

/**
 * Decides the account context: none in mode `none`; otherwise from the first source that names an account:
 * the command line, the user's override, the manifest, the remembered answer. Without such a source the user
 * is asked. That source gives account, role and region. Missing parts come from a source that names a role or
 * a region without an account; then from a remembered answer of the same account; then the role last used in
 * the account, the account's configured region, `AWS_REGION` and `ssoRegion`.
 */
export function decideContext(sources: ContextSources): ContextDecision {
  if (sources.mode === "none") return { kind: "none" };
  const flags = partsOf(sources.flags ?? {}), override = partsOf(sources.override ?? {});
  const declared = partsOf(sources.declared ?? {}), saved = partsOf(sources.saved ?? {});
  const candidates = [override, declared, saved];
  const base = flags.account
    // A role or region that belongs to another account does not apply to this one.
    ? candidates.find((choice) => choice.account === flags.account) ?? {}
    : candidates.find((choice) => choice.account) ?? {};
  // An override may set only the role or the region, on top of the manifest, and for the manifest's account.
  const elsewhere = flags.account && declared.account && flags.account !== declared.account;
  const partial = override.account || elsewhere ? {} : override;
  // A context without an account in the manifest applies to any account.
  const usual = declared.account ? {} : declared;
  const account = flags.account ?? base.account;
  // The user was asked for what the manifest leaves open in its account.
  const kept = account && saved.account === account ? saved : {};
  const role = flags.role ?? partial.role ?? base.role ?? usual.role ?? kept.role ??
    (account ? sources.lastRole(account) : undefined);
  const wanted = flags.region ?? partial.region ?? base.region ?? usual.region ?? kept.region;
  const usualRegion = sources.environmentRegion || sources.ssoRegion || undefined;
  if (!account) {
    // The chosen account may have a region of its own.
    return { kind: "ask", account, role, region: wanted, ...(usualRegion ? { usualRegion } : {}) };
  }
  const region = wanted ?? (sources.accountRegion(account) || usualRegion);
  if (role !== undefined && !region) return { kind: "ask", account, role, region };
  if (role === undefined) return { kind: "role", account, region };
  return { kind: "decided", context: { account, role, region: region! } };
}

/** Why a run gets no account context; `stopped` when the user declined to choose one or to sign in. */
export type NoAccount = RunRefusal & { readonly stopped?: boolean };

/**
 * Decides the account context of a run and asks the user for unknown parts. Returns null when the action runs
 * without an account.
 */
export async function resolveAccount(
  request: RunRequest,
  loaded: LoadedAction,
  surface: RunSurface,
  services: RunServices,
  signal: AbortSignal,
): Promise<AccountContext | null | NoAccount> {
  const { override, declared, saved } = loaded.accounts;
  const named = [request.flags, override, declared, saved]
    .flatMap((choice) => choice?.account ? [choice.account] : []);
  const lastRoles = new Map<string, string | undefined>();
  for (const account of new Set(named)) lastRoles.set(account, await services.lastRole(request, account));
  const decision = decideContext({
    mode: loaded.mode,
    ...(request.flags ? { flags: request.flags } : {}),
    ...loaded.accounts,
    lastRole: (account) => lastRoles.get(account),
    accountRegion: configuredRegion,
    environmentRegion: services.environment().AWS_REGION,
    ssoRegion: request.config.ssoRegion,
  });
  if (decision.kind === "none") return null;
  if (decision.kind === "decided") return decision.context;
  let roles: string[] = [];
  if (decision.kind === "role") {
    const { account, region } = decision;
    const asking = { account, role: "", region: region ?? ANY_REGION };
    if (!await signedIn(asking, surface, services, signal)) return NOT_SIGNED_IN;
    roles = await services.roles(account, region ?? ANY_REGION, signal);
    if (roles.length === 1 && region) return { account, role: roles[0]!, region };
  }
  const { account, role, region, usualRegion } = { role: undefined, usualRegion: undefined, ...decision };
  const answer = await surface.chooseAccount({
    extensionName: loaded.extension.name,
    actionLabel: loaded.action.label,
    ...partsOf({ account, role, region }),
    ...(usualRegion ? { usualRegion } : {}),
    roles: roles.filter((role) => role !== ""),
  }, signal).catch((error: Error): RunRefusal => {
    // A run that was stopped is not refused.
    signal.throwIfAborted();
    return { refused: error.message };
  });
  if (!answer) return { refused: "no account was chosen", stopped: true };
  if ("refused" in answer) return answer;
  // A choice for another account must not run there, and its role must not be used here.
  if (account && answer.account !== account) {
    return { refused: `the answer is for account ${answer.account}, and the action runs in ${account}` };
  }
  const context = await complete(answer);
  if ("refused" in context) return context;
  if (answer.remember) await services.remember(request, context);
  return context;

  function configuredRegion(id: string): string | undefined {
    return request.config.accounts.find(({ accountId }) => accountId === id)?.region;
  }
  function regionOf(id: string): string | undefined {
    return configuredRegion(id) || services.environment().AWS_REGION || request.config.ssoRegion;
  }

  /** Completes an answer without role or region from what is known of the account. */
  async function complete(
    { account, role, region: given }: AccountAnswer,
  ): Promise<AccountContext | RunRefusal> {
    if (!isAccountId(account)) {
      return { refused: `"${account}" is not an account id`, hint: "An account id has 12 digits." };
    }
    const region = given || regionOf(account);
    if (!region) return { refused: `no region is known for account ${account}`, hint: "Give its region." };
    const known = role || await services.lastRole(request, account);
    if (known) return { account, role: known, region };
    const [only, ...more] = await services.roles(account, region, signal);
    if (only !== undefined && more.length === 0) return { account, role: only, region };
    return {
      refused: `no role is known for account ${account}`,
      hint: "Name a role there, or use credentials of that account.",
    };
  }
}

/** Region for asking AWS whose credentials these are, when nothing beside them names one. */
const ANY_REGION = "us-east-1";

/**
 * Maximum sign-ins per run. The user may sign in somewhere that does not give access to the account; asking
 * again and again would not help.
 */
const TRIES = 3;

/**
 * Waits until the user is signed in when credentials of the context need a sign-in. Returns false when the
 * user declines. Any other obstacle is left to the action.
 */
export async function signedIn(
  context: AccountContext,
  surface: Pick<RunSurface, "signIn">,
  services: Pick<RunServices, "signInNeeded">,
  signal: AbortSignal,
): Promise<boolean> {
  if (!surface.signIn) return true;
  for (let tries = 0; tries < TRIES && await services.signInNeeded(context, signal); tries++) {
    if (!await surface.signIn(context, signal)) return false;
  }
  return true;
}

/** The refusal of a run whose user did not sign in. */
export const NOT_SIGNED_IN = { refused: "nobody signed in", stopped: true } as const;
