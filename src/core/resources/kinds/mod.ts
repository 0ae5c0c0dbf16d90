import { databasesKind } from "./databases/mod.ts";
import type { KindOfResource } from "./kind.ts";
import { logGroupsKind } from "./log_groups/mod.ts";
import { secretsKind } from "./secrets/mod.ts";
import { servicesKind } from "./services/mod.ts";

/** All kinds of resources, in the order of menus and lists. A new kind is one folder and one line here. */
export const KINDS_OF_RESOURCES: readonly KindOfResource[] = [
  secretsKind,
  databasesKind,
  servicesKind,
  logGroupsKind,
];

/** Returns the kind of that name. */
export function kindOfResource(name: unknown): KindOfResource | undefined {
  return KINDS_OF_RESOURCES.find((kind) => kind.name === name);
}
