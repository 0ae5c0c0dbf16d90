import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../client/mod.ts";
import { Button, Field, inputField, Notice, Sheet } from "../../system/mod.ts";
import { askRows } from "./rows/fetch_cells.ts";

/** SQL that the assistant gave. */
interface Suggestion {
  readonly sql: string;
  readonly explanation: string;
  readonly touches: string;
}

/** Asks in plain language: what is sent can be read first, and what comes back only lands in the editor. */
export function AskSheet(
  { client, server, failed, onAnswer, onLeave }: {
    client: Client;
    server: string;
    /** SQL that the server refused, and what it said. */
    failed?: { readonly sql: string; readonly error: string };
    onAnswer: (question: string, answer: Suggestion) => void;
    onLeave: () => void;
  },
): JSX.Element {
  const [question, setQuestion] = useState(failed ? "Write it so that it works." : "");
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<{ readonly error: string; readonly hint?: string } | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  useEffect(() => () => void client.send({ name: "cancelAsk", server }), []);
  const ask = async () => {
    setAsking(true);
    setProblem(null);
    const result = await client.send({
      name: "askAssistant",
      server,
      question,
      ...(failed ? { failed } : {}),
    });
    setAsking(false);
    if (result.ok) onAnswer(question, result.value as Suggestion);
    else setProblem(result);
  };
  const look = async () => {
    setSent("Reading the catalog…");
    const [text] = await askRows<string>(client, "askPreview", { question }, 0, 1) ?? [];
    setSent(text ?? "It could not be read.");
  };
  return (
    <Sheet
      title="Ask in plain language"
      marked="Ask"
      disabled={asking || question.trim() === ""}
      onSubmit={() => void ask()}
      onLeave={onLeave}
    >
      {failed && <Notice tone="info" message={`The server said: ${failed.error}`} />}
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
        Names of tables and columns are sent to the assistant's program, never rows. Its SQL is put into the
        editor and does not run by itself.
      </p>
      {sent === null
        ? (
          <div>
            <Button kind="bare" compact icon="eye" onClick={() => void look()}>Read what is sent</Button>
          </div>
        )
        : <pre class="mono words query-text" tabIndex={0}>{sent}</pre>}
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

/** The text that lands in the editor: the question and what the answer does, as comments, then the SQL. */
export function suggested(question: string, { sql, explanation, touches }: Suggestion): string {
  const comment = [question, explanation, touches].join("\n").split("\n").map((line) =>
    `-- ${line}`.trimEnd()
  );
  return `${comment.join("\n")}\n${sql.trim()}${sql.trim().endsWith(";") ? "" : ";"}\n`;
}
