import type { JSX } from "preact";
import type { CatalogueModel, entries, entry } from "../../../pages/catalogue/page.ts";
import { formatDate } from "../../../core/text/locale.ts";
import type { RowOf } from "../../../pages/query.ts";
import { type Client, useRows } from "../../client/mod.ts";
import { useNow } from "../../page.ts";
import { Icon, Notice, Skeleton } from "../../system/mod.ts";
import { ago } from "../../text/format.ts";
import { Markdown } from "../../text/markdown.tsx";
import { Visible } from "../../text/visible.tsx";

/** An extension in the list. */
export type EntryRow = RowOf<typeof entries>;

/** The button for each state of an extension; a state without one offers nothing. */
export const VERBS: Partial<Record<EntryRow["state"], string>> = {
  install: "Review and install…",
  update: "Review the update…",
  foreign: "Review and replace…",
};

/** The details of one extension: what is new, what it can do, its author and its signer. */
export function Detail(
  { row, client }: { row: EntryRow; client: Pick<Client<CatalogueModel>, "query"> },
): JSX.Element {
  const now = useNow(true, 60_000);
  const { address, id } = row;
  const found = useRows<typeof entry>(client, "entry", { address, id }, { count: 1 });
  const detail = found.rows[0];
  if (!detail) {
    return (
      <div class="catalogue-detail">
        <Skeleton rows={5} />
      </div>
    );
  }
  return (
    <section class="catalogue-detail scroll" tabIndex={0} aria-label={detail.name}>
      <h2>
        <Visible text={detail.name} />
      </h2>
      <p class="quiet small">
        <Visible
          text={[
            detail.id,
            detail.author === undefined ? "" : `by ${detail.author}`,
            `in ${detail.from}, signed by ${detail.signedBy.join(", ")}`,
            detail.published === undefined ? "" : `published ${ago(detail.published, now)}`,
          ].filter(Boolean).join(" · ")}
        />
      </p>
      {detail.withdrawn !== undefined && (
        <Notice
          tone="danger"
          message={`What is installed was withdrawn: ${detail.withdrawn}`}
          hint="Nothing of it runs."
        />
      )}
      {detail.newly.length > 0 && (
        <Notice tone="caution" message={`This version can now ${detail.newly.join(", ")}.`} />
      )}
      {detail.state === "foreign" && (
        <Notice
          tone="caution"
          message="What is installed under this id is not from this catalogue."
          hint="The review shows the difference."
        />
      )}
      {detail.state === "expired" && (
        <Notice
          tone="caution"
          message="The catalogue is past its end, so nothing is installed from it."
          hint="It may hide what was withdrawn since. Its publishers should publish it again."
        />
      )}
      {detail.restsUntil !== undefined && (
        <Notice tone="info" message={`This update rests until ${formatDate(detail.restsUntil)}.`} />
      )}
      {detail.needs !== undefined && (
        <Notice tone="info" message={`The newest version needs kedge ≥ ${detail.needs}.`} />
      )}
      {detail.description !== undefined && <Markdown text={detail.description} />}
      {detail.news !== undefined && (
        <>
          <h3>What is new</h3>
          <Markdown text={detail.news} />
        </>
      )}
      {detail.summary !== undefined && (
        <>
          <h3>What it can do</h3>
          <p class="words">
            <Visible text={detail.summary} />
          </p>
          <ul class="catalogue-findings">
            {detail.findings.map(({ severity, message }, at) => (
              <li key={at} class="row small">
                <Icon name={severity === "info" ? "info" : "caution"} />
                <span class="words grow">
                  <Visible text={message} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
