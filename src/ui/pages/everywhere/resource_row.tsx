import type { JSX } from "preact";
import { accountNumber } from "../../../core/accounts/words.ts";
import type { FoundResource } from "../../../pages/everywhere/page.ts";
import { EnvPill, Icon } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";

/** A found resource with its account and region. */
export function ResourceRow(
  { hit: { icon, title, detail, account, region, matches, params } }: { hit: FoundResource },
): JSX.Element {
  return (
    <>
      <Icon name={icon} />
      <span class="cut name" title={title}>
        <Marked text={title} matches={matches} />
      </span>
      <span class="quiet small cut grow">
        {[detail, params.region === undefined ? "" : region].filter(Boolean).join(" · ")}
      </span>
      <span class="small numbers">{account.name ?? accountNumber(account.accountId)}</span>
      <EnvPill env={account.env} />
    </>
  );
}
