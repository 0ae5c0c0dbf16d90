import { decideContext } from "./context.ts";
import type { AccountAnswer, RunFace } from "./face.ts";
import type { Context, LoadedAction, Refusal, RunRequest, RunServices } from "./run.ts";

/** The user did not want to choose, or the run must not go on. */
export type NoAccount = Refusal & { readonly stopped?: boolean };

/** Decides the account context of a run, asking for what is not known. Null: the action runs in none. */
export async function resolveAccount(
  request: RunRequest,
  loaded: LoadedAction,
  face: RunFace,
  services: RunServices,
  signal: AbortSignal,
): Promise<Context | null | NoAccount> {
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
  if (decision.kind === "account") return await used(decision.account);
  let roles: string[] = [];
  if (decision.kind === "role") {
    const { account, region } = decision;
    roles = await services.roles(account, region ?? ANY_REGION, signal);
    if (roles.length === 1 && region) return await used({ id: account, role: roles[0]!, region });
  }
  const { account, role, region } = { role: undefined, ...decision };
  const answer = await face.chooseAccount({
    extensionName: loaded.extension.name,
    actionLabel: loaded.action.label,
    ...(account ? { account } : {}),
    ...(role ? { role } : {}),
    ...(region ? { region } : {}),
    roles: roles.filter((role) => role !== ""),
  }, signal).catch((error: Error): Refusal => ({ refused: error.message }));
  if (!answer) return { refused: "no account was chosen", stopped: true };
  if ("refused" in answer) return answer;
  const context = await complete(answer);
  if ("refused" in context) return context;
  if (answer.remember) {
    const { id: account, role, region } = context;
    await services.remember(request, { account, role, region });
  }
  return await used(context);

  function regionOf(id: string): string | undefined {
    const configured = config.accounts.find(({ accountId }) => accountId === id)?.region;
    return configured || services.environment().AWS_REGION || config.ssoRegion;
  }

  /** An answer may leave role and region to what is known of the account. */
  async function complete({ account: id, role, region: given }: AccountAnswer): Promise<Context | Refusal> {
    if (!/^\d{12}$/.test(id)) {
      return { refused: `"${id}" is not an account id`, hint: "An account id has 12 digits." };
    }
    const region = given || regionOf(id);
    if (!region) return { refused: `no region is known for account ${id}`, hint: "Give its region." };
    const known = role || await services.lastRole(request, id);
    if (known) return { id, role: known, region };
    const [only, ...more] = await services.roles(id, region, signal);
    if (only !== undefined && more.length === 0) return { id, role: only, region };
    return {
      refused: `no role is known for account ${id}`,
      hint: "Name a role there, or use credentials of that account.",
    };
  }

  async function used(context: Context): Promise<Context> {
    if (context.role) await services.useRole(request, context.id, context.role);
    return context;
  }
}

/** Asking AWS whose credentials some are works in every region. */
const ANY_REGION = "us-east-1";
