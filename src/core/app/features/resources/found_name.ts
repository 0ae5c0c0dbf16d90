import type { AppState } from "../../../state/state.ts";
import type { AskedRole, RoleWork } from "../../as_role.ts";

/**
 * What a thing of an account is called in query windows: `orders (shop, eu-west-1)`. What is kept of it, its password too, is
 * kept under this name: it is no other account's.
 */
export function foundName(
  thing: string,
  { account, region }: AskedRole,
  { accounts, roleWork }: {
    readonly accounts: AppState["accounts"];
    readonly roleWork: Pick<RoleWork, "known" | "region">;
  },
): string {
  const known = roleWork.known(account);
  const where = roleWork.region({ account, region });
  const twin = accounts.some(({ accountId, name }) => name === known?.name && accountId !== account);
  const owner = known?.name === undefined || twin ? account : known.name;
  return `${thing} (${[owner, ...(where === known?.region ? [] : [where])].join(", ")})`;
}
