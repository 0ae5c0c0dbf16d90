import type { JSX } from "preact";
import type { QueryWindowState } from "../../../core/state/query_window.ts";
import { Notice } from "../../system/mod.ts";

/** What the user must know about the texts of a window. */
export function WindowNotices(
  { queryWindow: { server, notSaved, renamed } }: {
    queryWindow: Pick<QueryWindowState, "server" | "notSaved" | "renamed">;
  },
): JSX.Element {
  return (
    <>
      {notSaved !== undefined && (
        <Notice
          tone="danger"
          message={`The text is not being kept: ${notSaved}`}
          hint="Copy what you need."
        />
      )}
      {renamed !== undefined && (
        <Notice
          tone="caution"
          message={`config.json calls this server ${renamed} now.`}
          hint={`What you write here stays under the name ${server}.`}
        />
      )}
    </>
  );
}
