import type { JSX } from "preact";
import type { SettingsModel } from "../../../pages/settings/page.ts";
import { DiagnosticList, Notice } from "../../system/mod.ts";

/** The path and version of the file, and its problems with links to their positions. */
export function FileSection(
  { config, onOpen }: { config: SettingsModel["config"]; onOpen: (line?: number, column?: number) => void },
): JSX.Element {
  return (
    <div class="column">
      <code class="cut" title={config.file}>{config.file}</code>
      <p class="quiet small">
        The file is yours: edit it with any editor, comments and all. What you change here changes single
        values in it and leaves the rest as it is.
      </p>
      {config.status === "missing" && (
        <Notice
          tone="info"
          message="The file does not exist yet; the defaults are in force."
          hint="It is created when you save something here."
        />
      )}
      {config.diagnostics.length > 0
        ? (
          <DiagnosticList
            diagnostics={config.diagnostics}
            onOpen={({ line, column }) => onOpen(line, column)}
          />
        )
        : config.status === "loaded" && <Notice tone="ok" message="Nothing is wrong with the file." />}
    </div>
  );
}
