import type { NameSource } from "../core/resources/names.ts";
import type { Resources } from "../core/app/features/resources/resources.ts";

/** The functions of resources that pages use. */
export interface ResourceLists {
  readonly list: Resources["list"];
  readonly secrets: Pick<Resources["secrets"], "list" | "detail">;
  readonly databases: Pick<Resources["databases"], "list">;
  readonly logs: Pick<Resources["logs"], "follow" | "around">;
  readonly names: NameSource;
  readonly services: Pick<Resources["services"], "list" | "detail" | "cluster" | "logs">;
}
