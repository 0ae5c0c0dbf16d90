import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import type { Client } from "../../client/mod.ts";
import { AccountLine, unlisted, useAccounts } from "../../parts/accounts.tsx";
import {
  controlAttributes,
  type ControlProps,
  Icon,
  movedIndex,
  optionId,
  Options,
} from "../../system/mod.ts";

/** A field that finds an account while it is typed: arrows and Enter pick one, all digits of any other will do. */
export function AccountControl(
  { client, title, onPick, ...props }: ControlProps & {
    client: Pick<Client, "query">;
    /** What the chosen account is called; empty when none is. */
    title: string;
    onPick: (account: string, title: string) => void;
  },
): JSX.Element {
  const { value, onInput } = props;
  /** What is typed to find another account; null while nothing is. */
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const list = useId();
  const open = typed !== null;
  const found = useAccounts(client, typed ?? "", open);
  const other = found.state === "empty" ? unlisted(typed ?? "") : undefined;
  const rows = other ? [other] : found.rows;
  const active = Math.min(at, rows.length - 1);
  const type = (text: string | null) => {
    setTyped(text);
    setAt(0);
  };
  const pick = (account: { readonly accountId: string; readonly name?: string } | undefined) => {
    if (!account) return;
    type(null);
    onPick(account.accountId, account.name ?? "");
  };
  const pickLatest = async () => {
    const { rows } = await found.latest();
    pick(rows[Math.min(at, rows.length - 1)] ?? unlisted(typed ?? ""));
  };
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
        aria-activedescendant={open && rows.length > 0 ? optionId(list, active) : undefined}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => type(event.currentTarget.value)}
        onClick={() => open || type("")}
        onBlur={() => {
          if (typed !== null && typed.trim() !== "") onInput(typed);
          type(null);
        }}
        onKeyDown={(event) => {
          const next = open ? movedIndex(event.key, active, rows.length) : null;
          if (next !== null) setAt(next);
          else if (event.key === "ArrowDown" && !open) type("");
          else if (event.key === "Enter" && open) void pickLatest();
          else if (event.key === "Escape" && open) type(null);
          else return;
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
            onPoint={setAt}
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
