import type { JSX } from "preact";
import type { guesses } from "../../../pages/settings/page.ts";
import { useRows } from "../../client/mod.ts";
import { Button, EnvPill } from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import type { Editing } from "./editing.ts";

/** Environments that are guessed because no rule gives them, with a button that makes each guess a rule. */
export function Guesses({ editing }: { editing: Editing }): JSX.Element {
  const { rows } = useRows<typeof guesses>(editing.client, "guesses", {}, { count: 10 });
  return (
    <section class="column guesses" aria-label="Guessed from names">
      <p class="quiet small">
        The first rule that fits a name or an email says the environment. Where none does, a name that has
        “production”, “staging” or “development” as a word, or prod, prd, stg or dev, is taken for that:
        windows show it and production is touched slowly, but scripts are told only what rules say.
      </p>
      {rows.map(({ env, words, accounts, rule }) => (
        <div class="row" key={env}>
          <EnvPill env={env} guessed />
          <Button
            disabled={editing.locked}
            title={`Adds the rule ${rule.matchName}`}
            onClick={() => void editing.save(["envRules", editing.sizes.envRules], { ...rule })}
          >
            {`Mark ${count(accounts, "account")} named ${
              words.map((word) => `…${word}`).join(" or ")
            } as ${env}`}
          </Button>
        </div>
      ))}
    </section>
  );
}
