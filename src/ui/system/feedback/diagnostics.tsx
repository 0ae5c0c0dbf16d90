import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { beginning, type Diagnostic } from "../../../core/diagnostic.ts";
import { Coded } from "../../text/coded.tsx";
import { positionText } from "../../text/diagnostics.ts";
import { Visible } from "../../text/visible.tsx";
import { count } from "../../text/format.ts";
import { Tool } from "../controls/button.tsx";
import { Icon } from "../icon.tsx";

/** Maximum diagnostics shown until the user asks for all of them. */
const FIRST = 50;

/** Diagnostics with their positions and next steps, errors first. With `onOpen`, each position is a link. */
export function DiagnosticList(
  { diagnostics, onOpen }: { diagnostics: readonly Diagnostic[]; onOpen?: (diagnostic: Diagnostic) => void },
): JSX.Element {
  const [all, setAll] = useState(false);
  const { first, more, counting } = beginning(diagnostics, all ? Infinity : FIRST);
  const shown = [...first].sort((a, b) =>
    Number(a.severity === "warning") - Number(b.severity === "warning")
  );
  return (
    <ul role="list" class="diagnostics">
      {[...shown, ...counting].map((one, index) => {
        const position = positionText(one);
        const isError = one.severity === "error";
        return (
          <li class="diagnostic" key={`${one.code}:${index}`}>
            <Icon name={isError ? "error" : "caution"} class={isError ? "danger-text" : "caution-text"} />
            <div class="grow">
              <div class="words">
                <span class="aside">{one.severity}:</span>
                <Coded text={one.message} />
              </div>
              {one.hint !== undefined && (
                <div class="words small quiet">
                  <Coded text={one.hint} />
                </div>
              )}
            </div>
            {position !== "" && (onOpen && one.line !== undefined
              ? (
                <button
                  type="button"
                  class="link mono"
                  data-alone={`Open ${position}`}
                  onClick={() => onOpen(one)}
                >
                  <Visible text={position} />
                </button>
              )
              : (
                <span class="mono quiet">
                  <Visible text={position} />
                </span>
              ))}
          </li>
        );
      })}
      {more > 0 && (
        <li>
          <Tool alone={`Show ${count(more, "more problem")}`} onClick={() => setAll(true)}>
            {count(more, "more problem")}
          </Tool>
        </li>
      )}
    </ul>
  );
}
