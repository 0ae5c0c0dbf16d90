import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import type { ParamsOf, RowOf } from "../../pages/query.ts";
import { type Client, type RowsView, useRows } from "../client/mod.ts";
import {
  FIRST_VIEW,
  optionId,
  type Picking,
  type PickingOptions,
  type RowsInView,
  usePicking,
  VirtualOptions,
} from "../system/mod.ts";

/** A list that is loaded in parts, with one picked row. */
export interface ListPicking<Row> extends Picking<Row> {
  readonly found: RowsView<Row>;
  setView(view: RowsInView): void;
}

/** Picks a row from one of the page's queries. Nothing is requested while `on` is false. */
export function useListPicking<Query>(
  client: Pick<Client, "query">,
  name: string,
  params: ParamsOf<Query> & object,
  { on = true, ...options }: Omit<PickingOptions<RowOf<Query>>, "question"> & { readonly on?: boolean },
): ListPicking<RowOf<Query>> {
  const [view, setView] = useState(FIRST_VIEW);
  const found = useRows<Query>(client, name, params, on ? view : { count: 0 });
  const picking = usePicking(found, { ...options, question: JSON.stringify([name, params]) });
  return {
    ...picking,
    found,
    count: on ? picking.count : 0,
    begin() {
      picking.begin();
      setView(FIRST_VIEW);
    },
    taken: () => on ? picking.taken() : Promise.resolve(undefined),
    setView,
  };
}

/**
 * Returns the DOM id of the picked row, for `aria-activedescendant` of its
 * field; undefined while the row is not loaded.
 */
export function pickedId<Row>(
  id: string,
  { found: { rows, from }, at }: ListPicking<Row>,
): string | undefined {
  return rows[at - from] === undefined ? undefined : optionId(id, at);
}

/** The rows to pick from. Rows that are not loaded yet are empty. */
export function PickingList<Row>(
  { id, label, picking, row, onPick = picking.pick }: {
    id: string;
    label: string;
    picking: ListPicking<Row>;
    row: (row: Row) => ComponentChildren;
    onPick?: (index: number) => void;
  },
): JSX.Element {
  const { found: { rows, from }, count, at, setView } = picking;
  return (
    <VirtualOptions
      id={id}
      label={label}
      count={count}
      active={at}
      row={(index) => {
        const item = rows[index - from];
        return item === undefined ? null : { content: row(item) };
      }}
      onPick={onPick}
      onView={setView}
    />
  );
}
