import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { accountName, accountTitle } from "../../../core/accounts/words.ts";
import { signInWords } from "../../../core/state/sign_in_words.ts";
import { groupsOf } from "../../../core/resources/kinds/log_groups/groups_param.ts";
import type { LogLine } from "../../../core/state/state.ts";
import type { cloudLog, FollowedLine, LogsModel } from "../../../pages/logs/page.ts";
import { useRows } from "../../client/mod.ts";
import type { PageProps } from "../../page.ts";
import { ChooseRole } from "../../parts/resources/choose_role.tsx";
import { RunOutput } from "../../parts/run/output.tsx";
import {
  Button,
  EmptyState,
  EnvPill,
  ErrorState,
  isRepeat,
  letterOf,
  Notice,
  SearchField,
  Skeleton,
  useCommands,
  useKeys,
  withCommand,
} from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import { logMarks } from "../../text/log_marks.ts";
import { createReading } from "./reading.ts";
import { formatMilliseconds, formatNumber } from "../../../core/text/locale.ts";

/**
 * Number of lines requested, which is all of them, and maximum lines kept, because the kept lines are
 * searched, copied and saved as a whole.
 */
const ALL = 100_000_000, MAX_LINES = 40_000;

/**
 * The output of a service, a task or log groups: the last lines and those
 * that follow, shown like the output of runs.
 */
