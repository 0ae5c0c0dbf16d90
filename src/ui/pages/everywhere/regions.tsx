import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { RegionChoice } from "../../../pages/everywhere/page.ts";
import { REGION_OPTIONS } from "../../parts/entry/sentences.ts";
import { Field, inputField, Select, Sheet } from "../../system/mod.ts";
import { count } from "../../text/format.ts";

/** The choice of the regions to search in each account: its own region, all enabled ones, or a selection. */
export function Regions(
  { regions, onPick }: { regions: RegionChoice; onPick: (regions: RegionChoice) => void },
): JSX.Element {
  const [choosing, choose] = useState(false);
  const some = typeof regions === "string" ? [] : regions;
  const [picked, pick] = useState(some.join(","));
  const list = picked === "" ? [] : picked.split(",");
  return (
    <>
      <Select
        look="place-choice"
        aria-label="Regions"
        title="Regions"
        value={typeof regions === "string" ? regions : "some"}
        options={[
          { value: "own", label: "Each account’s region" },
          { value: "all", label: "All enabled regions" },
          ...(some.length > 0
            ? [{ value: "some", label: some.length <= 2 ? some.join(", ") : count(some.length, "region") }]
            : []),
          { value: "choose", label: "Choose regions…" },
        ]}
        onPick={(value) => {
          if (value === "choose") {
            pick(some.join(","));
            choose(true);
          } else if (value !== "some") onPick(value as "own" | "all");
        }}
      />
      {choosing && (
        <Sheet
          title="In which regions?"
          marked={list.length === 0 ? "Choose" : `Choose ${count(list.length, "region")}`}
          disabled={list.length === 0}
          onSubmit={() => {
            choose(false);
            onPick(list);
          }}
          onLeave={() => choose(false)}
        >
          <Field
            field={inputField({
              key: "regions",
              kind: "multiselect",
              label: "Regions",
              options: REGION_OPTIONS,
            })}
            value={picked}
            autoFocus
            onInput={pick}
          />
        </Sheet>
      )}
    </>
  );
}
