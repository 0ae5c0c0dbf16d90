import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ConfigureModel } from "../../../pages/model.ts";
import { type PageProps, useSender } from "../../page.ts";
import { Button, EmptyState, Field, focusStart, inputField, Notice, useKeys } from "../../system/mod.ts";
import { accountTitle } from "../../text/format.ts";

/** The user's own account for one action, over what its manifest says. */
export default function ConfigurePage({ model, client }: PageProps<ConfigureModel>): JSX.Element {
  const { extension, action, window } = model;
  const sender = useSender(client);
  const start = { account: action?.account ?? "", role: action?.role ?? "", region: action?.region ?? "" };
  const [values, setValues] = useState(start);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => focusStart(form.current), []);
  const close = () => void client.send({ name: "closeWindow", window: window.id });
  useKeys((event) => {
    if (event.key !== "Escape") return false;
    close();
    return true;
  });
  if (!extension || !action) {
    return (
      <EmptyState icon="gear" title="This action is gone" text="Its extension was uninstalled or updated." />
    );
  }
  const change = (part: Partial<typeof values>) => setValues((now) => ({ ...now, ...part }));
  const save = async () => {
    const result = await sender.send({
      name: "saveOverrides",
      extension: extension.id,
      action: action.id,
      account: values.account,
      role: values.role.trim(),
      region: values.region.trim(),
    });
    if (result.ok) close();
  };
  const edited = values.account !== start.account || values.role !== start.role ||
    values.region !== start.region;
  return (
    <form
      class="window"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <main class="scroll grow form-body">
        <div>
          <h1 class="cut">{action.label}</h1>
          <p class="quiet small">{extension.name}</p>
        </div>
        {action.contextMode === "none" ? <Notice tone="info" message="This action needs no account." /> : (
          <>
            <Field
              field={inputField({
                key: "account",
                kind: "select",
                label: "Account",
                help: "Yours goes before what the extension asks for.",
                options: [
                  { value: "", label: "As the extension says, or ask" },
                  ...model.accounts.map(({ accountId, name, env }) => ({
                    value: accountId,
                    label: accountTitle({ id: accountId, name }) + (env === null ? "" : ` (${env})`),
                  })),
                ],
              })}
              value={values.account}
              autoFocus
              onInput={(account) =>
                change({
                  account,
                  region: model.accounts.find(({ accountId }) => accountId === account)?.region ??
                    values.region,
                })}
            />
            <div class="pair">
              <Field
                field={inputField({ key: "role", label: "Role", placeholder: "Last used, or ask" })}
                value={values.role}
                onInput={(role) => change({ role })}
              />
              <Field
                field={inputField({ key: "region", label: "Region", placeholder: "The account’s" })}
                value={values.region}
                onInput={(region) => change({ region })}
              />
            </div>
          </>
        )}
        {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      </main>
      <div class="bar foot">
        <span class="grow" />
        <Button onClick={close}>Cancel</Button>
        <Button kind="marked" type="submit" disabled={!edited} busy={sender.busy}>Save</Button>
      </div>
    </form>
  );
}
