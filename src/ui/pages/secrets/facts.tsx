import type { JSX } from "preact";
import { formatMoment } from "../../../core/text/locale.ts";
import type { ListedSecret, SecretDetail } from "../../../pages/secrets/page.ts";
import { useNow } from "../../page.ts";
import { List, Row, Section } from "../../system/mod.ts";
import { ago } from "../../text/format.ts";
import { seen } from "../../text/visible.tsx";

/** The facts about a secret, without its value. */
export function Facts(
  { secret, about }: {
    secret: ListedSecret;
    about: SecretDetail | undefined;
  },
): JSX.Element {
  const changedAt = about?.changedAt ?? secret.changedAt;
  const description = about?.description ?? secret.description;
  const now = useNow(true, 60_000);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Stored in", secret.kind === "secret" ? "Secrets Manager" : "Parameter store, encrypted"],
    [
      "Changed",
      changedAt === undefined ? undefined : `${ago(changedAt, now)} · ${formatMoment(changedAt)}`,
    ],
    ["Changed by", about?.changedBy],
    ["Rotation", about?.rotates ? "automatic" : undefined],
    ["Deleted", about?.deletedAt === undefined ? undefined : formatMoment(about.deletedAt)],
    ["Description", description],
  ];
  return (
    <dl class="facts small">
      {facts.flatMap(([name, value]) =>
        value === undefined
          ? []
          : [<dt key={name}>{name}</dt>, <dd key={`${name}:`} class="words">{seen(value, true)}</dd>]
      )}
    </dl>
  );
}

/** The versions of a secret. A press reads the value of one. */
export function Versions(
  { versions, read, onRead }: {
    versions: SecretDetail["versions"];
    /** Id of the version that was read; null for none. */
    read: string | null;
    /** Reads a version; undefined for the current one, which is changed by anyone and by rotation. */
    onRead: (id: string | undefined) => void;
  },
): JSX.Element {
  const now = useNow(true, 60_000);
  return (
    <>
      <Section title="Versions" count={versions.length} />
      <List label="Versions">
        {versions.map(({ id, labels, at }) => (
          <Row
            key={id}
            current={id === read}
            title={`Read version ${id}`}
            verb="Read version"
            onRun={() => onRead(labels.includes("AWSCURRENT") ? undefined : id)}
          >
            <span class="mono cut name">{id.slice(0, 8)}</span>
            <span class="quiet small cut grow">{labels.join(", ") || "no label"}</span>
            <span class="quiet small numbers">{at === undefined ? "" : ago(at, now)}</span>
          </Row>
        ))}
      </List>
    </>
  );
}
