import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { Client } from "../../client/mod.ts";
import { AccountLine, unlisted, useAccounts } from "../../parts/accounts.tsx";
import {
  controlAttributes,
  type ControlProps,
  Icon,
  optionId,
  Options,
  usePicking,
} from "../../system/mod.ts";

/**
 * A field that searches accounts while the user types. Arrow keys and Enter pick one; a complete ID of
 * another account is accepted too.
 */
export function AccountControl(
  { client, title, onPick, ...props }: ControlProps & {
    client: Pick<Client, "query">;
    /** The name of the chosen account; empty when none is chosen. */
    title: string;
    onPick: (account: string, title: string) => void;
  },
): JSX.Element {
  const { value, onInput } = props;
  /** The text typed to find another account; null while the user types none. */
  const [typed, setTyped] = useState<string | null>(null);
  const list = useId();
  const open = typed !== null;
  const found = useAccounts(client, typed ?? "", open);
  const other = found.state === "empty" ? unlisted(typed ?? "") : undefined;
  const rows = other ? [other] : found.rows;
  const picking = usePicking({ ...found, rows, ...(other && { total: 1 }) }, {
    keyOf: ({ accountId }) => accountId,
    question: typed ?? "",
    typed: open && typed.trim() !== "",
  });
  const { at: active } = picking;
  const type = (text: string | null) => {
    setTyped(text);
    picking.begin();
  };
  const pick = (account: { readonly accountId: string; readonly name?: string } | undefined) => {
    if (!account) return;
    type(null);
    onPick(account.accountId, account.name ?? "");
  };
  const pickLatest = async () => pick(await picking.taken() ?? unlisted(typed ?? ""));
  return (
    <span class="combo select">
      <input
        {...controlAttributes(props)}
        class="input"
        type="text"
        value={typed ?? (title || value)}
        placeholder={props.field.placeholder}
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={open && rows[active] !== undefined ? optionId(list, active) : undefined}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => type(event.currentTarget.value)}
        onClick={() => open || type("")}
        onBlur={() => {
          if (typed !== null && typed.trim() !== "") onInput(typed);
          type(null);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" && !open) type("");
          else if (event.key === "Enter" && open) void pickLatest();
          else if (event.key === "Escape" && open) type(null);
          else if (!open || !picking.step(event)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <Icon name="down" />
      {open && (
        <div class="combo-list scroll" tabIndex={-1} onMouseDown={(event) => event.preventDefault()}>
          <Options
            id={list}
            label="Accounts"
            items={rows}
            active={active}
            itemKey={({ accountId }) => accountId}
            onPick={pick}
            onPoint={picking.pick}
            render={(account) => <AccountLine account={account} />}
          />
          {found.state === "empty" && !other && (
            <p class="quiet small">
              {typed === ""
                ? "No account is known. Type one’s 12 digits."
                : `No account fits “${typed}”. All 12 digits of another one will do.`}
            </p>
          )}
        </div>
      )}
    </span>
  );
}
