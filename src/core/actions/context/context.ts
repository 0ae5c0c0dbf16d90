import type { AccountContext } from "../../accounts/context.ts";
import type { AccountAnswer, RunSurface } from "../run/surface.ts";
import type { LoadedAction, Refusal, RunRequest, RunServices } from "../run/services.ts";
import { isAccountId } from "../../text/aws_names.ts";

/** Everything the account context of an action is decided from. In each source empty texts count as absent. */
export interface ContextSources {
  readonly mode: "inherit" | "custom" | "none";
  /** The command line's, above all others. */
  readonly flags?: Partial<AccountContext>;
  /** The user's, from the configure dialog. */
  readonly override?: Partial<AccountContext>;
  /** The manifest's: the action's own under `custom`, the extension's under `inherit`. */
  readonly declared?: Partial<AccountContext>;
  /** The user's earlier answer with "remember". */
  readonly saved?: Partial<AccountContext>;
  /** The role last used in an account. */
  lastRole(account: string): string | undefined;
  /** The configured region of an account. */
  accountRegion(account: string): string | undefined;
  /** `AWS_REGION` of the user's environment. */
  readonly environmentRegion?: string;
  readonly ssoRegion?: string;
}

/** What is decided: no account, a whole context, or what is missing from it. */
type ContextDecision =
  | { readonly kind: "none" }
  | { readonly kind: "decided"; readonly context: AccountContext }
  /** The account is known, its role is not: it is the only one there is, or the user is asked. */
  | { readonly kind: "role"; readonly account: string; readonly region?: string }
  | {
    readonly kind: "ask";
    readonly account?: string;
    readonly role?: string;
    readonly region?: string;
    /** The region where neither a source nor the chosen account has one. */
    readonly usualRegion?: string;
  };

/**
 * Decides the account context: `none`; the user's override; the action's own (`custom`); the extension's
 * (`inherit`); the saved answer; else the user is asked. The first source that names an account gives
 * account, role and region; what it leaves out is filled in: by a manifest that names a role or a region for
 * whatever account it is; then the role by the last used one, the region by the account's configured one,
 * `AWS_REGION`, `ssoRegion`.
 */
export function decideContext(sources: ContextSources): ContextDecision {
  const flags = clean(sources.flags);
  if (sources.mode === "none") return { kind: "none" };
  const candidates = [clean(sources.override), clean(sources.declared), clean(sources.saved)];
  const base = flags.account
    // A role or region that was meant for another account does not apply to this one.
    ? candidates.find((choice) => choice.account === flags.account) ?? {}
    : candidates.find((choice) => choice.account) ?? {};
  // An override may also set the role or the region alone, on top of what the manifest says.
  const override = clean(sources.override);
  const partial = override.account ? {} : override;
  // A context of the manifest without an account applies to any account.
  const declared = clean(sources.declared);
  const usual = declared.account ? {} : declared;
  const account = flags.account ?? base.account;
  const role = flags.role ?? partial.role ?? base.role ?? usual.role ??
    (account ? sources.lastRole(account) : undefined);
  const wanted = flags.region ?? partial.region ?? base.region ?? usual.region;
  const usualRegion = sources.environmentRegion || sources.ssoRegion || undefined;
  if (!account) {
    // The account that is chosen may have a region of its own.
    return { kind: "ask", account, role, region: wanted, ...(usualRegion ? { usualRegion } : {}) };
  }
  const region = wanted ?? (sources.accountRegion(account) || usualRegion);
  if (role !== undefined && !region) return { kind: "ask", account, role, region };
  if (role === undefined) return { kind: "role", account, region };
  return { kind: "decided", context: { account, role, region: region! } };
}

function clean(choice: Partial<AccountContext> | undefined): Partial<AccountContext> {
  return {
    account: choice?.account || undefined,
    role: choice?.role || undefined,
    region: choice?.region || undefined,
  };
}

/** The user did not want to choose, or the run must not go on. */
export type NoAccount = Refusal & { readonly stopped?: boolean };

/** Decides the account context of a run, asking for what is not known. Null: the action runs in none. */
export async function resolveAccount(
  request: RunRequest,
  loaded: LoadedAction,
  surface: RunSurface,
  services: RunServices,
  signal: AbortSignal,
): Promise<AccountContext | null | NoAccount> {
  const { config } = request;
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
    accountRegion: (account) => config.accounts.find(({ accountId }) => accountId === account)?.region,
    environmentRegion: services.environment().AWS_REGION,
    ssoRegion: config.ssoRegion,
  });
  if (decision.kind === "none") return null;
  if (decision.kind === "decided") return await used(decision.context);
  let roles: string[] = [];
  if (decision.kind === "role") {
    const { account, region } = decision;
    const asking = { account, role: "", region: region ?? ANY_REGION };
    if (!await signedIn(asking, surface, services, signal)) return NOT_SIGNED_IN;
    roles = await services.roles(account, region ?? ANY_REGION, signal);
    if (roles.length === 1 && region) return await used({ account, role: roles[0]!, region });
  }
  const { account, role, region, usualRegion } = { role: undefined, usualRegion: undefined, ...decision };
  const answer = await surface.chooseAccount({
    extensionName: loaded.extension.name,
    actionLabel: loaded.action.label,
    ...(account ? { account } : {}),
    ...(role ? { role } : {}),
    ...(region ? { region } : {}),
    ...(usualRegion ? { usualRegion } : {}),
    roles: roles.filter((role) => role !== ""),
  }, signal).catch((error: Error): Refusal => ({ refused: error.message }));
  if (!answer) return { refused: "no account was chosen", stopped: true };
  if ("refused" in answer) return answer;
  const context = await complete(answer);
  if ("refused" in context) return context;
  if (answer.remember) await services.remember(request, context);
  return await used(context);

  function regionOf(id: string): string | undefined {
    const configured = config.accounts.find(({ accountId }) => accountId === id)?.region;
    return configured || services.environment().AWS_REGION || config.ssoRegion;
  }

  /** An answer may leave role and region to what is known of the account. */
  async function complete(
    { account, role, region: given }: AccountAnswer,
  ): Promise<AccountContext | Refusal> {
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

  async function used(context: AccountContext): Promise<AccountContext> {
    if (context.role) await services.useRole(request, context.account, context.role);
    return context;
  }
}

/** Asking AWS whose credentials some are works in every region. */
const ANY_REGION = "us-east-1";

/** Someone may sign in where the account is not; asking again and again would not help. */
const TRIES = 3;

/**
 * Waits until the user is signed in, where credentials of the context need that. False when the user does not want to.
 * Whatever else stands in the way is left to the action.
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

/** Why a run ends when the user does not sign in. */
export const NOT_SIGNED_IN = { refused: "nobody signed in", stopped: true } as const;
