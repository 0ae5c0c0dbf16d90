import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { DatabaseLoginMethod, DatabaseStep } from "../../../core/state/database_logins.ts";
import type { DatabaseRow, DatabasesModel } from "../../../pages/databases/page.ts";
import type { Client } from "../../client/mod.ts";
import { useNow, useSender } from "../../page.ts";
import { CheckBox } from "../../parts/check_box.tsx";
import type { ListContext, Where } from "../../parts/resources/use_resources.ts";
import { ResourceHead } from "../../parts/resources/window.tsx";
import { StatusMessage, useStatusMessage } from "../../parts/status_message.tsx";
import { Button, Field, inputField, isRepeat, Notice, plain, useKeys } from "../../system/mod.ts";
import { Facts } from "./facts.tsx";
import { SecretChoice } from "./secret_choice.tsx";
import { seen } from "../../text/visible.tsx";

/** The details of one database: its location, its status, and the methods of signing in. */
export function DatabasePane(
  { database, where, listContext, last, step, client, asked, onAsked }: {
    database: DatabaseRow;
    where: Where;
    /** The role and region to ask for. */
    listContext: ListContext;
    /** How the database was last opened; undefined if it never was. */
    last: DatabaseLoginMethod | undefined;
    /** The progress while it is being opened. */
    step: DatabaseStep | undefined;
    client: Client<DatabasesModel>;
    /** Whether Enter was pressed to open the database. */
    asked: boolean;
    onAsked: () => void;
  },
): JSX.Element {
  const { kind, id, iam, user, secretArn, dataApi, readerHost, members = [], public: open, groups } =
    database;
  const sender = useSender(client);
  const redshift = kind === "redshift" || kind === "redshift-serverless";
  const athena = kind === "athena";
  const overHttps = redshift || athena || dataApi !== undefined;
  // A database that is not public can only be reached over HTTPS, unless there is a VPN.
  const usual = athena || dataApi && secretArn && !open
    ? "https"
    : iam
    ? "iam"
    : secretArn
    ? "managed"
    : "password";
  const [method, setMethod] = useState<DatabaseLoginMethod["way"]>(
    // The last method is not offered when the database no longer supports it.
    last && !(last.way === "iam" && !iam) && !(last.way === "managed" && !secretArn) &&
      !(last.way === "https" && !overHttps)
      ? last.way
      : usual,
  );
  const [name, setName] = useState(last?.way === "iam" ? last.user : user ?? "");
  const [apiUser, setApiUser] = useState(last?.way === "https" ? last.user ?? "" : "");
  const [bySecret, setBySecret] = useState(
    !redshift && !athena || redshift && last?.way === "https" && last.secret !== undefined,
  );
  const [secret, setSecret] = useState(last?.way === "secret" ? last.secret : "");
  const [apiSecret, setApiSecret] = useState(
    (last?.way === "https" ? last.secret : undefined) ?? secretArn ?? id,
  );
  const [reader, setReader] = useState(false);
  const [statusMessage, setStatusMessage] = useStatusMessage();
  const target = { ...where, kind, id, ...(reader && method !== "https" ? { reader } : {}) };
  const named = kind !== "redshift-serverless" && kind !== "athena";
  const loginBy = (secret: string): DatabaseLoginMethod =>
    method === "iam"
      ? { way: method, user: named ? name : "" }
      : method === "https"
      ? { way: method, ...(bySecret ? { secret } : named && apiUser.trim() ? { user: apiUser } : {}) }
      : method === "secret"
      ? { way: method, secret }
      : { way: method };
  const isComplete = (secret: string) =>
    method === "iam"
      ? !named || name.trim() !== ""
      : method !== "secret" && !(method === "https" && bySecret) || secret.trim() !== "";
  const chosenSecret = method === "https" ? apiSecret : secret;
  const incomplete = !isComplete(chosenSecret);
  const query = async (by = chosenSecret, more: { readonly choose?: true } = {}) => {
    setStatusMessage("");
    if (isComplete(by)) await sender.send({ name: "openDatabase", ...target, login: loginBy(by), ...more });
  };
  const tunnel = async () => {
    setStatusMessage("");
    await sender.send({ name: "openDatabaseTunnel", ...target });
  };
  const add = async () => {
    setStatusMessage("");
    const result = await sender.send({
      name: "addDatabase",
      ...target,
      ...(method === "https" && !incomplete ? { login: loginBy(apiSecret) } : {}),
    });
    if (result.ok && result.value) {
      setStatusMessage(`Added as “${String((result.value as { server: string }).server)}”.`);
    }
  };
  // Enter in a field presses the marked button, as in a form.
  useKeys((event) => {
    const entering = event.target instanceof Element && event.target.matches(".database-login input");
    if (event.key !== "Enter" || !plain(event) || !entering) return false;
    if (!isRepeat(event) && !sender.busy) void query();
    return true;
  });
  useEffect(() => {
    if (!asked) return;
    onAsked();
    void query();
  }, [asked]);

  const methods = athena ? [{ value: "https", label: "Your role, over HTTPS" }] : [
    ...(iam ? [{ value: "iam", label: "A token of IAM, made for each connection" }] : []),
    ...(overHttps
      ? [{ value: "https", label: "The Data API, over HTTPS: needs no way into its network" }]
      : []),
    ...(secretArn ? [{ value: "managed", label: "The secret that AWS manages for it" }] : []),
    { value: "secret", label: "Another secret of this account" },
    { value: "password", label: "A password, from the keychain or typed" },
  ];
  return (
    <>
      <ResourceHead what="Database" name={id} />
      {sender.failure && <Notice tone="danger" message={sender.failure.error} hint={sender.failure.hint} />}
      {!open && !sender.failure && (
        <Notice
          tone="info"
          message="Not public: it is reached from within its network only."
          hint={overHttps
            ? "Its Data API reaches it over HTTPS from here."
            : groups
            ? "Where nothing answers, Kedge takes the best way through its account."
            : "From here that takes a VPN, or a server of yours with a way in."}
        />
      )}
      <section class="column loose grow scroll database-body" aria-label="About it">
        <Facts database={database} />
        {members.length > 0 && (
          <details class="database-members">
            <summary>{members.length === 1 ? "One member" : `${members.length} members`}</summary>
            <ul role="list">
              {members.map((member, index) => (
                <li key={member}>
                  <span class="mono">{member}</span>
                  <span class="quiet small">{index === 0 ? "writer" : "reader"}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
        <div class="column loose database-login">
          <Field
            field={inputField({ key: "way", kind: "radio", label: "Sign in with", options: methods })}
            value={method}
            onInput={(value) => setMethod(value as DatabaseLoginMethod["way"])}
          />
          {method === "iam" && named && (
            <Field
              field={inputField({
                key: "user",
                label: "User of the database",
                help: kind === "redshift"
                  ? ""
                  : "One that may sign in by IAM: with rds_iam, or AWSAuthenticationPlugin.",
              })}
              value={name}
              code
              onInput={setName}
            />
          )}
          {method === "https" && redshift && (
            <>
              <CheckBox
                name="bySecret"
                label="With a secret, not by IAM"
                on={bySecret}
                onChange={setBySecret}
              />
              {named && !bySecret && (
                <Field
                  field={inputField({
                    key: "apiUser",
                    label: "User of the database",
                    help: "Empty: the one that Redshift has for your role.",
                  })}
                  value={apiUser}
                  code
                  onInput={setApiUser}
                />
              )}
            </>
          )}
          {(method === "secret" || method === "https" && bySecret) && (
            <SecretChoice
              key={method}
              client={client}
              listContext={listContext}
              secret={chosenSecret}
              managed={secretArn}
              onPick={method === "https" ? setApiSecret : setSecret}
              onEnter={(secret) => void query(secret)}
            />
          )}
          {readerHost !== undefined && method !== "https" && (
            <CheckBox name="reader" label="Use the reader endpoint" on={reader} onChange={setReader} />
          )}
        </div>
      </section>
      <footer class="bar foot resource-foot">
        {step ? <Step step={step} /> : <StatusMessage message={statusMessage} />}
        {step
          ? (
            <Button compact onClick={() => void client.send({ name: "cancelOpenDatabase", ...target })}>
              Cancel
            </Button>
          )
          : <Button compact disabled={sender.busy} onClick={() => void add()}>Add to my servers</Button>}
        {!open && groups && method !== "https" && !step && (
          <Button
            compact
            alone="Query by another way"
            disabled={sender.busy || incomplete}
            onClick={() => void query(chosenSecret, { choose: true })}
          >
            Another way…
          </Button>
        )}
        {!open && groups && !athena && !step && (
          <Button
            compact
            alone="Open a tunnel"
            disabled={sender.busy}
            title="A port of this computer that leads there, for your other programs"
            onClick={() => void tunnel()}
          >
            Tunnel
          </Button>
        )}
        <Button
          kind="marked"
          shortcut="Enter"
          busy={sender.busy}
          disabled={incomplete}
          onClick={() => void query()}
        >
          Query
        </Button>
      </footer>
    </>
  );
}

/** The current step of opening the database, with its duration. */
function Step({ step: { step, at } }: { step: DatabaseStep }): JSX.Element {
  const seconds = Math.floor((useNow(true) - at) / 1000);
  return (
    <span class="grow small words" role="status">
      {seen(step)} {seconds > 1 && <span class="quiet" aria-hidden="true">{seconds} s</span>}
    </span>
  );
}
