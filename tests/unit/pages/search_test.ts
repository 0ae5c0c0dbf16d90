import { deepEqual, equal } from "node:assert/strict";
import { command } from "../../../src/core/app/command.ts";
import { PAGES } from "../../../src/pages/registry.ts";

const PASTED = `stack ${"trace ".repeat(1000)}`;

/** Queries by a typed text. The page Everywhere queries by the ID of a search. */
const byText = Object.entries(PAGES).filter(([page]) => page !== "everywhere").flatMap((
  [page, { queries }],
) =>
  Object.entries(queries ?? {}).flatMap(([name, { params }]) => {
    const others = [{}, { toggled: [] }, { list: "servers" }].find((others) =>
      params.safeParse({ ...others, search: "" }).success
    );
    return others === undefined ? [] : [{ name: `${page} ${name}`, params, others }];
  })
);

Deno.test("every list that is found by typing takes a long pasted text, and is searched by its beginning", () => {
  const taken = byText.map(({ name, params, others }) => {
    const { data } = params.safeParse({ ...others, search: PASTED });
    return [name, (data as { search?: string } | undefined)?.search?.length];
  });
  equal(taken.length > 10, true, taken.join());
  // The palette reads a pasted ARN completely.
  deepEqual(
    taken.filter(([name, length]) => length !== (name === "palette entries" ? PASTED.length : 200)),
    [],
  );
});

Deno.test("a search through all accounts begins with the beginning of a long pasted text, and with none of an empty one", () => {
  const begin = (text: string) => command.safeParse({ name: "beginSearch", text, regions: "own" });
  const { data } = begin(` ${PASTED}`);
  deepEqual(data && "text" in data && data.text, PASTED.slice(0, 200));
  equal(begin("  ").success, false);
});
