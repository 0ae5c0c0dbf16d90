import { accounts } from "./accounts.ts";
import { actions } from "./actions.ts";
import { authored } from "./development.ts";
import { extensions } from "./extensions.ts";
import { resourceLists } from "./resource_lists.ts";
import { kedge, signedOut } from "./kedge.ts";
import { queries } from "./queries.ts";
import { runs } from "./runs.ts";
import { settingFields } from "./settings.ts";
import { curatedClusters, curatedServices } from "./services.ts";
import { curatedSecrets } from "./secrets.ts";
import { servers } from "./servers.ts";
import { tables } from "./tables.ts";
import { tunnels } from "./tunnels.ts";
import { updates } from "./updates.ts";

/** All kinds of entries that typing finds, in the order of the list. A new kind is one file and one line here. */
export const KINDS = [
  runs,
  authored,
  actions,
  accounts,
  curatedSecrets,
  curatedServices,
  curatedClusters,
  servers,
  tunnels,
  tables,
  queries,
  resourceLists,
  updates,
  extensions,
  kedge,
  signedOut,
  settingFields,
];
