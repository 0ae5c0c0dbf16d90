import { deepEqual } from "node:assert/strict";
import { ASKED, fakeToolkit, open, URL_A } from "./fake_toolkit.ts";

type Order = Parameters<ReturnType<typeof fakeToolkit>["views"]["handle"]>[0];

const LOADED = ["shape b", `load ${URL_A}`];
/** Orders for a window while its view is created, and the calls of the view until it is shown. */
const MEANWHILE: readonly (readonly [what: string, orders: readonly Order[], told: readonly string[]])[] = [
  ["changed", [{ ...open("b"), type: "change", title: "wide" }], [...LOADED, "shape wide", "show usual"]],
  ["retitled", [{ type: "retitle", id: "b", title: "new" }], [...LOADED, "retitle new", "show usual"]],
  ["raised", [{ type: "raise", id: "b", activation: "word", ...ASKED }], [...LOADED, "show usual by word"]],
  ["closed", [{ type: "close", id: "b" }], []],
  ["closed and opened again", [{ type: "close", id: "b" }, open("b")], [...LOADED, "show usual"]],
];
for (const [what, orders, told] of MEANWHILE) {
  Deno.test(`handle() obeys once the view is made when a window is ${what} meanwhile`, () => {
    const { views, news, meanwhile } = fakeToolkit();
    views.handle(open("a"));
    news();
    meanwhile.run = () => orders.forEach((order) => views.handle(order));
    views.handle(open("b"));
    views.handle({ type: "show", id: "b" });
    deepEqual(news(), ["create", "load about:blank", ...told].map((call) => `1 ${call}`));
  });
}

Deno.test("handle() gives a new view to the next window when its own closed meanwhile", () => {
  const { views, news, meanwhile } = fakeToolkit();
  views.handle(open("a"));
  meanwhile.run = () => views.handle({ type: "close", id: "b" });
  views.handle(open("b"));
  news();
  views.handle(open("c"));
  deepEqual(news(), ["1 shape c", `1 load ${URL_A}`]);
});
