import * as z from "zod";
import { secretsKind } from "../../core/resources/kinds/secrets/mod.ts";
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

export type { KeyDifference } from "../../core/aws/resources/change.ts";
export type { SecretDetail } from "../../core/aws/resources/secret_detail.ts";
export type { SecretShape } from "../../core/app/features/resources/secrets.ts";
export type { ListedSecret } from "../../core/resources/kinds/secrets/mod.ts";

/** Query: everything about one secret except its value. */
export const secretDetail = defineQuery({
  params: z.strictObject({
    ...listContext,
    id: z.string().min(1).max(2048),
    kind: z.enum(["secret", "parameter"]),
  }),
  most: 1,
  rows: (asked, { window, resources }) => resources.secrets.detail({ account: accountOf(window), ...asked }),
});

/** The page of an account's secrets. */
export const secretsPage = definePage({
  ...resourcePage(secretsKind),
  width: 920,
  height: 600,
  model: targetModel,
  queries: { ...listQueries(secretsKind), detail: secretDetail },
  commands: {
    refreshResources: isOwnAccount,
    readSecret: isOwnAccount,
    showSecret: isOwnAccount,
    copySecret: isOwnAccount,
    compareSecret: isOwnAccount,
    writeSecret: isOwnAccount,
    signIn: true,
  },
});

/** The model of the secrets page. */
export type SecretsModel = ModelOf<typeof secretsPage>;
