import type { NameSource } from "../core/resources/names.ts";
import type { Resources } from "../core/app/features/resources/resources.ts";

/** What of the resources pages ask for. */
export interface ResourceLists {
  readonly list: Resources["list"];
  readonly secrets: Pick<Resources["secrets"], "list" | "detail">;
  readonly databases: Pick<Resources["databases"], "list">;
  readonly logs: Pick<Resources["logs"], "follow" | "around">;
  readonly names: NameSource;
  readonly services: Pick<Resources["services"], "list" | "detail" | "cluster" | "logs">;
}
