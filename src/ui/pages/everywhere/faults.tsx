import type { JSX } from "preact";
import { accountNumber } from "../../../core/accounts/words.ts";
import type { everywhereStatus } from "../../../pages/everywhere/page.ts";
import type { RowOf } from "../../../pages/query.ts";
import { List, Row } from "../../system/mod.ts";
import { count } from "../../text/format.ts";

/** What could not be asked, with the reasons. */
export function Faults(
  { status: { faults, moreFaults } }: { status: RowOf<typeof everywhereStatus> },
): JSX.Element {
  return (
    <div class="everywhere-faults scroll" tabIndex={0} role="region" aria-label="Reasons">
      <List label="What could not be asked">
        {faults.map(({ account, message }) => (
          <Row key={`${account} ${message}`}>
            <span class="small numbers">{accountNumber(account)}</span>
            <span class="small words grow">{message}</span>
          </Row>
        ))}
        {moreFaults > 0 && (
          <Row key="more">
            <span class="small quiet">{`and ${count(moreFaults, "more reason")}`}</span>
          </Row>
        )}
      </List>
    </div>
  );
}
