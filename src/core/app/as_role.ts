import type { AccountContext } from "../accounts/context.ts";
import { accountTitle } from "../accounts/words.ts";
import type { Cloud } from "../aws/cloud.ts";
import { CloudError, needsSignIn } from "../aws/errors.ts";
import type { ResourceTarget } from "../aws/resources/target.ts";
import type { ReadVariable } from "../aws/wire/endpoint.ts";
import type { Config } from "../config/config.ts";
import { knownAccount } from "../state/selectors.ts";
import type { Store } from "../state/store.ts";
import type { SignIn } from "./features/sign_in/sign_in.ts";
import { type CommandResult, refusal } from "../result.ts";
import type { Windows } from "./windows.ts";

/** Maximum time for an operation in AWS, ms. */
const PATIENCE = 60_000;

/** Roles, regions and credentials that this computer knows. */
export interface RoleServices {
  /** Reads the role that was last used in an account, and saves it. */
  readonly lastRole: (account: string) => Promise<string | undefined>;
  readonly keepRole: (account: string, role: string) => Promise<void>;
  /** The region for an account without a configured one. */
  readonly usualRegion: (config: Config) => string;
  /** Returns all sources of credentials under this configuration. */
  readonly cloud: (
    config: Config,
  ) => Promise<Pick<Cloud, "session" | "servesPortal" | "credentials">>;
}

/** An account and a role. Without a role: the role last used there, or the only one. */
export interface RoleRequest {
  readonly account: string;
  readonly role?: string | undefined;
  /** Absent for the account's usual region. */
  readonly region?: string | undefined;
  /** Set when many accounts are looked at in turn, so that the role does not become this account's usual one. */
  readonly passing?: true;
}

/** Operations in an account as a role. */
export type RoleWork = ReturnType<typeof createRoleWork>;

/** Makes the operations as a role. */
export function createRoleWork(
  { store, windows, signIn, roles, services, env }: {
    readonly store: Store;
    readonly windows: Pick<Windows, "open">;
    readonly signIn: Pick<SignIn, "needed">;
    /** Returns the roles of an account. Throws an error whose message is for the user. */
    readonly roles: (account: string, signal: AbortSignal) => Promise<readonly string[]>;
    readonly services: RoleServices;
    /** Reads environment variables that redirect requests to AWS; absent for those of this process. */
    readonly env?: ReadVariable;
  },
) {
  const known = (id: string) => knownAccount(store.get(), id);

  const cloud = () => services.cloud(store.get().config.value);

  const region = ({ account, region }: RoleRequest) =>
    region ?? known(account)?.region ?? services.usualRegion(store.get().config.value);

  const title = (account: string, role: string) =>
    accountTitle(account, known(account)?.name) + (role === "" ? "" : ` as ${role}`);

  /** Returns the role to use when none is named, or the roles that the user must choose from. */
  async function rolesFor(account: string, portalAsks: boolean, signal: AbortSignal) {
    const last = await services.lastRole(account);
    if (last !== undefined) return last;
    // A portal asks for roles of its own accounts only.
    if (portalAsks && await (await cloud()).servesPortal(account, "", signal)) return "";
    const all = await roles(account, signal);
    return all.length > 1 ? all : all[0] ?? "";
  }

  /** Returns the role to use; null when the user must choose one. */
  async function roleFor({ account, role }: RoleRequest, portalAsks: boolean, signal: AbortSignal) {
    const usual = role ?? await rolesFor(account, portalAsks, signal);
    return typeof usual === "string" ? usual : null;
  }

  async function once(
    asked: RoleRequest,
    work: (where: AccountContext, signal: AbortSignal) => Promise<CommandResult>,
    portalAsks: boolean,
  ): Promise<CommandResult> {
    const signal = AbortSignal.timeout(PATIENCE);
    try {
      const role = await roleFor(asked, portalAsks, signal);
      if (role === null) {
        windows.open("accounts", { account: asked.account });
        return { ok: true };
      }
      const result = await work({ account: asked.account, role, region: region(asked) }, signal);
      if (result.ok && role !== "") await services.keepRole(asked.account, role);
      return result;
    } catch (error) {
      if (signal.aborted) {
        return refusal("AWS did not answer within a minute.", "Check the network.");
      }
      throw error;
    }
  }

  async function contextOf(asked: RoleRequest, signal: AbortSignal): Promise<AccountContext> {
    const role = await roleFor(asked, false, signal);
    if (role !== null) return { account: asked.account, role, region: region(asked) };
    throw new CloudError(
      `You have several roles in ${title(asked.account, "")}.`,
      "Choose the one to look as.",
      undefined,
      "choose",
    );
  }

  async function target(where: AccountContext, signal: AbortSignal): Promise<ResourceTarget> {
    const { credentials } = await cloud();
    return {
      region: where.region,
      ...(env ? { env } : {}),
      credentials: await credentials(where, signal),
    };
  }

  return {
    /** Returns an account of the list, or as it was before it left the list. */
    known,
    /** Returns the account's name, its ID and the role. */
    title,
    region,
    /** Decides account, role and region without asking the user. Throws a CloudError when the user must choose a role. */
    contextOf,
    /** Returns the region and credentials for requests to AWS. Throws a CloudError. */
    target,
    /** Returns the target in an account for the named or the usual role. Throws a CloudError. */
    at: async (asked: RoleRequest, signal: AbortSignal): Promise<ResourceTarget> =>
      await target(await contextOf(asked, signal), signal),
    /** Returns the roles to choose from in an account; null when there is a usual one or no choice. */
    async open(account: string, signal: AbortSignal): Promise<readonly string[] | null> {
      const usual = await rolesFor(account, false, signal);
      return typeof usual === "string" ? null : usual;
    },
    /** Saves the role as the account's usual one. */
    keep: ({ account, role }: AccountContext) => services.keepRole(account, role),
    /**
     * Runs `work` as a role. Opens the account's page when the user must choose a role. When the user is signed
     * out, waits for a sign-in and tries again. With `portalAsks`, a portal that lists the account asks for a
     * role instead.
     */
    async as(
      doing: string,
      asked: RoleRequest,
      work: (where: AccountContext, signal: AbortSignal) => Promise<CommandResult>,
      portalAsks = false,
    ): Promise<CommandResult> {
      try {
        return await once(asked, work, portalAsks);
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        if (!needsSignIn(error)) return refusal(error.sentence, error.hint);
        const asker = { what: doing, why: `It is for ${title(asked.account, asked.role ?? "")}.` };
        if (!await signIn.needed(asker, new AbortController().signal)) {
          return refusal(error.sentence, error.hint);
        }
      }
      return await once(asked, work, portalAsks).catch((error) => {
        if (error instanceof CloudError) return refusal(error.sentence, error.hint);
        throw error;
      });
    },
  };
}
