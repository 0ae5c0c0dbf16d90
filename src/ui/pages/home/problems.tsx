import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Command } from "../../../core/app/command.ts";
import { unreadableFault } from "../../../core/config/unreadable.ts";
import { hasErrors } from "../../../core/diagnostic.ts";
import type { HomeModel } from "../../../pages/home/page.ts";
import { Button, DiagnosticList, Notice } from "../../system/mod.ts";
import { problemCount } from "../../text/diagnostics.ts";
import { staleWords } from "../../text/stale.ts";

/** Missing programs and problems of the configuration, each with its next step. */
export function ProblemNotices(
  { model, send }: { model: HomeModel; send: (command: Command) => void },
): JSX.Element | null {
  const { config, problems } = model;
  const [open, setOpen] = useState(false);
  const first = config.diagnostics[0];
  if (problems.length === 0 && !first) return null;
  const stale = config.status === "stale";
  const { line, column } = (stale && unreadableFault(config.diagnostics)) || first || {};
  return (
    <section class="column home-problems" aria-label="Problems">
      {problems.map((problem) => (
        <Notice key={problem.code} tone="caution" message={problem.message} hint={problem.hint} />
      ))}
      {first && (
        <Notice
          tone={stale || hasErrors(config.diagnostics) ? "danger" : "caution"}
          message={stale
            ? staleWords(config.diagnostics, config.defaults)
            : `config.json has ${problemCount(config.diagnostics)}. Everything else applies.`}
        >
          <Button compact onClick={() => setOpen(!open)} expanded={open}>{open ? "Hide" : "Show"}</Button>
          <Button compact onClick={() => send({ name: "openConfig", line, column })}>Open file</Button>
        </Notice>
      )}
      {open && first && (
        <DiagnosticList
          diagnostics={config.diagnostics}
          onOpen={({ line, column }) => send({ name: "openConfig", line, column })}
        />
      )}
    </section>
  );
}
