import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PreparedPublishing } from "../../../core/state/publishing.ts";
import { DiffView, Field, inputField, Notice } from "../../system/mod.ts";
import { languageOf } from "../../text/highlight.ts";

/** The differences from the published files, one file at a time. */
export function Difference(
  { prepared: { files, lost } }: { prepared: PreparedPublishing },
): JSX.Element | null {
  const [path, setPath] = useState<string | null>(null);
  if (lost) {
    return (
      <Notice
        tone="caution"
        message="The published files are not there as they were: the difference is not known."
      />
    );
  }
  const file = files.find((one) => one.path === path) ?? files[0];
  if (!file) return null;
  const known = file.text !== undefined || file.before !== undefined;
  return (
    <div class="column publish-difference">
      <Field
        field={inputField({
          key: "file",
          kind: "select",
          label: "Difference to the published version",
          options: files.map(({ path, change }) => ({ value: path, label: `${path} · ${change}` })),
        })}
        value={file.path}
        code
        onInput={setPath}
      />
      {known
        ? (
          <div class="publish-lines">
            <DiffView
              key={file.path}
              before={file.before ?? ""}
              after={file.text ?? ""}
              language={languageOf(file.path)}
              label={file.path}
            />
          </div>
        )
        : (
          <p class="quiet small">
            {file.more
              ? "Too long to be shown here: kedge --catalog-publish shows all of it."
              : "It holds no text."}
          </p>
        )}
    </div>
  );
}
