import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { ReviewFile, ReviewFinding } from "../../../core/state/state.ts";
import type { file as fileQuery, ReviewModel } from "../../../pages/review/page.ts";

import { type Client, iconUrl, useRows } from "../../client/mod.ts";
import {
  CodeView,
  CopyButton,
  DiffView,
  EmptyState,
  ErrorState,
  type LineTarget,
  openFind,
  Skeleton,
  Tabs,
  Tool,
} from "../../system/mod.ts";
import { size } from "../../text/format.ts";
import { languageOf } from "../../text/highlight.ts";

const tabs = [{ id: "diff", label: "Difference" }, { id: "source", label: "Source" }] as const;

/** Returns the texts of a file. In a very large review they are requested, and null until they arrive. */
function useTexts({ more, path, text, before }: ReviewFile, client: Client<ReviewModel>) {
  const { rows, failure } = useRows<typeof fileQuery>(client, "file", { path }, {
    count: more ? 1 : 0,
    live: false,
  });
  return more ? failure ? "lost" : rows[0] ?? null : { text, before };
}

/** One file: its source, or its differences from the trusted version. */
export function SourceView(
  { file, review, client, pointer, findings, asDiff, onAsDiff }: {
    file: ReviewFile;
    review: string;
    client: Client<ReviewModel>;
    pointer: LineTarget | null;
    findings: readonly ReviewFinding[];
    asDiff: boolean;
    onAsDiff: (on: boolean) => void;
  },
): JSX.Element {
  const texts = useTexts(file, client);
  const noted = useMemo(
    () =>
      new Set(
        findings.flatMap(({ file: path, line }) => path === file.path && line !== undefined ? [line] : []),
      ),
    [findings, file.path],
  );
  const known = texts === null || texts === "lost" ? undefined : texts.text;
  const comparable = file.change === "changed";
  return (
    <>
      <div class="row source-bar">
        <span class="mono cut grow">{file.path}</span>
        <span class="quiet small numbers">{size(file.size)}</span>
        {known !== undefined && <Tool icon="search" label="Find" shortcut="Mod+F" onClick={openFind} />}
        {known !== undefined && <CopyButton kind="bare" compact alone="Copy the file" text={() => known} />}
        {comparable && (
          <Tabs
            label="What to show"
            tabs={tabs}
            current={asDiff ? "diff" : "source"}
            onPick={(id) => onAsDiff(id === "diff")}
          />
        )}
      </div>
      <Body
        file={file}
        review={review}
        texts={texts}
        pointer={pointer}
        noted={noted}
        asDiff={comparable && asDiff}
      />
    </>
  );
}

function Body(
  { file, review, texts, pointer, noted, asDiff }: {
    file: ReviewFile;
    review: string;
    texts: ReturnType<typeof useTexts>;
    pointer: LineTarget | null;
    noted: ReadonlySet<number>;
    asDiff: boolean;
  },
): JSX.Element {
  if (file.kind === "image") {
    return <ImageView key={file.path} path={file.path} address={iconUrl("review", review, file.path)} />;
  }
  if (file.kind === "binary") {
    return (
      <EmptyState
        icon="file"
        title="Not text"
        text="This file cannot be read here. Ask the author what it is for."
      />
    );
  }
  if (texts === "lost") {
    return (
      <ErrorState
        title="The file could not be read"
        why="Kedge did not hand it over."
        hint="Close this window and review again."
      />
    );
  }
  if (texts === null) return <Skeleton rows={12} />;
  const language = languageOf(file.path);
  const text = texts.text ?? texts.before ?? "";
  if (asDiff && texts.before !== undefined && texts.text !== undefined) {
    return (
      <DiffView
        before={texts.before}
        after={texts.text}
        language={language}
        label={file.path}
        pointer={pointer}
      />
    );
  }
  if (text === "") return <EmptyState icon="file" title="An empty file" />;
  return <CodeView text={text} language={language} label={file.path} pointer={pointer} noted={noted} />;
}

/** An image as it will be shown, on a background that makes transparency visible. */
function ImageView({ path, address }: { path: string; address: string }): JSX.Element {
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <EmptyState icon="image" title="An image that does not show" text="It is only ever drawn, never run." />
    );
  }
  return (
    <div class="image-view">
      <img src={address} alt={path} onError={() => setBroken(true)} />
      <span class="quiet small">An image is only ever drawn, never run.</span>
    </div>
  );
}
