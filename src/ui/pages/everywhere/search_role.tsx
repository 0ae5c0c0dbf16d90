import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { fit, haystack, marks, typedWords } from "../../../core/find/matcher.ts";
import type { everywhereStatus } from "../../../pages/everywhere/page.ts";
import type { RowOf } from "../../../pages/query.ts";
import { allHere, Chooser, EmptyState, Icon, Options, useOver, usePicking } from "../../system/mod.ts";
import { Marked } from "../../text/marked.tsx";
import { count } from "../../text/format.ts";
import { formatNumber } from "../../../core/text/locale.ts";

/** A role, with the number of accounts that have it. */
type RoleCount = RowOf<typeof everywhereStatus>["roles"][number];

/** Asks with which role to search accounts that have several. The list is filtered by typing, and Enter searches. */
export function SearchRole(
  { roles, instead, onPick, onLeave }: {
    roles: readonly RoleCount[];
    /** Whether the accounts were already searched and are searched again with another role. */
    instead: boolean;
    onPick: (role: string) => void;
    onLeave: () => void;
  },
): JSX.Element {
  const [typed, setTyped] = useState("");
  const over = useOver(onLeave);
  const words = typedWords(typed);
  const shown = roles.flatMap((one) => {
    const hay = haystack(one.role);
    const score = fit(words, hay);
    return score === null ? [] : [{ ...one, score, matches: marks(words, hay) }];
  });
  if (typed.trim() !== "") shown.sort((a, b) => b.score - a.score);
  // More roles appear while other accounts are being asked.
  const picking = usePicking(allHere(shown), { keyOf: ({ role }) => role, question: typed, typed: true });
  const { at: active } = picking;
  return (
    <Chooser
      id="search-role"
      label="As which role?"
      typed={typed}
      picking={picking}
      {...over}
      onType={setTyped}
      onKey={(event) => {
        const chosen = event.key === "Enter" ? shown[active] : undefined;
        if (chosen) onPick(chosen.role);
        return event.key === "Enter";
      }}
      onLeave={onLeave}
      foot={
        <p class="small quiet search-role-foot">
          {instead ? "The search begins again with it." : "The accounts that have it are searched at once."}
          {" "}
          Kedge remembers it for searches; no account's usual role changes.
        </p>
      }
    >
      {shown.length === 0 ? <EmptyState small title={`No role fits “${typed}”`} /> : (
        <Options
          id="search-role"
          label="Roles"
          items={shown}
          active={active}
          itemKey={({ role }) => role}
          onPick={({ role }) => onPick(role)}
          onPoint={picking.pick}
          render={({ role, accounts, matches }) => (
            <>
              <Icon name="account" />
              <span class="cut name grow" title={role}>
                <Marked text={role} matches={matches} />
              </span>
              <span class="quiet small numbers">{count(accounts, "account")}</span>
            </>
          )}
        />
      )}
    </Chooser>
  );
}

/** Returns the roles that a search has used, as text. */
export function takenWords(taken: readonly RoleCount[]): string {
  const accounts = taken.reduce((sum, { accounts }) => sum + accounts, 0);
  const [first, ...more] = taken;
  return `${formatNumber(accounts)} as ${first?.role}${more.length > 0 ? " and others" : ""}`;
}
