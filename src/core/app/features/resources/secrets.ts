import { isProduction } from "../../../accounts/environments.ts";
import { accountName, isNameTyped } from "../../../accounts/words.ts";
import type { SecretChange } from "../../../aws/resources/change.ts";
import type { ResourceTarget } from "../../../aws/resources/target.ts";
import type { SecretContent, SecretName, SecretRow } from "../../../aws/resources/secrets.ts";
import { Secret } from "../../../secret.ts";
import type { RoleRequest } from "../../as_role.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import type { BeginCopy } from "../credentials/credentials.ts";
import type { Toasts } from "../toasts/toasts.ts";
import { askedRow, type ListBase, type ListOf, type Lists } from "./list_of.ts";
import type { ListedSecret } from "../../../resources/kinds/secrets/mod.ts";
import type { SecretTools } from "./tools.ts";

/** A secret with its account, role and region. */
type SecretRequest = RoleRequest & SecretName;

/** Format of a copied secret. */
type CopyForm = "value" | "json" | "env";

/** What a page learns about a secret when it is read: everything except its values. */
export interface SecretShape {
  readonly kind: SecretRow["kind"];
  readonly binary: boolean;
  /** Size of the whole value, bytes. */
  readonly bytes: number;
  /** Names of the fields; null for a value without fields. */
  readonly keys: readonly string[] | null;
  readonly version: string | null;
}

/** The dependencies of {@link createSecrets}. */
interface SecretParts extends Pick<ListBase<never>, "roleWork" | "targetOf"> {
  readonly list: Lists<ListedSecret>;
  readonly toasts: Pick<Toasts, "show">;
  readonly tools: () => Promise<SecretTools>;
  readonly beginCopy: BeginCopy;
}

/**
 * Makes the operations on secrets. A value goes only to the clipboard, to AWS, or to the page that asked for
 * it.
 */
export function createSecrets(parts: SecretParts) {
  const { roleWork, toasts, tools, list } = parts;

  /** Reads a secret and runs `work` with its value. */
  function withValue(
    doing: string,
    asked: SecretRequest,
    work: (content: SecretContent, at: ResourceTarget, signal: AbortSignal) => Promise<CommandResult>,
  ): Promise<CommandResult> {
    return roleWork.as(doing, asked, async (where, signal) => {
      const at = await roleWork.target(where, signal);
      return await work(await (await tools()).readSecret(at, asked, signal), at, signal);
    });
  }

  /** Returns the text of a secret after a change, or a refusal when the change is not possible. */
  async function changed(
    { value, binary, version }: SecretContent,
    asked: SecretRequest,
    change: SecretChange,
  ) {
    if (binary) return refusal("This secret is binary: Kedge does not change it.");
    if (asked.version !== undefined && version !== asked.version) {
      return refusal("The secret was changed since you read it.", "Read it again, then change it.");
    }
    const made = (await tools()).changedSecret(value.open(), change);
    if (made && "set" in change && made.difference.replaced) {
      return refusal(
        "The secret would have no keys any more.",
        "In lines of KEY=value, names have letters, digits, “_”, “.” and “-”, and begin with a letter or “_”.",
      );
    }
    return made ??
      refusal(
        "Its keys cannot be changed one by one.",
        "Two of them have the same name: replace the whole value.",
      );
  }

  return {
    list: list as ListOf<ListedSecret>,
    detail(asked: SecretRequest & { readonly kind: SecretRow["kind"] }) {
      const target = parts.targetOf(asked, list(asked).role());
      return askedRow(roleWork.region(asked), async (signal) => {
        const { at } = await target(signal);
        return await (await tools()).describeSecret(at, asked.kind, asked.id, signal);
      });
    },
    read: (asked: SecretRequest) =>
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
    show: ({ key, ...asked }: SecretRequest & { readonly key?: string | undefined }) =>
      withValue("Show a secret", asked, async ({ value, binary }) => {
        const text = part(await tools(), value.open(), binary, key, "value");
        return text === null ? gone(key) : { ok: true, value: { text } };
      }),
    copy({ key, form = "value", quiet, ...asked }: SecretRequest & {
      readonly key?: string | undefined;
      readonly form?: CopyForm | undefined;
      readonly quiet?: boolean | undefined;
    }) {
      const copy = parts.beginCopy();
      return withValue("Copy a secret", asked, async ({ value, binary }) => {
        const { secretFields, envFault } = await tools();
        const fields = form === "env" && key === undefined && !binary ? secretFields(value.open()) : null;
        const fault = fields && envFault(fields);
        if (fault) return { ok: false, ...fault };
        const text = part(await tools(), value.open(), binary, key, form);
        if (text === null) return gone(key);
        const copied = await copy(new Secret(text));
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
      });
    },
    compare: (asked: SecretRequest, change: SecretChange) =>
      withValue("Change a secret", { ...asked, version: undefined }, async (content) => {
        const made = await changed(content, asked, change);
        return "ok" in made ? made : { ok: true, value: { ...made.difference } };
      }),
    /** Writes the change that was compared. `typed` is the account's name as the user typed it, needed in production. */
    write(asked: SecretRequest, change: SecretChange, typed: string | undefined): Promise<CommandResult> {
      const known = roleWork.known(asked.account);
      const name = accountName(known ?? { accountId: asked.account });
      if (isProduction(known?.env ?? null) && !isNameTyped(typed, name)) {
        return Promise.resolve(refusal(`Type what the account is called, ${name}, to write to production.`));
      }
      return withValue("Change a secret", { ...asked, version: undefined }, async (content, at, signal) => {
        const made = await changed(content, asked, change);
        if ("ok" in made) return made;
        await (await tools()).writeSecret(at, content.kind, asked.id, made.text, signal);
        list.changed(asked);
        return { ok: true, value: { ...made.difference } };
      });
    },
  };
}

/** Returns a secret or one of its fields in a format such as `.env`; null when it has no such field or no fields. */
function part(
  { secretFields, envFile }: SecretTools,
  value: string,
  binary: boolean,
  key: string | undefined,
  form: CopyForm,
): string | null {
  if (key === undefined && form === "value") return value;
  const fields = binary ? null : secretFields(value);
  if (key !== undefined) return fields?.get(key) ?? null;
  if (!fields) return null;
  if (form === "env") return envFile(fields);
  return value.trimStart().startsWith("{") ? value : JSON.stringify(Object.fromEntries(fields), null, 2);
}

function gone(key: string | undefined): CommandResult {
  return refusal(
    key === undefined ? "The secret has no keys." : `The secret has no key “${key}” any more.`,
    "Read it again to see what it has.",
  );
}
