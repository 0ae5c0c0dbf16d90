/** Containers of an account: clusters and services of ECS, their changes, and their output. */
export { redeployService, scaleService, stopTask } from "./changes.ts";
export { clusters, describeCluster } from "./clusters.ts";
export { readLogEvents } from "../logs/events.ts";
export { describeService, readTaskDefinition, serviceProgress } from "./service_detail.ts";
export { services } from "./services.ts";
export { describeTask } from "./tasks.ts";
