import { z } from "zod";
import type { WindowState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { placedTitle, placeModel } from "../resources.ts";

const optional = (name: "role" | "region" | "container", { [name]: value }: WindowState["params"]) =>
  value === undefined ? {} : { [name]: value };

/** Which tasks: those of a service, or one. */
const tasksOf = ({ service, task = "" }: WindowState["params"]) =>
  service === undefined ? { task } : { service, ...(task === "" ? {} : { task }) };

/** The output of a service or a task: the last lines, and those that follow. */
export const cloudLog = defineQuery({
  params: z.strictObject({}),
  most: 100_000_000,
  rows: (_, { window: { params }, resources }) =>
    resources.services.logs({
      account: params.account ?? "",
      cluster: params.cluster ?? "",
      ...optional("container", params),
      ...tasksOf(params),
      ...optional("role", params),
      ...optional("region", params),
    }),
});

/** What containers print. */
export const logsPage = definePage({
  title: "Logs",
  // What a task without a service runs stands in the place of the service's name.
  titleOf: (state, { service, runs, task, ...place }) => {
    const of = service ?? runs;
    return of &&
      placedTitle(`Logs · ${of}${task === undefined ? "" : ` · ${task.slice(0, 8)}`}`, state, place);
  },
  width: 820,
  height: 520,
  single: false,
  resizable: true,
  frame: true,
  model: placeModel,
  queries: { log: cloudLog },
  commands: { signIn: true },
});

/** What the logs page is shown. */
export type LogsModel = ModelOf<typeof logsPage>;
