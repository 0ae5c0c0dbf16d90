import { z } from "zod";
import { definePage, type ModelOf } from "../page.ts";
import { defineQuery } from "../query.ts";
import { accountOf, holdingTitle, isOwnAccount, listQueries, looking, placeModel } from "../resources.ts";

export type { KeyDifference } from "../../core/aws/resources/change.ts";
export type { SecretDetail } from "../../core/aws/resources/secret_detail.ts";
export type { ListedSecret, SecretShape } from "../../core/app/features/resources/secrets.ts";

/** What there is to tell of one secret without its value. */
export const secretDetail = defineQuery({
  params: z.strictObject({
    ...looking,
    id: z.string().min(1).max(2048),
    kind: z.enum(["secret", "parameter"]),
  }),
  most: 1,
  rows: (asked, { window, resources }) => resources.secrets.detail({ account: accountOf(window), ...asked }),
});

/** The secrets of an account. */
export const secretsPage = definePage({
  title: "Secrets",
  titleOf: holdingTitle("Secrets"),
  width: 920,
  height: 600,
  single: "account",
  resizable: true,
  frame: true,
  model: placeModel,
  queries: { ...listQueries(({ secrets }) => secrets), detail: secretDetail },
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

/** What the secrets page is shown. */
export type SecretsModel = ModelOf<typeof secretsPage>;
