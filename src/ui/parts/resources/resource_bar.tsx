import type { JSX } from "preact";
import { accountName, accountNumber } from "../../../core/accounts/words.ts";
import { REGIONS } from "../../../core/aws/regions.ts";
import type { ownRoles, ResourceListStatus } from "../../../pages/resources.ts";
import { useRows } from "../../client/mod.ts";
import { useNow } from "../../page.ts";
import { Button, EnvPill } from "../../system/mod.ts";
import { ago } from "../../text/format.ts";
import { Choice, type ChoiceOption } from "./choice.tsx";
import type { ResourcesModel, ResourcesPage } from "./use_resources.ts";
import { formatNumber } from "../../../core/text/locale.ts";

/** The bar above a list of resources: the account with its environment, role, region, and the age of the list. */
export function ResourceBar<Row, Model extends ResourcesModel>(
  { page: { kind, account, client, looking, status, look, refresh } }: { page: ResourcesPage<Row, Model> },
): JSX.Element {
  const roles = useRows<typeof ownRoles>(client, "roles", {}, { count: 500 }).rows;
  const role = looking.role ?? status?.role ?? "";
  const region = looking.region ?? status?.region ?? account.region ?? "";
  const name = accountName(account);
  return (
    <header class="bar top place-bar">
      <h1 class="cut" title={accountNumber(account.accountId)}>
        {kind.title} <span class="quiet">in</span> {name}
      </h1>
      <EnvPill env={account.env} guessed={account.envGuessed} />
      <span class="grow" />
      <Freshness status={status} />
      <Choice
        label="Role"
        value={role}
        options={options(
          role,
          roles.map((one) => [one, one] as const),
          status?.role === "" ? "Own credentials" : "Choose a role",
        )}
        onPick={(role) => look({ ...looking, role })}
      />
      <span class="row">
        <Choice
          label="Region"
          value={region}
          options={options(
            region,
            REGIONS.map(([one, city]) => [one, `${one} · ${city}`] as const),
            "Region",
          )}
          onPick={(region) => look({ ...looking, region })}
        />
        <Button
          kind="bare"
          icon="again"
          shortcut="F5"
          label="Refresh"
          title="Refresh (F5)"
          busy={status?.loading ?? false}
          onClick={refresh}
        />
      </span>
    </header>
  );
}

/** Returns the options, preceded by the current value when it is not among them. */
function options(value: string, all: readonly ChoiceOption[], none: string): readonly ChoiceOption[] {
  if (all.some(([one]) => one === value)) return all;
  return [[value, value || none], ...all];
}

function Freshness({ status }: { status: ResourceListStatus | undefined }): JSX.Element {
  const now = useNow(status?.at !== null, 30_000);
  const text = status?.loading
    ? status.count > 0 ? `${formatNumber(status.count)} so far` : "Asking AWS"
    : status?.at
    ? ago(status.at, now)
    : "";
  return <span class="small quiet numbers" role="status">{text}</span>;
}
