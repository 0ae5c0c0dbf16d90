import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { GuideModel, section, sections } from "../../../pages/guide/page.ts";
import type { RowOf } from "../../../pages/query.ts";
import { type Client, useRows } from "../../client/mod.ts";
import type { PageProps } from "../../page.ts";
import { ListFailure } from "../../parts/list_failure.tsx";
import {
  EmptyState,
  optionId,
  Options,
  SearchField,
  Skeleton,
  useEscape,
  usePicking,
} from "../../system/mod.ts";
import { Found } from "../../text/marked.tsx";
import { GuideText } from "../../text/markdown.tsx";
import { highlightWords } from "./highlight.ts";

type SectionRow = RowOf<typeof sections>;

/** The documentation of Kedge, section by section, found by typing. */
export default function GuidePage({ model, client }: PageProps<GuideModel>): JSX.Element {
  const { window } = model;
  const [typed, setTyped] = useState("");
  /** The section to begin with: the one that the window was opened at, or that a link led to. */
  const [start, setStart] = useState(window.params.section ?? "");
  const field = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLElement>(null);
  const found = useRows<typeof sections>(client, "sections", { search: typed }, { count: MAX_COUNT });
  const picking = usePicking(found, {
    keyOf: ({ id }) => id,
    question: typed,
    typed: typed !== "",
    usual: typed === "" ? (rows) => Math.max(0, rows.findIndex(({ id }) => id === start)) : undefined,
  });
  const go = (section: string) => {
    setTyped("");
    setStart(section);
    picking.begin();
  };
  useLayoutEffect(() => {
    if (window.params.section !== undefined) go(window.params.section);
    field.current?.focus();
  }, [window.raised]);
  useEscape(() => void client.send({ name: "closeWindow", window: window.id }));
  const { row, at } = picking;
  return (
    <div class="window guide">
      <header class="bar top">
        <span class="grow">
          <SearchField
            label="Find in the guide"
            value={typed}
            inputRef={field}
            controls={picking.count > 0 ? "sections" : undefined}
            active={found.rows[at] ? optionId("sections", at) : undefined}
            onInput={(text) => {
              // The found section stays when the search ends.
              if (text === "" && row) setStart(row.id);
              setTyped(text);
              picking.begin();
            }}
            onKeyDown={(event) => {
              if (event.key === "Enter") text.current?.focus();
              else if (!picking.step(event)) return;
              event.preventDefault();
            }}
          />
        </span>
      </header>
      {found.state === "error"
        ? <ListFailure found={found} />
        : found.state === "loading"
        ? <Skeleton rows={12} />
        : found.state === "empty"
        ? <EmptyState icon="search" title={`Nothing in the guide fits “${typed}”`} />
        : (
          <div class="guide-body">
            <Options
              id="sections"
              label="Sections"
              items={found.rows}
              active={at}
              itemKey={({ id }) => id}
              section={({ document }) => typed === "" ? document : null}
              list={{ class: "scroll guide-sections" }}
              onPick={(row) => picking.pick(found.rows.indexOf(row))}
              render={({ title, level }) => (
                <span class={`cut guide-level-${level}`}>
                  {/* The title of the document stands above it. */}
                  {level === 1 && typed === "" ? "Overview" : <Found text={title} typed={typed} />}
                </span>
              )}
            />
            {row && <Text key={row.id} row={row} typed={typed} client={client} box={text} onLink={go} />}
          </div>
        )}
    </div>
  );
}

/** Maximum sections in the list, more than there are. */
const MAX_COUNT = 500;

/** The text of one section. */
function Text(
  { row: { id, title }, typed, client, box, onLink }: {
    row: SectionRow;
    typed: string;
    client: Pick<Client, "query">;
    box: { current: HTMLElement | null };
    onLink: (section: string) => void;
  },
): JSX.Element {
  const found = useRows<typeof section>(client, "section", { id }, { count: 1, live: false });
  const text = found.rows[0]?.text;
  useLayoutEffect(() => highlightWords(box.current, typed), [typed, text]);
  return (
    <article class="scroll guide-text" aria-label={title} tabIndex={0} ref={box}>
      <h2>{title}</h2>
      {text === undefined ? <Skeleton rows={6} /> : <GuideText text={text} onLink={onLink} />}
    </article>
  );
}
