import type { JSX } from "preact";
import type { RowsView } from "../client/mod.ts";
import { Button, ErrorState, Notice } from "../system/mod.ts";

/**
 * The reason why a list could not be read, with a button that reads it again; null when it was read. It stands
 * instead of the rows; a notice stands above the rows that were read before, and with `small` among others.
 */
export function ListFailure(
  { found: { failure, rows, again }, small = rows.length > 0 }: {
    found: Pick<RowsView<unknown>, "failure" | "rows" | "again">;
    small?: boolean;
  },
): JSX.Element | null {
  if (!failure) return null;
  const { error, hint } = failure;
  return small
    ? (
      <Notice tone="danger" message={error} hint={hint}>
        <Button compact onClick={again}>Try again</Button>
      </Notice>
    )
    : (
      <ErrorState title="The list cannot be shown" why={error} hint={hint}>
        <Button kind="marked" onClick={again}>Try again</Button>
      </ErrorState>
    );
}
