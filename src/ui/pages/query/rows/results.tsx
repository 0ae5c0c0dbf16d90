import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { inOneLine } from "../../../../core/text/sentences.ts";
import { Button, EmptyState, keyText } from "../../../system/mod.ts";
import { Result, type ResultProps } from "./result.tsx";
import { focusResults } from "../move_focus.ts";
import { ResultTabs } from "./result_parts.tsx";

interface ResultsProps extends Omit<ResultProps, "result"> {
  /** Why the server could not be read when the window opened; null when it could. */
  readonly unread: { readonly error: string; readonly hint?: string } | null;
  readonly onRetry: () => void;
  /** Opens the server's form; undefined where the configuration does not have the server. */
  readonly onEdit: (() => void) | undefined;
  readonly current: string | null;
  readonly onPick: (result: string) => void;
}

/** The results of a tab, each with its own tab, and the current one below. */
export function Results(props: ResultsProps): JSX.Element {
  const { tab, queryWindow, client, current, unread } = props;
  const result = tab.results.find(({ id }) => id === current) ?? tab.results.at(-1);
  const section = useRef<HTMLElement>(null);
  const focused = section.current?.contains(document.activeElement) === true;
  // The rows of a former result take the focus with them, so give it to those that come.
  useLayoutEffect(() => {
    if (focused && document.activeElement === document.body) focusResults(section.current!);
  }, [result?.id]);
  const drop = async (id: string) => {
    const done = await client.send({
      name: "dropResult",
      server: queryWindow.server,
      tab: tab.id,
      result: id,
    });
    if (!done.ok) props.onTell(inOneLine(done.error, done.hint), "danger");
  };
  return (
    <section ref={section} class="fill query-results" aria-label="Results" tabIndex={-1} data-results>
      {result
        ? (
          <>
            {tab.results.length > 1 && (
              <ResultTabs
                results={tab.results}
                dropped={tab.dropped}
                current={result.id}
                onPick={props.onPick}
                onDrop={(id) => void drop(id)}
              />
            )}
            <Result {...props} result={result} key={result.id} />
          </>
        )
        : unread
        ? (
          <EmptyState
            icon="error"
            title={`${queryWindow.server} could not be reached or read`}
            text={inOneLine(unread.error, unread.hint)}
          >
            <Button compact onClick={props.onRetry}>Try again</Button>
            {props.onEdit && <Button compact onClick={props.onEdit}>Edit server</Button>}
          </EmptyState>
        )
        : (
          <EmptyState
            title="Results come here"
            text={`${keyText("Mod+Enter")} runs the statement at the cursor, ${
              keyText("Mod+Shift+Enter")
            } all.`}
          />
        )}
    </section>
  );
}
