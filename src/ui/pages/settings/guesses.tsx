import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { RowOf } from "../../../pages/query.ts";
import type { guesses } from "../../../pages/settings/page.ts";
import { useRows } from "../../client/mod.ts";
import { Button, EnvPill } from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import type { Editing } from "./editing.ts";

/** Milliseconds after which a guess that is still shown can be marked again, for example after Undo. */
const AGAIN_MS = 2000;

/** Environments that are guessed because no rule gives them, with a button that makes each guess a rule. */
export function Guesses({ editing }: { editing: Editing }): JSX.Element {
  const { rows } = useRows<typeof guesses>(editing.client, "guesses", {}, { count: 10 });
  /** The patterns just saved. Their guesses are shown until the accounts are labelled again. */
  const marked = useRef(new Set<string>()).current;
  const mark = async ({ rule }: RowOf<typeof guesses>) => {
    const { matchName } = rule;
    if (marked.has(matchName)) return;
    marked.add(matchName);
    const done = await editing.save(["envRules", editing.sizes.envRules], { ...rule });
    setTimeout(() => marked.delete(matchName), done ? AGAIN_MS : 0);
  };
  return (
    <section class="column guesses" aria-label="Guessed from names">
      <p class="quiet small">
        The first rule that fits a name or an email says the environment. Where none does, a name that has
        “production”, “staging” or “development” as a word, or prod, prd, stg or dev, is taken for that:
        windows show it and production is touched slowly, but scripts are told only what rules say.
      </p>
      {/* The next guess takes the place and the focus of a marked one, so it is to be read first. */}
      {rows.map((guess, place) => (
        <div class="row" key={place}>
          <EnvPill env={guess.env} guessed />
          <Button
            readFirst
            disabled={editing.locked}
            title={`Adds the rule ${guess.rule.matchName}`}
            onClick={() => void mark(guess)}
          >
            {`Mark ${count(guess.accounts, "account")} named ${
              guess.words.map((word) => `…${word}`).join(" or ")
            } as ${guess.env}`}
          </Button>
        </div>
      ))}
    </section>
  );
}
