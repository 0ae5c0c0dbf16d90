import type { Arn } from "../../../aws/wire/arn.ts";
import { lazyImport } from "../../../lazy_import.ts";
import { sortedByName } from "../../../text/natural.ts";
import type { SecretRow } from "../../../aws/resources/secrets.ts";
import { secretId } from "../../resource_key.ts";
import type { KindOfResource } from "../kind.ts";
import { fieldsOf } from "../../../json_values.ts";

/** A secret in a list. */
export interface ListedSecret extends SecretRow {
  /** Name that the user gave the secret in the configuration. */
  readonly label?: string;
}

/** The functions that list the secrets of one store. */
const STORES = ["secrets", "secureParameters"] as const;

type Tools = Pick<typeof import("../../../aws/resources/secrets.ts"), (typeof STORES)[number]>;

/** The kind of resource for secrets and secure parameters, listed by these tools. */
export const secretsBy = (tools: () => Promise<Tools>): KindOfResource<ListedSecret> => ({
  name: "secrets",
  title: "Secrets",
  synonyms: "secrets manager, parameters, parameter store, ssm, passwords",
  icon: "key",
  sorts: [{
    name: "secret",
    label: "Secret",
    heading: "Secrets",
    nameOf: ({ name, kind }) => ({ name, id: secretId(name, kind), kind }),
    params: ({ name, kind = "secret" }) => ({ secret: name, kind }),
    idIn: ({ secret, kind }) => secret === undefined ? null : secretId(secret, kind),
    configured: ({ secrets }) => secrets.map(({ id }) => id),
  }],
  list: ({ perPage, account }) => ({
    sources: STORES.map((store) =>
      async function* (at, signal) {
        yield* (await tools())[store](at, signal, { perPage: perPage() });
      }
    ),
    find: STORES.map((store) =>
      async function* (at, search, signal) {
        yield* (await tools())[store](at, signal, { perPage: perPage(), search });
      }
    ),
    key: keyOf,
    title: ({ label, name }) => label ?? name,
    around: ({ label, name, description = "" }) => `${label === undefined ? "" : name} ${description}`,
    arrange: (rows) => arranged(rows, account()?.secrets ?? []),
    fresh: 60_000,
  }),
  cachedRow,
  indexed: { complete: true, row: indexedRow },
  words: ({ name, label }) => ({ title: label ?? name, detail: label === undefined ? "" : name }),
  configuredWords: ({ secrets }) => secrets.length === 0 ? "" : `${secrets.length} at hand`,
  configured: ({ secrets }) => secrets.map(({ label, id }) => ({ key: id, label, params: { secret: id } })),
});

/** Secrets of Secrets Manager and secure parameters of the parameter store. */
export const secretsKind = secretsBy(() => lazyImport("../../../aws/resources/secrets.ts", import.meta.url));

const keyOf = ({ kind, name }: ListedSecret): string => `${kind} ${name}`;

/** Sorts the secrets of the configuration first, under the user's names, and the others by name. */
function arranged(
  rows: readonly ListedSecret[],
  curated: readonly { readonly label: string; readonly id: string }[],
): ListedSecret[] {
  // Of a secret and a parameter with the same name, the configuration means the secret.
  const secretsLast = rows.toSorted((a, b) => Number(a.kind === "secret") - Number(b.kind === "secret"));
  const byId = new Map(
    secretsLast.flatMap((row) => [[row.name, row], ...(row.arn ? [[row.arn, row] as const] : [])] as const),
  );
  const first = curated.map(({ label, id }): ListedSecret => ({
    ...byId.get(id) ?? { kind: "secret", name: id },
    label,
  }));
  const keys = new Set(first.map(keyOf));
  const rest = rows.filter((row) => !keys.has(keyOf(row)));
  return [...first, ...sortedByName(rest, ({ name }) => name)];
}

/** Checks a cached secret. Keeps only its name, its ARN and when it changed. */
function cachedRow(value: unknown): ListedSecret | null {
  const { kind, name, arn, changedAt } = fieldsOf(value);
  if ((kind !== "secret" && kind !== "parameter") || typeof name !== "string" || name.length > 2048) {
    return null;
  }
  return {
    kind,
    name,
    ...(typeof arn === "string" && arn.length <= 2048 ? { arn } : {}),
    ...(typeof changedAt === "number" ? { changedAt } : {}),
  };
}

/** Allowed characters of names in both stores. */
const NAME = /^[\w/+=.@!-]{1,1011}$/;

/** Returns the secret or parameter that an ARN names; null for any other resource. */
function indexedRow({ service, resource }: Arn): ListedSecret | null {
  // Secrets Manager appends six random characters to the name.
  const secret = service === "secretsmanager"
    ? /^secret:(.+)-[A-Za-z0-9]{6}$/.exec(resource)?.[1]
    : undefined;
  if (secret !== undefined && NAME.test(secret)) return { kind: "secret", name: secret };
  const path = service === "ssm" ? /^parameter\/(.+)$/.exec(resource)?.[1] : undefined;
  if (path === undefined || !NAME.test(path)) return null;
  return { kind: "parameter", name: path.includes("/") ? `/${path}` : path };
}
