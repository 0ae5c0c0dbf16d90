import { z } from "zod";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { accountOf, holdingTitle, isOwnAccount, listQueries, looking, placeModel } from "../resources.ts";

export type { ServiceDetail, TaskState } from "../../core/aws/containers/service_detail.ts";
export type { ServiceRow } from "../../core/aws/containers/services.ts";

const name = z.string().min(1).max(255);

/** One service as it is now, followed while the page asks for it. */
export const serviceDetail = defineQuery({
  params: z.strictObject({ ...looking, cluster: name, service: name }),
  most: 1,
  rows: (asked, { window, resources }) => resources.services.detail({ account: accountOf(window), ...asked }),
});

/** The services of an account. */
export const servicesPage = definePage({
  title: "Services",
  titleOf: holdingTitle("Services"),
  width: 960,
  height: 680,
  single: true,
  resizable: true,
  frame: true,
  model: placeModel,
  queries: { ...listQueries(({ services }) => services), detail: serviceDetail },
  commands: {
    refreshResources: isOwnAccount,
    redeployService: isOwnAccount,
    scaleService: isOwnAccount,
    stopTask: isOwnAccount,
    execTask: isOwnAccount,
    signIn: true,
    openWindow: ({ page, params }, window) => page === "logs" && params?.account === accountOf(window),
  },
});

/** What the services page is shown. */
export type ServicesModel = ModelOf<typeof servicesPage>;
