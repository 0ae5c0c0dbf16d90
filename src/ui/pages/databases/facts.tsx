import type { JSX } from "preact";
import type { DatabaseRow } from "../../../pages/databases/page.ts";
import { Tool, useCopy } from "../../system/mod.ts";
import { seen } from "../../text/visible.tsx";

const KINDS: Readonly<Record<DatabaseRow["kind"], string>> = {
  rds: "RDS",
  aurora: "Aurora",
  redshift: "Redshift",
  "redshift-serverless": "Redshift Serverless",
  athena: "Athena",
};

/** The facts about a database. */
export function Facts({ database }: { database: DatabaseRow }): JSX.Element {
  const {
    kind,
    engine,
    version,
    status,
    host,
    port,
    readerHost,
    database: name,
    iam,
    user,
    dataApi,
    public: open,
  } = database;
  const address = (of: string) => `${of}${port === undefined ? "" : `:${port}`}`;
  const facts: readonly (readonly [name: string, value: string, copied?: boolean])[] = [
    ["Engine", `${KINDS[kind]} · ${[engine, version].filter(Boolean).join(" ")}`],
    ["Status", status],
    host === undefined ? ["Endpoint", "none yet"] : ["Endpoint", address(host), true],
    ...(readerHost === undefined ? [] : [["Readers", address(readerHost), true] as const]),
    ...(name === undefined ? [] : [["Database", name] as const]),
    ...(user === undefined ? [] : [["Master user", user] as const]),
    ...(kind === "athena" ? [] : [["IAM login", iam ? "on" : "off"] as const]),
    ...(dataApi ? [["Data API", "on"] as const] : []),
    ...(open && kind !== "athena" ? [["Public", "yes, it has an address in the internet"] as const] : []),
  ];
  return (
    <dl class="facts small database-facts">
      {facts.flatMap(([name, value, copied = false]) => [
        <dt key={name}>{name}</dt>,
        <dd key={`${name}:`} class="row">
          <span class="words">{seen(value)}</span>
          {copied && <CopyIcon label={`Copy ${name.toLowerCase()}`} text={value} />}
        </dd>,
      ])}
    </dl>
  );
}

function CopyIcon({ label, text }: { label: string; text: string }): JSX.Element {
  const [copied, copy] = useCopy();
  return (
    <Tool
      icon={copied ? "check" : "copy"}
      label={copied ? "Copied" : label}
      onClick={() => copy(text)}
    />
  );
}
