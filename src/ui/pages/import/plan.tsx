import type { JSX } from "preact";
import type { ImportPlan } from "../../../core/app/features/imports/imports.ts";
import { DiffView, Notice } from "../../system/mod.ts";
import { count } from "../../text/format.ts";

/** Maximum entries listed. Longer lists are shown as a number. */
const SHOWN = 20;

/** Previews what would be written to config.json. */
export function PlanView({ plan, file }: { plan: ImportPlan; file: string }): JSX.Element {
  const { added, words, known, passwords } = plan;
  return (
    <>
      <h2>{added === "" ? "There is nothing to write" : `This would be written: ${words}`}</h2>
      <code class="cut" title={file}>{file}</code>
      {known.length > 0 && (
        <Notice
          tone="info"
          message={known.slice(0, SHOWN).map(({ name, why }) => `${name}: ${why}`).join("; ") +
            (known.length > SHOWN ? `; ${known.length - SHOWN} more` : "")}
        />
      )}
      {added !== "" && (
        <div class="plan-difference import-plan">
          <DiffView before="" after={added} language="json" label="What would be written" />
        </div>
      )}
      <p class="quiet small words">
        Everything else in the file stays as it is. {passwords > 0 &&
          `${count(passwords, "password goes", "passwords go")} into the keychain, never into the file.`}
      </p>
    </>
  );
}
