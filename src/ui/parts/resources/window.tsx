import type { ComponentChildren, JSX } from "preact";
import type { NamedAccount } from "../../../pages/shown.ts";
import type { Client } from "../../client/mod.ts";
import type { Sender } from "../../page.ts";
import { ChooseRole } from "./choose_role.tsx";
import { PlaceBar } from "./place_bar.tsx";
import { ResourceList } from "./resource_list.tsx";
import type { ListOnPage, ResourceKind } from "./use_list.ts";

/** A window of what an account has of one kind: list and detail, and before these a role, where one has to be chosen. */
export function ResourceWindow<Row>(
  { kind, account, list, client, sender, row, onEnter, children }: {
    kind: ResourceKind;
    account: NamedAccount;
    list: ListOnPage<Row>;
    client: Pick<Client, "query">;
    sender: Sender;
    row: (row: Row) => ComponentChildren;
    onEnter: () => void;
    /** The chosen one. */
    children: ComponentChildren;
  },
): JSX.Element {
  return (
    <div class="window">
      <PlaceBar what={kind.title} account={account} list={list} client={client} />
      {list.standing === "choose"
        ? (
          <ChooseRole
            account={account}
            what={kind.what}
            client={client}
            onPick={(role) => list.look({ ...list.looking, role })}
          />
        )
        : (
          <div class="resources">
            <ResourceList
              kind={kind}
              list={list}
              row={row}
              onEnter={onEnter}
              onSignIn={() => void sender.send({ name: "signIn" })}
            />
            <div class="resource-main">{children}</div>
          </div>
        )}
    </div>
  );
}
