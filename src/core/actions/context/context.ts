import type { AccountContext } from "../../accounts/context.ts";

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
  | { readonly kind: "whole"; readonly context: AccountContext }
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
  return { kind: "whole", context: { account, role, region: region! } };
}

function clean(choice: Partial<AccountContext> | undefined): Partial<AccountContext> {
  return {
    account: choice?.account || undefined,
    role: choice?.role || undefined,
    region: choice?.region || undefined,
  };
}
