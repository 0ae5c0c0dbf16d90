/** Containers of an account: services of ECS, what is done with them, and their output. */
export { redeployService, scaleService, stopTask } from "./changes.ts";
export { readLogEvents } from "./logs.ts";
export { describeService } from "./service_detail.ts";
export { services } from "./services.ts";
