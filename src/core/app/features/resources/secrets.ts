import { isProduction } from "../../../accounts/environments.ts";
import type { AccountContext } from "../../../accounts/context.ts";
import { accountName, isNameTyped } from "../../../accounts/words.ts";
import type { SecretChange } from "../../../aws/resources/change.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import type { SecretDetail } from "../../../aws/resources/secret_detail.ts";
import type { SecretContent, SecretName, SecretRow } from "../../../aws/resources/secrets.ts";
import { Secret } from "../../../secret.ts";
import type { AskedRole } from "../../as_role.ts";
import { type CommandResult, refusal } from "../../result.ts";
import type { Copied } from "../credentials/credentials.ts";
import type { Toasts } from "../toasts/toasts.ts";
import { sortedByName } from "../../../text/natural.ts";
import { askedRow, createLists, type ListBase, type ResourceList, resourceList } from "./list_of.ts";
import type { RowSource } from "../../../resources/rows.ts";
import type { SecretTools } from "./tools.ts";

/** A secret in a list. */
export interface ListedSecret extends SecretRow {
  /** The name that the user gave it in the configuration. */
  readonly label?: string;
}

/** A secret, and where it is. */
type AskedSecret = AskedRole & SecretName;

/** In which form a secret is copied. */
type CopyForm = "value" | "json" | "env";

/** What reading a secret tells a page: everything but its values. */
export interface SecretShape {
  readonly kind: SecretRow["kind"];
  readonly binary: boolean;
  /** Bytes of the whole value. */
  readonly bytes: number;
  /** The names of its fields; null for a text or bytes without any. */
  readonly keys: readonly string[] | null;
  readonly version: string | null;
}

/** What is done with secrets. A value goes to the clipboard, to AWS, or to the page that asked for it; nowhere else. */
export interface SecretUses {
  readonly list: (asked: AskedRole) => ResourceList<ListedSecret>;
  /** Nothing of the lists is known any more. */
  forget(): void;
  detail(asked: AskedSecret & { readonly kind: SecretRow["kind"] }): RowSource<SecretDetail>;
  read(asked: AskedSecret): Promise<CommandResult>;
  show(asked: AskedSecret & { readonly key?: string | undefined }): Promise<CommandResult>;
  copy(
    asked: AskedSecret & {
      readonly key?: string | undefined;
      readonly form?: CopyForm | undefined;
      readonly quiet?: boolean | undefined;
    },
  ): Promise<CommandResult>;
  compare(asked: AskedSecret, change: SecretChange): Promise<CommandResult>;
  /** Writes what was compared; `typed` is the account's name, where it is asked for. */
  write(asked: AskedSecret, change: SecretChange, typed: string | undefined): Promise<CommandResult>;
}

/** What {@link createSecrets} works with. */
interface SecretParts extends ListBase<ListedSecret> {
  readonly toasts: Pick<Toasts, "show">;
  readonly tools: () => Promise<SecretTools>;
  readonly copySecret: (secret: Secret) => Promise<Copied>;
  readonly place: (where: AccountContext, signal: AbortSignal) => Promise<ResourceTarget>;
  readonly perPage: () => number;
}

/** A list of this age is asked for anew, ms. */
const FRESH = 60_000;

