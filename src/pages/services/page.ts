import { z } from "zod";
import { servicesKind } from "../../core/resources/kinds/services/mod.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { accountOf, isOwnAccount, listQueries, looking, resourcePage, targetModel } from "../resources.ts";

export type { ContainerRow } from "../../core/resources/kinds/services/mod.ts";
export type { ClusterDetail, ClusterRow } from "../../core/aws/containers/clusters.ts";
export type { ServiceDetail } from "../../core/aws/containers/service_detail.ts";
export type { ServiceRow } from "../../core/aws/containers/services.ts";
export type { TaskState } from "../../core/aws/containers/tasks.ts";

const name = z.string().min(1).max(255);

/** One service as it is now, followed while the page asks for it. */
export const serviceDetail = defineQuery({
  params: z.strictObject({ ...looking, cluster: name, service: name }),
  most: 1,
  rows: (asked, { window, resources }) => resources.services.detail({ account: accountOf(window), ...asked }),
});

/** One cluster as it is now, with its tasks that belong to no service; followed while the page asks for it. */
export const clusterDetail = defineQuery({
  params: z.strictObject({ ...looking, cluster: name }),
  most: 1,
  rows: (asked, { window, resources }) =>
    resources.services.cluster({ account: accountOf(window), ...asked }),
});

/** The services and clusters of an account. */
export const servicesPage = definePage({
  ...resourcePage(servicesKind),
  width: 960,
  height: 680,
  model: targetModel,
  queries: { ...listQueries(servicesKind), detail: serviceDetail, cluster: clusterDetail },
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

/** The model of the services page. */
export type ServicesModel = ModelOf<typeof servicesPage>;