export default function LogsPage({ model, client }: PageProps<LogsModel>): JSX.Element {
  const { window: { id, params }, account, signIn } = model;
  const { task, container = "", stream, at = "" } = params;
  const groups = groupsOf(params.groups);
  /** Whether the lines around one line are shown, which do not follow the log. */
  const around = groups !== null && stream !== undefined;
  const service = params.service ?? params.runs ?? shortGroup(groups);
  /** The role chosen here, for a window that was opened without one. */
  const [taken, setTaken] = useState<string>();
  const role = params.role ?? taken;
  /** The region that is named here, which the settings may change, and whose lines are shown. */
  const region = params.region ?? account.region;
  const found = useRows<typeof cloudLog>(client, "log", { role, region }, { count: ALL, keep: MAX_LINES });
  const [filter, setFilter] = useState("");
  const [readable, setReadable] = useState(true);
  const [times, setTimes] = useState(true);
  const [wrap, setWrap] = useState(true);
  const query = () =>
    groups !== null && void client.send({
      name: "queryLogs",
      account: account.accountId,
      role,
      region: params.region,
      groups: [...groups],
    });
  useKeys((event) => {
    if (event.key === "Escape") void client.send({ name: "closeWindow", window: id });
    else if (withCommand(event) && letterOf(event) === "i" && groups !== null) isRepeat(event) || query();
    else return false;
    return true;
  });
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const take = (role: string) => {
    setTaken(role);
    // The row of roles disappears, and the focus with it.
    field.current?.focus();
  };
  useCommands([{
    label: "Show only lines with",
    icon: "filter",
    words: "filter",
    onPick: () => field.current?.select(),
  }]);
  const wanted = filter.trim().toLowerCase();
  const asked = `${role} ${region}`;
  /** The role and region of the lines that are there: those of before stay until the first new ones come. */
  const read = useRef(asked);
  if (found.current) read.current = asked;
  const reading = useMemo(
    () => createReading({ text: wanted, readable }),
    [wanted, readable, read.current],
  );
  reading.take(found.rows, found.from);
  const { lines } = reading;
  const counted = found.rows.length === 0
    ? ""
    : wanted === ""
    ? count(found.rows.length, "line")
    : `${formatNumber(lines.length)} of ${count(found.rows.length, "line")}`;
  /** What a filter has found when it is set. Later lines change the count, which would be read out without end. */
  const readOut = useMemo(() => wanted === "" ? "" : counted, [wanted, readable, found.rows.length === 0]);
  const { line: signedOut, needed } = signInWords(signIn, Date.now());
  /** Whether no more lines arrive because the user is signed out. Lines read with the user's own keys have no role. */
  const stopped = needed && role !== undefined &&
    (found.failure !== null || found.rows.at(-1)?.stream === "stderr");
  return (
    <div class="window">
      <header class="bar top place-bar">
        <h1 class="cut" title={accountTitle(account.accountId, account.name)}>
          <span class="quiet">{around ? "Around a line of" : "Logs of"}</span> {service}
          <span class="quiet">
            {task === undefined ? "" : ` ${task.slice(0, 8)}`}
            {container === "" || container === service ? "" : ` · ${container}`}
            {around ? ` · ${stream}` : ""}
          </span>
        </h1>
        <span class="quiet cut">{accountName(account)}</span>
        <EnvPill env={account.env} guessed={account.envGuessed} />
        <span class="quiet small">{region}</span>
        <span class="grow" />
        <span class="small quiet numbers">{counted}</span>
        <span class="aside">
          <span role="status">{found.rows.length > 0 && readOut}</span>
        </span>
        <span class="row">
          <span class="logs-filter">
            <SearchField
              label="Show only lines with"
              placeholder="Only lines with"
              filters
              value={filter}
              inputRef={field}
              onInput={setFilter}
            />
          </span>
          <Button
            kind="bare"
            icon="code"
            label="Read JSON lines"
            pressed={readable}
            onClick={() => setReadable(!readable)}
          />
          {groups !== null && (
            <Button
              kind="bare"
              icon="search"
              narrow
              shortcut="Mod+I"
              label="Query with Logs Insights"
              onClick={query}
            />
          )}
        </span>
      </header>
      {stopped && (
        <Notice tone="caution" message={`${signedOut}: no more output comes.`}>
          <Button compact onClick={() => void client.send({ name: "signIn" })}>Sign in</Button>
        </Notice>
      )}
      {found.state === "loading"
        ? <Skeleton rows={14} />
        : found.failure?.code === "choose"
        ? <ChooseRole account={account} what="logs" client={client} onPick={take} fixed />
        : found.failure
        ? <ErrorState title="The output cannot be read" why={found.failure.error} hint={found.failure.hint} />
        : lines.length === 0
        ? (
          <EmptyState
            icon="console"
            title={wanted !== ""
              ? `No line has “${filter}”`
              : around
              ? "No lines are there"
              : "No output in the last day"}
            text={wanted === ""
              ? around
                ? "The retention of the group may have ended."
                : "What is printed from now on appears here."
              : "New lines are looked at as they come."}
          />
        )
        : (
          <RunOutput
            // A filtered log, or one of another region, is another text, so it starts with fresh state.
            key={`${wanted} ${readable} ${read.current}`}
            lines={lines}
            originals={reading.originals}
            dropped={reading.dropped}
            name={[service, task?.slice(0, 8), container].filter(Boolean).join("-")}
            silent={false}
            times={times}
            onTimes={setTimes}
            wrap={wrap}
            onWrap={setWrap}
            entry=""
            onOpen={() => {}}
            timeText={formatMilliseconds}
            marksOf={(text) => logMarks(text, wanted)}
            labelOf={groups !== null && groups.length > 1 ? labelsOf(groups) : undefined}
            beside={groups === null || around ? undefined : {
              label: "Lines around it",
              alone: "Show the lines around it",
              icon: "eye",
              can: (line: FollowedLine) => line.of !== undefined,
              act: ({ group = groups[0]!, of = "", time }: FollowedLine) =>
                void client.send({
                  name: "openWindow",
                  page: "logs",
                  params: {
                    account: account.accountId,
                    ...(role === undefined ? {} : { role }),
                    ...(params.region === undefined ? {} : { region: params.region }),
                    groups: group,
                    stream: of,
                    at: String(time),
                  },
                }),
            }}
            begins={around
              ? Math.max(0, lines.findIndex(({ stream, time }) => stream === "stdout" && time >= Number(at)))
              : undefined}
          />
        )}
    </div>
  );
}

/** Returns the log groups' title: the name of the only one, or their number. */
function shortGroup(groups: readonly string[] | null): string {
  if (groups === null) return "";
  return groups.length === 1 ? groups[0]! : `${groups.length} log groups`;
}

/** Returns the labels of several groups: the last parts of their names if these differ, else the whole names. */
function labelsOf(groups: readonly string[]): (line: LogLine) => string {
  const last = (group: string) => group.slice(group.lastIndexOf("/") + 1);
  const plain = new Set(groups.map(last)).size === groups.length;
  return ({ group = "" }: FollowedLine) => (plain ? last(group) : group).slice(-LABEL);
}

/** Maximum characters of a label. */
const LABEL = 14;
