import type { ComponentChildren, JSX } from "preact";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { Client } from "../../client/mod.ts";
import { ChooseRole } from "./choose_role.tsx";
import { PlaceBar } from "./place_bar.tsx";
import type { ListOnPage } from "./use_list.ts";

/** A window of resources: whose they are, then list and detail; before these a role, where one has to be chosen. */
export function ResourceWindow<Row>(
  { what, account, list, client, children }: {
    /** What the window lists: `Secrets`. */
    what: string;
    account: NamedAccount;
    list: ListOnPage<Row>;
    client: Pick<Client, "query">;
    children: ComponentChildren;
  },
): JSX.Element {
  return (
    <div class="window">
      <PlaceBar what={what} account={account} list={list} client={client} />
      {list.standing === "choose"
        ? (
          <ChooseRole
            account={account}
            what={what.toLowerCase()}
            client={client}
            onPick={(role) => list.look({ ...list.looking, role })}
          />
        )
        : <div class="resources">{children}</div>}
    </div>
  );
}
