import type { AccountContext } from "../accounts/context.ts";
import { accountTitle } from "../accounts/words.ts";
import type { Cloud } from "../aws/cloud.ts";
import { CloudError, needsSignIn } from "../aws/errors.ts";
import type { ResourceTarget } from "../aws/resources/target.ts";
import type { ReadVariable } from "../aws/wire/endpoint.ts";
import type { Config } from "../config/config.ts";
import type { AccountState } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { SignIn } from "./features/sign_in/sign_in.ts";
import type { CommandResult } from "./result.ts";
import type { Windows } from "./windows.ts";

/** How long AWS may take to give what was asked for, ms. */
const PATIENCE = 60_000;

/** What is known of roles on this computer. */
export interface RoleServices {
  /** The role that was last used in an account, and keeping it. */
  readonly lastRole: (account: string) => Promise<string | undefined>;
  readonly keepRole: (account: string, role: string) => Promise<void>;
  /** The region for an account without a configured one. */
  readonly usualRegion: (config: Config) => string;
  /** All ways to credentials under this configuration. */
  readonly cloud: (
    config: Config,
  ) => Promise<Pick<Cloud, "session" | "servesPortal" | "credentials">>;
}

/** An account, and as whom; without a role it is the one that was used there last, or the only one. */
export interface RoleRequest {
  readonly account: string;
  readonly role?: string | undefined;
  /** Without one it is the account's. */
  readonly region?: string | undefined;
  /** Others are looked at in the same way: the role is not the usual one of this account because of it. */
  readonly passing?: true;
}

/** Doing something in an account as a role. */
export interface RoleWork {
  /** What the state knows of an account. */
  known(account: string): AccountState | undefined;
  /** Names before numbers, and the role. */
  title(account: string, role: string): string;
  region(asked: RoleRequest): string;
  /** Where something is done, without asking the user anything. Throws a CloudError when they have to choose a role. */
  contextOf(asked: RoleRequest, signal: AbortSignal): Promise<AccountContext>;
  /** Where and with whose credentials AWS is asked. Throws a CloudError. */
  target(where: AccountContext, signal: AbortSignal): Promise<ResourceTarget>;
  /** The target in an account as the role that is named or the usual one. Throws a CloudError. */
  at(asked: RoleRequest, signal: AbortSignal): Promise<ResourceTarget>;
  /** The roles to choose from in an account; null where one is usual, or nothing has to be chosen. */
  open(account: string, signal: AbortSignal): Promise<readonly string[] | null>;
  /** Keeps the role for the next time that none is named. */
  keep(where: AccountContext): Promise<void>;
  /**
   * Does something as a role. Asks the user on the page of the account when several roles are possible. When the user
   * is signed out, waits for a sign-in and continues. With `portalAsks` the portal itself asks for a role.
   */
  as(
    doing: string,
    asked: RoleRequest,
    work: (where: AccountContext, signal: AbortSignal) => Promise<CommandResult>,
    portalAsks?: boolean,
  ): Promise<CommandResult>;
}

/** Makes what does things as a role. */
export function createRoleWork(
  { store, windows, signIn, roles, services, env }: {
    readonly store: Store;
    readonly windows: Pick<Windows, "open">;
    readonly signIn: Pick<SignIn, "needed">;
    /** The roles of an account. Throws an error with a message for the user. */
    readonly roles: (account: string, signal: AbortSignal) => Promise<readonly string[]>;
    readonly services: RoleServices;
    /** Reads the variables that may lead to AWS elsewhere; without it those of this process. */
    readonly env?: ReadVariable;
  },
): RoleWork {
  function known(id: string): AccountState | undefined {
    return store.get().accounts.find(({ accountId }) => accountId === id);
  }

  const region = ({ account, region }: RoleRequest) =>
    region ?? known(account)?.region ?? services.usualRegion(store.get().config.value);

  const title = (account: string, role: string) =>
    accountTitle(account, known(account)?.name) + (role === "" ? "" : ` as ${role}`);

  /** The role to take when none is named, or those of which the user has to choose one. */
  async function rolesFor(account: string, portalAsks: boolean, signal: AbortSignal) {
    const last = await services.lastRole(account);
    if (last !== undefined || portalAsks) return last ?? "";
    const all = await roles(account, signal);
    return all.length > 1 ? all : all[0] ?? "";
  }

  /** The role to take; null when the user has to choose one. */
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
        return { ok: false, error: "AWS did not answer within a minute.", hint: "Check the network." };
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
    const cloud = await services.cloud(store.get().config.value);
    return {
      region: where.region,
      ...(env ? { env } : {}),
      credentials: await cloud.credentials(where, signal),
    };
  }

  return {
    known,
    title,
    region,
    contextOf,
    target,
    at: async (asked, signal) => await target(await contextOf(asked, signal), signal),
    async open(account, signal) {
      const usual = await rolesFor(account, false, signal);
      return typeof usual === "string" ? null : usual;
    },
    keep: ({ account, role }) => services.keepRole(account, role),
    async as(doing, asked, work, portalAsks = false) {
      try {
        return await once(asked, work, portalAsks);
      } catch (error) {
        if (!(error instanceof CloudError)) throw error;
        if (!needsSignIn(error)) return failure(error);
        const asker = { what: doing, why: `It is for ${title(asked.account, asked.role ?? "")}.` };
        if (!await signIn.needed(asker, new AbortController().signal)) return failure(error);
      }
      return await once(asked, work, portalAsks).catch((error) => {
        if (error instanceof CloudError) return failure(error);
        throw error;
      });
    },
  };
}

function failure({ sentence, hint }: CloudError): CommandResult {
  return { ok: false, error: sentence, ...(hint ? { hint } : {}) };
}
