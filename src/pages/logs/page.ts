import { z } from "zod";
import type { WindowState } from "../../core/state/state.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { placeModel } from "../resources.ts";

const optional = (name: "role" | "region" | "task", { [name]: value }: WindowState["params"]) =>
  value === undefined ? {} : { [name]: value };

/** The output of a service or a task: the last lines, and those that follow. */
export const cloudLog = defineQuery({
  params: z.strictObject({}),
  most: 10_000_000,
  rows: (_, { window: { params }, resources }) =>
    resources.services.logs({
      account: params.account ?? "",
      cluster: params.cluster ?? "",
      service: params.service ?? "",
      container: params.container ?? "",
      ...optional("role", params),
      ...optional("region", params),
      ...optional("task", params),
    }),
});

/** What containers print. */
export const logsPage = definePage({
  title: "Logs",
  titleOf: (_, { service, task }) =>
    service && `Logs · ${service}${task === undefined ? "" : ` · ${task.slice(0, 8)}`}`,
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
