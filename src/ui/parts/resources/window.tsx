import { type ComponentChildren, Fragment, type JSX } from "preact";
import { CopyButton } from "../../system/mod.ts";
import { ChooseRole } from "./choose_role.tsx";
import { ResourceBar } from "./resource_bar.tsx";
import { ResourceList } from "./resource_list.tsx";
import type { ResourcesModel, ResourcesPage } from "./use_resources.ts";

/** A window of what an account has of one kind: list and detail, and before these a role, where one has to be chosen. */
export function ResourceWindow<Row, Model extends ResourcesModel>(
  { page, row, onEnter, pane }: {
    page: ResourcesPage<Row, Model>;
    row: (row: Row) => ComponentChildren;
    /** Enter means this row. */
    onEnter: (row: Row) => void;
    /** Shows the chosen one. */
    pane: (row: Row) => JSX.Element;
  },
): JSX.Element {
  const { kind, account, client, looking, sender, picking } = page;
  const chosen = picking.row;
  return (
    <div class="window">
      <ResourceBar page={page} />
      {page.standing === "choose"
        ? (
          <ChooseRole
            account={account}
            what={kind.what}
            client={client}
            onPick={(role) => page.look({ ...looking, role })}
          />
        )
        : (
          <div class="resources">
            <ResourceList
              page={page}
              row={row}
              onEnter={onEnter}
              onSignIn={() => void sender.send({ name: "signIn" })}
            />
            <div class="resource-main" onFocusIn={picking.hold}>
              {chosen !== undefined && (
                // Another one, or the same one elsewhere, begins anew.
                <Fragment key={JSON.stringify([account.accountId, looking, kind.key(chosen)])}>
                  {pane(chosen)}
                </Fragment>
              )}
            </div>
          </div>
        )}
    </div>
  );
}

/** The name of the chosen one, above everything about it. */
export function ResourceHead(
  { what, name, shown = name, children }: {
    /** Its name for screen readers. */
    what: string;
    name: string;
    /** How the name is shown, where that is something else. */
    shown?: ComponentChildren;
    children?: ComponentChildren;
  },
): JSX.Element {
  return (
    <section class="resource-head" aria-label={what}>
      <div class="row">
        <h2 class="cut" title={name}>{shown}</h2>
        <CopyButton kind="bare" compact label="Copy name" text={() => name} />
      </div>
      {children}
    </section>
  );
}
