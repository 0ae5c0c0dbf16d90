import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { REGIONS } from "../../../core/aws/regions.ts";
import type { RegionChoice } from "../../../pages/everywhere/page.ts";
import { Choice } from "../../parts/resources/choice.tsx";
import { Field, inputField, Sheet } from "../../system/mod.ts";
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
      <Choice
        label="Regions"
        value={typeof regions === "string" ? regions : "some"}
        options={[
          ["own", "Each account’s region"],
          ["all", "All enabled regions"],
          ...(some.length > 0
            ? [["some", some.length <= 2 ? some.join(", ") : count(some.length, "region")] as const]
            : []),
          ["choose", "Choose regions…"],
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
              options: REGIONS.map(([value, city]) => ({ value, label: `${value} · ${city}` })),
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
