import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { ReviewFile, ReviewFinding } from "../../../core/state/state.ts";
import { Icon, type IconName, List, ListPart, Section } from "../../system/mod.ts";
import { size } from "../../text/format.ts";
import { gravestFirst, type Reviewed, SEVERITY_ICONS } from "./reviewed.ts";

const icons: Readonly<Record<ReviewFile["kind"], IconName>> = {
  source: "code",
  text: "file",
  image: "image",
  binary: "file",
};

const marks = {
  added: { sign: "A", word: "added", tone: "ok" },
  changed: { sign: "M", word: "changed", tone: "caution" },
  removed: { sign: "D", word: "removed", tone: "danger" },
} as const;

/** The files of a bundle, sources first, each with its change since the trusted version. */
export function FileList(
  { files, findings, current, fresh, onPick }: {
    files: Reviewed["files"];
    findings: readonly ReviewFinding[];
    current: string;
    /** Whether this is a first install, where no file is marked as added because all of them are. */
    fresh: boolean;
    onPick: (path: string) => void;
  },
): JSX.Element {
  const narrow = useNarrow();
  const [folded, setFolded] = useState(true);
  const open = !narrow || !folded;
  const changed = files.filter((file) => file.change !== "same");
  const same = files.filter((file) => file.change === "same");
  const rows = (some: Reviewed["files"]) =>
    some.map((file) => {
      const noted = findings.filter((finding) => finding.file === file.path);
      const severity = gravestFirst(noted)[0]?.severity;
      const mark = file.change === "same" || fresh ? null : marks[file.change];
      return (
        <div
          class="list-row"
          key={file.path}
          data-row
          role="listitem"
          aria-current={file.path === current ? "true" : undefined}
        >
          <button
            type="button"
            class="row-main"
            data-alone={`Show ${file.path}`}
            data-current={file.path === current ? "" : undefined}
            title={`${file.path}, ${size(file.size)}`}
            onClick={() => onPick(file.path)}
            onFocus={() => onPick(file.path)}
          >
            <Icon name={icons[file.kind]} />
            <Path path={file.path} gone={file.change === "removed"} />
            {severity && <Icon name={SEVERITY_ICONS[severity]} class={`${severity}-text`} />}
            {mark && (
              <span class={`file-mark ${mark.tone}-text`} title={mark.word} aria-label={mark.word}>
                {mark.sign}
              </span>
            )}
          </button>
        </div>
      );
    });
  return (
    <details
      class="review-files scroll"
      open={open}
      onToggle={(event) => setFolded(!event.currentTarget.open)}
    >
      <summary>
        <span class="cut">
          Files <span class="quiet">· {current}</span>
        </span>
      </summary>
      <List label="Files" parted>
        {fresh
          ? (
            <>
              <Section title="Files" count={files.length} />
              <ListPart label="Files">{rows(files)}</ListPart>
            </>
          )
          : (
            <>
              <Section title="Changed" count={changed.length} />
              {changed.length === 0 && (
                <p class="quiet small review-none">Nothing differs from the trusted files.</p>
              )}
              {changed.length > 0 && <ListPart label="Changed">{rows(changed)}</ListPart>}
              {same.length > 0 && <Section title="Unchanged" count={same.length} />}
              {same.length > 0 && <ListPart label="Unchanged">{rows(same)}</ListPart>}
            </>
          )}
      </List>
    </details>
  );
}

/** Media query of a small window, in which the page has one column. The style sheet uses the same query. */
const NARROW = "(max-width: 640px), (max-height: 400px)";

/** Returns whether the window is small, and renders again when that changes. */
function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const look = () => setNarrow(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return narrow;
}

/** A path. Its folder is truncated first, up to the slash, because the file name matters most. */
function Path({ path, gone }: { path: string; gone: boolean }): JSX.Element {
  const cut = Math.max(0, path.lastIndexOf("/"));
  return (
    <span class={`file-path mono grow${gone ? " struck" : ""}`}>
      <span class="cut quiet">{path.slice(0, cut)}</span>
      <span class="cut">{path.slice(cut)}</span>
    </span>
  );
}
