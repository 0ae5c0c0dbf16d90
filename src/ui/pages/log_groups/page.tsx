import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { groupsParam, MAX_FOLLOWED } from "../../../core/resources/kinds/log_groups/groups_param.ts";
import { groupOwner } from "../../../core/resources/kinds/log_groups/owner.ts";
import type { LogGroupRow, LogGroupsModel } from "../../../pages/log_groups/page.ts";
import type { FoundRow } from "../../../pages/resources.ts";
import type { PageProps } from "../../page.ts";
import { type ResourceKind, useResources } from "../../parts/resources/use_resources.ts";
import { ResourceWindow } from "../../parts/resources/window.tsx";
import { useStatusMessage } from "../../parts/status_message.tsx";
import { Icon, isRepeat, letterOf, useKeys, withCommand } from "../../system/mod.ts";
import { size } from "../../text/format.ts";
import { Marked } from "../../text/marked.tsx";
import { GroupPane } from "./group.tsx";

type Found = FoundRow<LogGroupRow>;

const LOG_GROUPS: ResourceKind<Found> = {
  what: "log groups",
  list: "log_groups",
  title: "Log groups",
  one: "log group",
  icon: "file",
  empty: "CloudWatch Logs has none in this region. Another region may.",
  key: ({ name }) => name,
  askedText: ({ group }) => group,
  isAsked: ({ name }, { group }) => name === group,
};

/** The log groups of an account at the left, the selected one at the right. Several can be followed as one log. */
export default function LogGroupsPage({ model, client }: PageProps<LogGroupsModel>): JSX.Element {
  const page = useResources({ model, client }, LOG_GROUPS);
  const { picking, sender, where, listContext, account, region = account.region } = page;
  /** The groups chosen to be shown as one log. They belong to one region and role. */
  const [selected, select] = useState<{ readonly scope: string; readonly names: readonly string[] }>({
    scope: "",
    names: [],
  });
  const scope = JSON.stringify([account.accountId, listContext, region]);
  const names = selected.scope === scope ? selected.names : [];
  const full = names.length >= MAX_FOLLOWED;
  const [message, tell] = useStatusMessage();
  const toggle = (name: string) => {
    const next = names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
    // The names must fit into the window's parameter, so a group that does not fit is not added.
    if (next.length > 0 && groupsParam(next) === null) {
      const why = full ? `At most ${MAX_FOLLOWED} are followed as one` : "The names are too long together";
      return tell(`${why}: deselect one first.`, "info");
    }
    tell("");
    select({ scope, names: next });
  };
  const wanted = (name: string) => names.length === 0 ? [name] : names;
  const follow = (name: string) => {
    const groups = groupsParam(wanted(name));
    if (groups === null) return;
    void sender.send({ name: "openWindow", page: "logs", params: { ...where, groups } });
  };
  const query = (name: string) =>
    void sender.send({ name: "queryLogs", ...where, account: account.accountId, groups: [...wanted(name)] });
  useKeys((event) => {
    const key = withCommand(event) ? letterOf(event) : "";
    if (key !== "b" && key !== "i") return false;
    if (picking.row === undefined) return true;
    if (key === "b") toggle(picking.row.name);
    else if (!isRepeat(event)) query(picking.row.name);
    return true;
  });
  return (
    <ResourceWindow
      page={page}
      row={(group) => <Line group={group} selected={names.includes(group.name)} />}
      onEnter={({ name }) => follow(name)}
      pane={(group) => (
        <GroupPane
          group={group}
          selected={names}
          message={message}
          onToggle={toggle}
          onClear={() => select({ scope, names: [] })}
          onFollow={() => follow(group.name)}
          onQuery={() => query(group.name)}
        />
      )}
    />
  );
}

function Line({ group, selected }: { group: Found; selected: boolean }): JSX.Element {
  const { name, bytes, matches } = group;
  return (
    <>
      <Icon name={selected ? "check" : "file"} />
      <span class="cut name" title={name}>
        <Marked text={name} matches={matches} />
      </span>
      <span class="quiet small cut grow">{groupOwner(group)}</span>
      {selected && <span class="aside">selected</span>}
      <span class="quiet small numbers">{bytes === undefined ? "" : size(bytes)}</span>
    </>
  );
}
