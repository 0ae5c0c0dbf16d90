import { decideContext } from "./context.ts";
import { NOT_SIGNED_IN, signedIn } from "./sign_in.ts";
import type { AccountAnswer, RunSurface } from "../run/surface.ts";
import type { AccountContext } from "../../accounts/context.ts";
import type { LoadedAction, Refusal, RunRequest, RunServices } from "../run/services.ts";
import { isAccountId } from "../../text/aws_names.ts";

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
  if (decision.kind === "whole") return await used(decision.context);
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
