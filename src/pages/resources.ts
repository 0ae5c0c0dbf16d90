import * as z from "zod";
import { selector } from "../core/state/selector.ts";
import { knownAccount } from "../core/state/selectors.ts";
import { accountTitle } from "../core/accounts/words.ts";
import type { AppState, WindowState } from "../core/state/state.ts";
import type { RoleRequest } from "../core/app/as_role.ts";
import type { KindOfResource } from "../core/resources/kinds/kind.ts";
import { search } from "./lists.ts";
import { defineQuery, type QueryHost } from "./query.ts";
import { namedAccount } from "./shown.ts";

export type { ResourceListStatus } from "../core/app/features/resources/list_of.ts";
export type { FoundRow } from "../core/resources/gathered.ts";

/** Parameters of the role and region that the user has chosen in a page. */
export const listContext = {
  role: z.string().max(64).optional(),
  region: z.string().max(40).optional(),
  /** Set where the window keeps a role that nobody chose in it. */
  passing: z.literal(true).optional(),
};

/** Returns the account that a window of resources is about. */
export const accountOf = ({ params }: WindowState): string => params.account ?? "";

/** Whether a command is about the account of the window that sends it. */
export const isOwnAccount = (command: { readonly account: string }, window: WindowState): boolean =>
  command.account === accountOf(window);

/** Returns the properties that the pages of all kinds of resources share. */
export function resourcePage({ title }: Pick<KindOfResource, "title">) {
  return {
    title,
    titleOf: (state: AppState, params: WindowState["params"]) =>
      params.account && titleIn(title, state, params),
    single: "account",
  } as const;
}

/** Returns a title with the subject, account, environment and region. */
export function titleIn(
  what: string,
  state: Pick<AppState, "accounts" | "leftAccounts">,
  { account = "", region }: { readonly account?: string; readonly region?: string },
): string {
  const known = knownAccount(state, account);
  const of = account === "" ? undefined : known?.name ?? accountTitle(account);
  return [what, of, known?.env, region ?? known?.region].filter(Boolean).join(" · ");
}

/**
 * Returns the queries of a page of resources: its list, with configured resources
 * first, the list's status, and the roles.
 */
export function listQueries<Row extends object>(kind: KindOfResource<Row>) {
  const listIn = ({ window, resources }: QueryHost, listContext: Omit<RoleRequest, "account">) =>
    resources.list(kind, { account: accountOf(window), ...listContext });
  return {
    /** Names only, never values: all, or those that match the typed text. */
    list: defineQuery({
      params: z.strictObject({ ...listContext, search }),
      most: 500,
      rows: ({ search, ...listContext }, host) => listIn(host, listContext).rows(search),
    }),
    status: defineQuery({
      params: z.strictObject(listContext),
      most: 1,
      rows: (listContext, host) => listIn(host, listContext).status,
    }),
    roles: ownRoles,
  };
}

/** Query: the roles in the account of the window, the last used one first. */
export const ownRoles = defineQuery({
  params: z.strictObject({}),
  most: 500,
  rows: (_, { window, accountRoles }) => accountRoles(accountOf(window)),
});

/** Returns the model that every page of resources has: the account, and the sign-in. */
export function targetModel() {
  const account = selector(
    ({ state, id }: { readonly state: AppState; readonly id: string }) => [
      knownAccount(state, id),
      id,
    ],
    (found, accountId) => found ? namedAccount(found) : { accountId, env: null },
  );
  return (state: AppState, window: WindowState) => ({
    account: account({ state, id: accountOf(window) }),
    signIn: state.signIn,
  });
}
