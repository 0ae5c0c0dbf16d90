import * as z from "zod";
import { servicesKind } from "../../core/resources/kinds/services/mod.ts";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import {
  accountOf,
  isOwnAccount,
  listContext,
  listQueries,
  resourcePage,
  targetModel,
} from "../resources.ts";

export type { ContainerRow } from "../../core/resources/kinds/services/mod.ts";
export type { ClusterDetail, ClusterRow } from "../../core/aws/containers/clusters.ts";
export type { ServiceDetail } from "../../core/aws/containers/service_detail.ts";
export type { ServiceRow } from "../../core/aws/containers/services.ts";
export type { TaskState } from "../../core/aws/containers/tasks.ts";

const name = z.string().min(1).max(255);

/** Query: the current state of one service, updated while the page needs it. */
export const serviceDetail = defineQuery({
  params: z.strictObject({ ...listContext, cluster: name, service: name }),
  most: 1,
  rows: (asked, { window, resources }) => resources.services.detail({ account: accountOf(window), ...asked }),
});

/**
 * Query: the current state of one cluster with its tasks that belong to no
 * service, updated while the page needs it.
 */
export const clusterDetail = defineQuery({
  params: z.strictObject({ ...listContext, cluster: name }),
  most: 1,
  rows: (asked, { window, resources }) =>
    resources.services.cluster({ account: accountOf(window), ...asked }),
});

/** The page of an account's services and clusters. */
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
