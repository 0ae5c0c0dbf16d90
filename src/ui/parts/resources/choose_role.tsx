import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { accountName } from "../../../core/accounts/words.ts";
import type { ownRoles } from "../../../pages/resources.ts";
import type { NamedAccount } from "../../../pages/shown.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { EmptyState, Icon, List, Row, Skeleton } from "../../system/mod.ts";
import { ListFailure } from "../list_failure.tsx";

/** The choice of a role, shown instead of a list that needs a role to be read. */
export function ChooseRole(
  { account, what, client, onPick, fixed = false }: {
    account: NamedAccount;
    /** The resources that the window lists, in lower case: `secrets`. */
    what: string;
    client: Pick<Client, "query">;
    onPick: (role: string) => void;
    /** Whether the role cannot be changed later, because the window has no bar for it. */
    fixed?: boolean;
  },
): JSX.Element {
  const roles = useRows<typeof ownRoles>(client, "roles", {}, { count: 500 });
  const box = useRef<HTMLElement>(null);
  const there = roles.rows.length > 0;
  useEffect(() => {
    if (there) box.current?.querySelector<HTMLElement>("button")?.focus();
  }, [there]);
  return (
    <section class="choose-role" aria-label="Choose a role" ref={box}>
      <h2>Choose a role</h2>
      <p class="quiet">
        You have several roles in {accountName(account)}. Kedge remembers which one you use for its {what}
        {fixed ? "." : "; you can change it in the bar above."}
      </p>
      {there
        ? (
          <List label="Roles">
            {roles.rows.map((role) => (
              <Row key={role} verb="Choose" onRun={() => onPick(role)}>
                <Icon name="account" />
                <span class="cut grow">{role}</span>
              </Row>
            ))}
          </List>
        )
        : roles.state === "error"
        ? <ListFailure found={roles} small />
        : roles.state === "empty"
        ? <EmptyState small title="No role" text="Your portal gives you none in this account any more." />
        : <Skeleton rows={3} />}
    </section>
  );
}
