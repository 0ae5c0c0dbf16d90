import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { homely } from "../../../core/text/homely.ts";
import { CHANGED, versionWords } from "../../../core/extensions/review/words.ts";
import type { ReviewFinding } from "../../../core/state/state.ts";
import type { ReviewModel } from "../../../pages/review/page.ts";
import { iconUrl } from "../../client/mod.ts";
import { type PageProps, useSender } from "../../page.ts";
import { EmptyState, type LineTarget, Notice, Picture, Pill, Skeleton, useEscape } from "../../system/mod.ts";
import { count } from "../../text/format.ts";
import { Markdown } from "../../text/markdown.tsx";
import { Visible } from "../../text/visible.tsx";
import { Decision } from "./decision.tsx";
import { FileList } from "./files.tsx";
import { FindingList } from "./findings.tsx";
import { RefusedBundle } from "./refused.tsx";
import { type Review, type Reviewed, startFile } from "./reviewed.ts";
import { SourceView } from "./source.tsx";

/** The review of a bundle: shows everything in it before any of it may run. */
export default function ReviewPage({ model, client }: PageProps<ReviewModel>): JSX.Element {
  const { review, window } = model;
  const sender = useSender(client);
  const close = () => void client.send({ name: "closeWindow", window: window.id });
  const reject = () => {
    if (review) void sender.send({ name: "rejectReview", review: review.id });
    else close();
  };
  useEscape(() => {
    if (review?.status === "installed") close();
    else if (review?.status !== "installing") reject();
  });
  if (!review) {
    return (
      <EmptyState icon="shield" title="This review is over" text="The bundle was installed or rejected." />
    );
  }
  if (review.status === "reading") {
    return (
      <div class="window">
        <div class="bar top">
          <span class="grow cut">Reading {review.source}</span>
        </div>
        <Skeleton rows={9} />
      </div>
    );
  }
  const { bundle } = review;
  if (!bundle) return <RefusedBundle review={review} onClose={reject} />;
  return (
    <div class="window review">
      <Head bundle={bundle} review={review.id} source={homely(review.source, model.app.userHome)} />
      <Contents bundle={bundle} review={review} client={client} key={bundle.hash} />
      <Decision review={review} bundle={bundle} sender={sender} onReject={reject} onClose={close} />
    </div>
  );
}

function Head({ bundle, review, source }: { bundle: Reviewed; review: string; source: string }): JSX.Element {
  return (
    <div class="row review-head">
      <Picture
        large
        fallback="extension"
        address={bundle.icon === undefined ? undefined : iconUrl("review", review, bundle.icon)}
      />
      <div class="grow">
        <div class="row">
          <h1 class="cut">
            <Visible text={bundle.name} />
          </h1>
          <Versions bundle={bundle} />
          {bundle.author !== undefined && (
            <span class="quiet cut author">
              by <Visible text={bundle.author} />
            </span>
          )}
        </div>
        <div class="quiet small cut" title={source}>
          {bundle.id} · {count(bundle.actions.length + (bundle.moreActions ?? 0), "action")}:{" "}
          <Visible text={bundle.actions.map((action) => action.label).join(", ")} />
          {bundle.moreActions !== undefined && ` and ${count(bundle.moreActions, "more", "more")}`} · from
          {" "}
          <Visible text={source} />
        </div>
      </div>
    </div>
  );
}

function Versions({ bundle }: { bundle: Reviewed }): JSX.Element | null {
  const words = versionWords(bundle);
  if (words === undefined) return null;
  const tone = bundle.change === "downgrade" ? "caution" : bundle.change === "install" ? undefined : "info";
  return (
    <Pill tone={tone}>
      <Visible text={words} />
    </Pill>
  );
}

function Contents(
  { bundle, review, client }: {
    bundle: Reviewed;
    review: Review;
    client: PageProps<ReviewModel>["client"];
  },
): JSX.Element {
  const order = useMemo(() => startFile(bundle), [bundle]);
  const [path, setPath] = useState(order);
  const [pointer, setPointer] = useState<LineTarget | null>(null);
  const [asDiff, setAsDiff] = useState(true);
  const file = bundle.files.find((one) => one.path === path);
  const show = (finding: ReviewFinding) => {
    setPath(finding.file);
    setPointer(finding.line === undefined ? null : { line: finding.line });
  };
  useLayoutEffect(() => document.querySelector<HTMLElement>(".review-files [data-current]")?.focus(), []);
  return (
    <>
      {review.installed && bundle.change !== "reinstall" && review.status !== "installed" && (
        <Notice tone="caution" message={CHANGED} />
      )}
      <div class="column review-says">
        {bundle.description !== undefined && (
          <div class="quiet">
            <Markdown text={bundle.description} />
          </div>
        )}
        <p class="words">
          <strong>{bundle.summary}</strong>
        </p>
        <FindingList findings={bundle.findings} onShow={show} />
      </div>
      <div class="review-body">
        <FileList
          files={bundle.files}
          findings={bundle.findings}
          current={path}
          fresh={bundle.change === "install"}
          onPick={(next) => {
            setPath(next);
            setPointer(null);
          }}
        />
        <div class="fill review-source">
          {file
            ? (
              <SourceView
                key={file.path}
                file={file}
                review={review.id}
                client={client}
                pointer={pointer}
                findings={bundle.findings}
                asDiff={asDiff}
                onAsDiff={setAsDiff}
              />
            )
            : <EmptyState icon="file" title="No files" />}
        </div>
      </div>
    </>
  );
}
