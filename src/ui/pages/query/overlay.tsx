import type { JSX } from "preact";
import type { Command } from "../../../core/app/command.ts";
import type { PastQuery } from "../../../core/state/query_window.ts";
import type { QueryModel } from "../../../pages/query/page.ts";
import type { PageProps } from "../../page.ts";
import { AskSheet, suggested } from "./ask.tsx";
import type { QueryView } from "./query_view.ts";
import type { Over } from "./over.ts";
import { Past } from "./past.tsx";
import { DiscardSheet, ExportSheet, NameSheet, ParameterSheet, TextSheet, WriteSheet } from "./sheet.tsx";
import { type Times, TimesSheet } from "./times.tsx";

/** The sheet over the window; null while there is none. */
export function Overlay(
  { over, model, production, times, acts, onOver, onTimes, onPast, client, send }: {
    over: Over | null;
    times: Times;
    onTimes: (times: Times) => void;
    model: QueryModel;
    production: boolean;
    acts: () => QueryView;
    onOver: (over: Over | null) => void;
    onPast: (past: PastQuery, run: boolean) => Promise<void>;
    client: PageProps<QueryModel>["client"];
    /** Sends a command and shows a message when it is refused. */
    send: (command: Command) => Promise<void>;
  },
): JSX.Element | null {
  const server = model.window.params.server ?? "";
  const leave = () => onOver(null);
  /** Takes the question away, then does what was answered. */
  const left = <Answer extends unknown[]>(go: (...answer: Answer) => unknown) => (...answer: Answer) => {
    leave();
    void go(...answer);
  };
  switch (over?.kind) {
    case "values":
      return (
        <ParameterSheet
          names={over.names}
          known={acts().values}
          onLeave={leave}
          onRun={left(over.go)}
        />
      );
    case "write":
      return (
        <WriteSheet
          server={server}
          env={model.queryWindow?.env ?? null}
          production={production}
          onLeave={leave}
          onWrite={left((typed) => send({ name: "setWriting", server, tab: over.tab, on: true, typed }))}
        />
      );
    case "times":
      return <TimesSheet times={times} onLeave={leave} onTimes={left(onTimes)} />;
    case "export":
      return <ExportSheet stem={over.stem} onLeave={leave} onExport={over.go} />;
    case "ask":
      return (
        <AskSheet
          client={client}
          server={server}
          failed={over.failed}
          onLeave={leave}
          onAnswer={left((question, answer) => acts().use(suggested(question, answer)))}
        />
      );
    case "past":
      return (
        <Past
          client={client}
          onLeave={leave}
          onOpen={(past, run) => void onPast(past, run)}
          onForget={(past) => void send({ name: "forgetQuery", server, past: past.id })}
        />
      );
    case "save":
      return (
        <NameSheet
          title="Save this query"
          marked="Save"
          value=""
          onLeave={leave}
          onName={left((title) => acts().save(title))}
        />
      );
    case "discard":
      return (
        <DiscardSheet
          words={over.words}
          onLeave={leave}
          onDiscard={left(() => acts().closeTab(over.tab, true))}
        />
      );
    case "rename":
      return (
        <NameSheet
          title="Name of the tab"
          marked="Rename"
          value={over.title}
          onLeave={leave}
          onName={left((title) => send({ name: "renameQueryTab", server, tab: over.tab, title }))}
        />
      );
    case "text":
      return (
        <TextSheet
          title={over.title}
          text={over.text}
          onLeave={leave}
          onUse={left(() => acts().add(over.text))}
        />
      );
    default:
      return null;
  }
}
