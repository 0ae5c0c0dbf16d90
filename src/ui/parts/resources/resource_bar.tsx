import type { JSX } from "preact";
import { accountName, accountNumber } from "../../../core/accounts/words.ts";
import type { Option } from "../../../core/state/state.ts";
import type { ownRoles, ResourceListStatus } from "../../../pages/resources.ts";
import { useRows } from "../../client/mod.ts";
import { useNow } from "../../page.ts";
import { Button, EnvPill, Select } from "../../system/mod.ts";
import { ago } from "../../text/format.ts";
import { REGION_OPTIONS } from "../entry/sentences.ts";
import type { ResourcesModel, ResourcesPage } from "./use_resources.ts";
import { formatNumber } from "../../../core/text/locale.ts";

/** The bar above a list of resources: the account with its environment, role, region, and the age of the list. */
export function ResourceBar<Row, Model extends ResourcesModel>(
  { page }: { page: ResourcesPage<Row, Model> },
): JSX.Element {
  const { kind, account, client, listContext, status, showIn, refresh } = page;
  const roles = useRows<typeof ownRoles>(client, "roles", {}, { count: 500 }).rows;
  const role = page.where.role ?? "";
  const region = page.region ?? account.region ?? "";
  const name = accountName(account);
  return (
    <header class="bar top place-bar">
      <h1 class="cut" title={accountNumber(account.accountId)}>
        {kind.title} <span class="quiet">in</span> {name}
      </h1>
      <EnvPill env={account.env} guessed={account.envGuessed} />
      <span class="grow" />
      <Freshness status={status} />
      <Select
        look="place-choice"
        aria-label="Role"
        title="Role"
        value={role}
        options={withValue(
          role,
          roles.map((one) => ({ value: one, label: one })),
          status?.role === "" ? "Own credentials" : "Choose a role",
        )}
        onPick={(role) => showIn({ ...listContext, role })}
      />
      <span class="row">
        <Select
          look="place-choice"
          aria-label="Region"
          title="Region"
          value={region}
          options={withValue(region, REGION_OPTIONS, "Region")}
          onPick={(region) => showIn({ ...listContext, region })}
        />
        <Button
          kind="bare"
          icon="again"
          shortcut="F5"
          label="Refresh"
          busy={status?.loading ?? false}
          onClick={refresh}
        />
      </span>
    </header>
  );
}

/** Returns the options, preceded by the current value when it is not among them. */
function withValue(value: string, all: readonly Option[], none: string): readonly Option[] {
  if (all.some((one) => one.value === value)) return all;
  return [{ value, label: value || none }, ...all];
}

/** The age of a list is read out as long as it is news. */
const MINUTE = 60_000;

function Freshness({ status }: { status: ResourceListStatus | undefined }): JSX.Element {
  const now = useNow(status?.at !== null, 30_000);
  const text = status?.loading
    ? status.count > 0 ? `${formatNumber(status.count)} so far` : "Asking AWS"
    : status?.at
    ? <span data-moves={now - status.at >= MINUTE || undefined}>{ago(status.at, now)}</span>
    : "";
  return <span class="small quiet numbers" role="status">{text}</span>;
}