/** Makes what is done with secrets. */
export function createSecrets(parts: SecretParts): SecretUses {
  const { roleWork, toasts, tools, place } = parts;

  const list = createLists((asked) => {
    const region = roleWork.region(asked);
    const wanted = () => ({ perPage: parts.perPage() });
    return resourceList<ListedSecret>({
      region,
      place: (signal) => parts.placeOf(asked)(signal),
      sources: [
        async function* (at, signal) {
          yield* (await tools()).secrets(at, signal, wanted());
        },
        async function* (at, signal) {
          yield* (await tools()).secureParameters(at, signal, wanted());
        },
      ],
      find: [
        async function* (at, search, signal) {
          yield* (await tools()).secrets(at, signal, { ...wanted(), search });
        },
        async function* (at, search, signal) {
          yield* (await tools()).secureParameters(at, signal, { ...wanted(), search });
        },
      ],
      key: ({ kind, name }) => `${kind} ${name}`,
      title: ({ label, name }) => label ?? name,
      around: ({ label, name, description = "" }) => `${label === undefined ? "" : name} ${description}`,
      arrange: (rows) => arranged(rows, roleWork.known(asked.account)?.secrets ?? []),
      cached: parts.cached(
        { holding: "secrets", account: asked.account, role: asked.role ?? null, region },
        cachedSecret,
      ),
      fresh: FRESH,
      now: parts.now,
      onError: parts.onError,
    });
  });

  /** Does something with the value of a secret that is read now. */
  function withValue(
    doing: string,
    asked: AskedSecret,
    work: (content: SecretContent, at: ResourceTarget, signal: AbortSignal) => Promise<CommandResult>,
  ): Promise<CommandResult> {
    return roleWork.as(doing, asked, async (where, signal) => {
      const at = await place(where, signal);
      return await work(await (await tools()).readSecret(at, asked, signal), at, signal);
    });
  }

  /** What a change makes of a secret; a refusal when it cannot be made. */
  async function changed(
    { value, binary, version }: SecretContent,
    asked: AskedSecret,
    change: SecretChange,
  ) {
    if (binary) return refusal("This secret is binary: Kedge does not change it.");
    if (asked.version !== undefined && version !== asked.version) {
      return refusal("The secret was changed since you read it.", "Read it again, then change it.");
    }
    const made = (await tools()).changedSecret(value.open(), change);
    return made ??
      refusal(
        "Its keys cannot be changed one by one.",
        "Two of them have the same name: change it as a whole.",
      );
  }

  return {
    list,
    forget: list.forget,
    detail: (asked) =>
      askedRow(roleWork.region(asked), async (signal) => {
        const { at } = await parts.placeOf(asked)(signal);
        return await (await tools()).describeSecret(at, asked.kind, asked.id, signal);
      }),
    read: (asked) =>
      withValue("Read a secret", asked, async ({ value, kind, binary, version }) => {
        const text = value.open();
        const fields = binary ? null : (await tools()).secretFields(text);
        const bytes = binary ? Uint8Array.fromBase64(text).length : new TextEncoder().encode(text).length;
        const shape: SecretShape = {
          kind,
          binary,
          bytes,
          keys: fields && [...fields.keys()],
          version: version ?? null,
        };
        return { ok: true, value: { ...shape } };
      }),
    show: ({ key, ...asked }) =>
      withValue("Show a secret", asked, async ({ value, binary }) => {
        const text = part(await tools(), value.open(), binary, key, "value");
        return text === null ? gone(key) : { ok: true, value: { text } };
      }),
    copy: ({ key, form = "value", quiet, ...asked }) =>
      withValue("Copy a secret", asked, async ({ value, binary }) => {
        const { secretFields, envFault } = await tools();
        const fields = form === "env" && key === undefined && !binary ? secretFields(value.open()) : null;
        const fault = fields && envFault(fields);
        if (fault) return { ok: false, ...fault };
        const text = part(await tools(), value.open(), binary, key, form);
        if (text === null) return gone(key);
        const copied = await parts.copySecret(new Secret(text));
        if (!copied.ok) return copied;
        const { seconds, marked } = copied;
        if (quiet !== true) {
          toasts.show({
            id: `copied:${asked.account}`,
            type: "info",
            title: key === undefined ? "Secret copied" : `${key} copied`,
            message: `${asked.id}. The clipboard is cleared in ${seconds} s.`,
          });
        }
        return { ok: true, value: { seconds, marked } };
      }),
    compare: (asked, change) =>
      withValue("Change a secret", { ...asked, version: undefined }, async (content) => {
        const made = await changed(content, asked, change);
        return "ok" in made ? made : { ok: true, value: { ...made.difference } };
      }),
    write(asked, change, typed) {
      const known = roleWork.known(asked.account);
      const name = accountName(known ?? { accountId: asked.account });
      if (isProduction(known?.env ?? null) && !isNameTyped(typed, name)) {
        return Promise.resolve(refusal(`Type what the account is called, ${name}, to write to production.`));
      }
      return withValue("Change a secret", { ...asked, version: undefined }, async (content, at, signal) => {
        const made = await changed(content, asked, change);
        if ("ok" in made) return made;
        await (await tools()).writeSecret(at, content.kind, asked.id, made.text, signal);
        list({ account: asked.account, role: asked.role, region: asked.region }).refresh();
        return { ok: true, value: { ...made.difference } };
      });
    },
  };
}

/** The whole of a secret or one of its fields, in a form; null when it has no such field or form. */
function part(
  { secretFields, envFile }: SecretTools,
  whole: string,
  binary: boolean,
  key: string | undefined,
  form: CopyForm,
): string | null {
  if (key === undefined && form === "value") return whole;
  const fields = binary ? null : secretFields(whole);
  if (key !== undefined) return fields?.get(key) ?? null;
  if (!fields) return null;
  if (form === "env") return envFile(fields);
  return whole.trimStart().startsWith("{") ? whole : JSON.stringify(Object.fromEntries(fields), null, 2);
}

function gone(key: string | undefined): CommandResult {
  return {
    ok: false,
    error: key === undefined ? "The secret has no keys." : `The secret has no key “${key}” any more.`,
    hint: "Read it again to see what it has.",
  };
}

/** Those of the configuration first, under the user's names; then by name. */
function arranged(
  rows: readonly ListedSecret[],
  curated: readonly { readonly label: string; readonly id: string }[],
): ListedSecret[] {
  const byId = new Map(
    rows.flatMap((row) => [[row.name, row], ...(row.arn ? [[row.arn, row] as const] : [])] as const),
  );
  const first = curated.map(({ label, id }): ListedSecret => ({
    ...byId.get(id) ?? { kind: "secret", name: id },
    label,
  }));
  const names = new Set(first.map(({ name }) => name));
  const rest = rows.filter(({ name }) => !names.has(name));
  return [...first, ...sortedByName(rest, ({ name }) => name)];
}

/** What is kept of a secret: what tells it apart, and when it changed. */
export function cachedSecret(value: unknown): ListedSecret | null {
  const { kind, name, arn, changedAt } = (typeof value === "object" && value !== null ? value : {}) as {
    readonly [key: string]: unknown;
  };
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
