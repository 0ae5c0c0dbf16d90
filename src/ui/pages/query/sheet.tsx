import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { CommandResult } from "../../../core/app/command.ts";
import type { ExportTarget } from "./over.ts";
import { CopyButton, Field, focusedElement, inputField, Sheet } from "../../system/mod.ts";
import { ownProperty } from "../../../core/own_property.ts";
import { inOneLine } from "../../../core/text/sentences.ts";

/** Asks for the values of parameters. An empty field may mean NULL. */
export function ParameterSheet(
  { names, known, onRun, onLeave }: {
    names: readonly string[];
    known: Readonly<Record<string, string | null>>;
    onRun: (values: Record<string, string | null>) => void;
    onLeave: () => void;
  },
): JSX.Element {
  const [values, setValues] = useState<Record<string, string | null>>(() =>
    Object.fromEntries(names.map((name) => [name, ownProperty(known, name) ?? ""]))
  );
  return (
    <Sheet title="Values" marked="Run" onSubmit={() => onRun(values)} onLeave={onLeave}>
      {names.map((name, index) => (
        <Field
          key={name}
          field={inputField({
            key: name,
            label: `:${name}`,
            placeholder: values[name] === null ? "NULL" : "",
          })}
          value={values[name] ?? ""}
          autoFocus={index === 0}
          code
          onInput={(value) => setValues((all) => ({ ...all, [name]: value }))}
          aside={
            <button
              type="button"
              class="link small"
              aria-pressed={values[name] === null}
              data-alone={values[name] === null ? `Give :${name} a text` : `Set :${name} to NULL`}
              onClick={() => setValues((all) => ({ ...all, [name]: all[name] === null ? "" : null }))}
            >
              {values[name] === null ? "Not NULL" : "NULL"}
            </button>
          }
        />
      ))}
    </Sheet>
  );
}

/** Asks before statements may write. In production the user must type the server's name. */
export function WriteSheet(
  { server, env, production, onWrite, onLeave }: {
    server: string;
    env: string | null;
    production: boolean;
    onWrite: (typed: string) => void;
    onLeave: () => void;
  },
): JSX.Element {
  const [typed, setTyped] = useState("");
  return (
    <Sheet
      title={`Let this tab write to ${server}?`}
      marked="Switch to Writing"
      danger={production}
      confirms
      disabled={production && typed !== server}
      onSubmit={() => onWrite(typed)}
      onLeave={onLeave}
    >
      <p>
        Each write runs in a transaction and stops before it is committed: you see what it did, then commit it
        or roll it back. Statements that cannot be held back say so before they run.
      </p>
      {production && (
        <Field
          field={inputField({
            key: "typed",
            label: `${server} is ${env}. Type its name to go on.`,
            placeholder: server,
          })}
          value={typed}
          autoFocus
          onInput={setTyped}
        />
      )}
    </Sheet>
  );
}

/** Asks where to export a result. Errors are shown in the sheet, and an existing file is replaced only on request. */
export function ExportSheet(
  { stem, onExport, onLeave }: {
    /** A path, without its suffix, at which no file exists. It does not replace text typed meanwhile. */
    stem: Promise<string>;
    onExport: (where: ExportTarget) => Promise<CommandResult>;
    onLeave: () => void;
  },
): JSX.Element {
  const [format, setFormat] = useState<ExportTarget["format"]>("csv");
  const [suggested, setSuggested] = useState<string | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const file = typed ?? (suggested === null ? "" : `${suggested}.${format}`);
  const [problem, setProblem] = useState<string>();
  const [exists, setExists] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => void stem.then(setSuggested), [stem]);
  // Select the suggestion, so that typing replaces it.
  useLayoutEffect(() => {
    const field = focusedElement();
    if (typed === null && field instanceof HTMLInputElement) field.select();
  }, [suggested]);
  const name = (next: string | null) => {
    setTyped(next);
    setExists(false);
    setProblem(undefined);
  };
  const submit = async () => {
    setBusy(true);
    const result = await onExport({ format, file, replace: exists });
    setBusy(false);
    if (!result.ok) return setProblem(inOneLine(result.error, result.hint));
    if ((result.value as { exists?: boolean } | undefined)?.exists !== true) return onLeave();
    setExists(true);
    setProblem(`${file} is there already.`);
  };
  const options = [
    { value: "csv", label: "CSV" },
    { value: "jsonl", label: "JSON lines" },
    { value: "xlsx", label: "Excel (XLSX)" },
  ];
  return (
    <Sheet
      title="Export all rows"
      marked={exists ? "Replace it" : "Export"}
      danger={exists}
      slow={exists}
      disabled={busy || file.trim() === ""}
      problem={problem}
      onSubmit={() => void submit()}
      onLeave={onLeave}
    >
      <p class="quiet small">All rows of the statement, whether they are shown or not.</p>
      <Field
        field={inputField({ key: "format", kind: "radio", label: "Format", options })}
        value={format}
        onInput={(value) => {
          setFormat(value as typeof format);
          name(typed?.replace(/\.(csv|jsonl|xlsx)$/, `.${value}`) ?? null);
        }}
      />
      <Field field={inputField({ key: "file", label: "File" })} value={file} autoFocus code onInput={name} />
    </Sheet>
  );
}

/** Asks before a tab is closed whose rows have unwritten changes. */
export function DiscardSheet(
  { words, onDiscard, onLeave }: { words: string; onDiscard: () => void; onLeave: () => void },
): JSX.Element {
  return (
    <Sheet
      title="Close this tab?"
      marked="Discard and close"
      leave="Keep it open"
      danger
      onSubmit={onDiscard}
      onLeave={onLeave}
    >
      <p>{words}</p>
    </Sheet>
  );
}

/** Asks for a name. */
export function NameSheet(
  { title, marked, value, onName, onLeave }: {
    title: string;
    marked: string;
    value: string;
    onName: (name: string) => void;
    onLeave: () => void;
  },
): JSX.Element {
  const [name, setName] = useState(value);
  return (
    <Sheet
      title={title}
      marked={marked}
      disabled={name.trim() === ""}
      onSubmit={() => onName(name.trim())}
      onLeave={onLeave}
    >
      <Field field={inputField({ key: "name", label: "Name" })} value={name} autoFocus onInput={setName} />
    </Sheet>
  );
}

/** Shows a text to read and copy. */
export function TextSheet({ title, text, onUse, onLeave }: {
  title: string;
  text: string;
  onUse: () => void;
  onLeave: () => void;
}): JSX.Element {
  return (
    <Sheet title={title} marked="Open in a tab" onSubmit={onUse} onLeave={onLeave}>
      <pre class="mono words query-text" tabIndex={0}>{text}</pre>
      <div>
        <CopyButton kind="bare" compact label="Copy" text={() => text} />
      </div>
    </Sheet>
  );
}
