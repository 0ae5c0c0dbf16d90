import type { AppState } from "../../../state/state.ts";
import type { RoleRequest, RoleWork } from "../../as_role.ts";

/**
 * Returns the name of a resource in query windows: `orders (shop, eu-west-1)`. Texts and passwords are saved
 * under this name, so the name must not be the same in another account.
 */
export function foundName(
  thing: string,
  { account, region }: RoleRequest,
  { accounts, leftAccounts }: Pick<AppState, "accounts" | "leftAccounts">,
  roleWork: Pick<RoleWork, "known" | "region">,
): string {
  const known = roleWork.known(account);
  const where = roleWork.region({ account, region });
  const twin = [...accounts, ...Object.values(leftAccounts)].some(({ accountId, name }) =>
    name === known?.name && accountId !== account
  );
  const owner = known?.name === undefined || twin ? account : known.name;
  return `${thing} (${[owner, ...(where === known?.region ? [] : [where])].join(", ")})`;
}
