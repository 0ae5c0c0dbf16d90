import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { FailedQuery } from "../../../core/app/features/query_windows/failed_query.ts";
import type { Client } from "../../client/mod.ts";
import { useAnswer } from "../../page.ts";
import { Button, Field, inputField, Notice, Sheet, Tool } from "../../system/mod.ts";
import { askOne } from "./rows/fetch_cells.ts";

/** SQL from the assistant. */
interface Suggestion {
  readonly sql: string;
  readonly explanation: string;
  readonly touches: string;
}

/** Milliseconds that typing must pause before the preview of the request is read again. */
const PAUSE = 400;

/**
 * Asks the assistant in plain language. The user can read the request before it is sent, and the answer only
 * goes into the editor. For SQL that failed, the request is shown at once.
 */
export function AskSheet(
  { client, server, failed, onAnswer, onLeave }: {
    client: Client;
    server: string;
    /** The failed query; undefined for a new question. */
    failed?: FailedQuery | undefined;
    onAnswer: (question: string, answer: Suggestion) => void;
    onLeave: () => void;
  },
): JSX.Element {
  const [question, setQuestion] = useState(failed ? "Write it so that it works." : "");
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<{ readonly error: string; readonly hint?: string } | null>(null);
  const [looking, setLooking] = useState(failed !== undefined);
  useEffect(() => () => void client.send({ name: "cancelAsk", server }), []);
  const read = async () => {
    const answer = await askOne<string>(client, "askPreview", { question, failed });
    return { question, text: typeof answer === "string" ? answer : answer.row };
  };
  const begun = useRef(false);
  /** What would be sent for which question; undefined while it is being read. */
  const sent = useAnswer(looking ? read : null, [looking, question], begun.current ? PAUSE : 0);
  useEffect(() => void (begun.current = looking), [looking]);
  const ask = async () => {
    setAsking(true);
    setProblem(null);
    const result = await client.send({ name: "askAssistant", server, question, failed });
    setAsking(false);
    if (result.ok) onAnswer(question, result.value as Suggestion);
    else setProblem(result);
  };
  return (
    <Sheet
      title={failed ? "Ask about the error" : "Ask in plain language"}
      marked="Ask"
      disabled={asking || question.trim() === "" || (failed !== undefined && sent?.question !== question)}
      onSubmit={() => void ask()}
      onLeave={onLeave}
    >
      <Field
        field={inputField({
          key: "question",
          label: "Question",
          placeholder: "Which customers ordered most this month?",
        })}
        value={question}
        autoFocus
        onInput={setQuestion}
      />
      <p class="quiet small">
        {failed
          ? "Names of tables and columns, the statement and the server's words are sent to the assistant's program; " +
            "values were taken out of them. "
          : "Names of tables and columns are sent to the assistant's program, never rows. "}
        Its SQL is put into the editor and does not run by itself.
      </p>
      {looking
        ? (
          <pre class="mono words query-text" tabIndex={0} aria-label="What is sent">
            {sent?.text ?? "Reading the catalog…"}
          </pre>
        )
        : (
          <div>
            <Tool icon="eye" onClick={() => setLooking(true)}>Read what is sent</Tool>
          </div>
        )}
      {asking && (
        <div class="row" role="status">
          <span class="spinner" />
          <span class="grow">Asking…</span>
          <Button compact onClick={() => void client.send({ name: "cancelAsk", server })}>Cancel</Button>
        </div>
      )}
      {problem && <Notice tone="danger" message={problem.error} hint={problem.hint} />}
    </Sheet>
  );
}

/** Returns the text for the editor: the question and the answer's explanation as comments, then the SQL. */
export function suggested(question: string, { sql, explanation, touches }: Suggestion): string {
  const comment = [question, explanation, touches].join("\n").split("\n").map((line) =>
    `-- ${line}`.trimEnd()
  );
  return `${comment.join("\n")}\n${sql.trim()}${sql.trim().endsWith(";") ? "" : ";"}\n`;
}
