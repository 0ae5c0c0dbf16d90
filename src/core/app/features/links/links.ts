import { isOlder } from "../../../age.ts";
import { type Link, LINK_LIMITS, parseLink } from "../../../links/link.ts";
import { NO_LINKS } from "../../../state/links.ts";
import type { Writing } from "../../../state/store.ts";
import { oneLine } from "../../../text/outside.ts";
import { followFrom } from "../../asks.ts";
import { type CommandResult, refusal } from "../../../result.ts";
import type { Windows } from "../../windows.ts";
import type { Extensions } from "../extensions/extensions.ts";
import type { QueryWindows } from "../query_windows/query_windows.ts";
import type { Runs } from "../runs/runs.ts";
import type { Toasts } from "../toasts/toasts.ts";

/** Maximum number of waiting links. Links beyond it are dropped and counted. */
const MAX_WAITING = 5;
/** Minimum time between two messages that a link came while links are off, ms. */
const NOTICE_MS = 60_000;
/** Maximum characters shown of an invalid link. */
const SHOWN = 300;

/** Parts of the application that links lead to. */
interface LinkParts {
  readonly store: Writing<"links">;
  readonly windows: Windows;
  readonly toasts: Toasts;
  readonly extensions: Pick<Extensions<{ readonly hash: string }>, "beginInstall" | "reviewInstalled">;
  readonly runs: Pick<Runs, "startFilled">;
  readonly queryWindows: Pick<QueryWindows, "open">;
  readonly now: () => number;
}

/** Links from other programs. A link does nothing before the user confirms it. */
export type Links = ReturnType<typeof createLinks>;

/** Makes the queue of links. The user is asked about one link at a time. */
export function createLinks(parts: LinkParts) {
  const { store, windows, toasts } = parts;
  const links = store.slices.links;
  let noticedAt = -Infinity;

  store.subscribe(({ config }, before) => {
    if (config.value === before.config.value || config.value.linksEnabled) return;
    links.update((now) => now === NO_LINKS ? now : NO_LINKS);
    windows.closeWhere(({ page }) => page === "link");
  });

  /**
   * Opens the window about the first link. The link came from another program, so no press in Kedge asked for
   * the window.
   */
  function show(): void {
    const [first] = links.get().waiting;
    if (first) followFrom(undefined, () => windows.open("link", { link: first.id }));
  }

  /** Removes decided links and asks about the next one. */
  function decided(which: (id: string) => boolean): void {
    const { waiting, dropped } = links.get();
    const left = waiting.filter(({ id }) => !which(id));
    links.update(() => left.length === 0 ? NO_LINKS : { waiting: left, dropped });
    windows.closeWhere(({ page, params }) => page === "link" && which(params.link ?? ""));
    show();
  }

  function tellOff(why: string): void {
    if (!isOlder(noticedAt, NOTICE_MS, parts.now())) return;
    noticedAt = parts.now();
    toasts.show({
      id: "links-off",
      type: "info",
      title: "A link to Kedge was opened",
      message: `${why}, so nothing came of it.`,
      opens: { label: "Open Settings", page: "settings", params: { field: "linksEnabled" } },
    }, 10);
  }

  return {
    /** Takes a link that another program has opened. `from` is the name of that program if it is known. */
    open(text: string, from?: string): CommandResult {
      const { status, value } = store.get().config;
      if (!value.linksEnabled) {
        // Settings does not write to a file that cannot be read, so its switch would not help.
        const isRead = status !== "stale";
        tellOff(isRead ? "Links are switched off" : "config.json cannot be read");
        return isRead
          ? refusal("Links to Kedge are switched off.", "Settings, General switches them on.")
          : refusal("config.json cannot be read.", "See: kedge --validate-config");
      }
      const { waiting } = links.get();
      if (waiting.some((one) => one.text === text)) {
        if (waiting[0]?.text === text) show();
        return { ok: true };
      }
      if (waiting.length >= MAX_WAITING) {
        links.update((now) => ({ ...now, dropped: Math.min(now.dropped + 1, 1_000_000) }));
        return refusal(`${MAX_WAITING} links wait to be decided.`, "Decide those first.");
      }
      const read = parseLink(text);
      const one = {
        id: crypto.randomUUID(),
        text: text.slice(0, "fault" in read ? SHOWN : LINK_LIMITS.link),
        read,
        ...(from && { from: oneLine(from, { longest: 60 }) }),
      };
      links.update((now) => ({ ...now, waiting: [...now.waiting, one] }));
      if (waiting.length === 0) show();
      return { ok: true };
    },
    /** Follows the first waiting link, because the user confirmed it. */
    async follow(id: string): Promise<CommandResult> {
      const [first] = links.get().waiting;
      if (first?.id !== id || !("link" in first.read)) return refusal("This link is gone.");
      const { link } = first.read;
      decided((one) => one === id);
      const result = await lead(link, parts);
      // The link's window is closed already, so a toast shows the error.
      if (!result.ok) {
        const { error, hint = "" } = result;
        toasts.show(
          {
            id: crypto.randomUUID(),
            type: "error",
            title: "The link leads nowhere",
            message: `${error} ${hint}`.trim(),
          },
          20,
        );
      }
      return { ok: true };
    },
    /** Drops a link; `all` also drops the other waiting links. Also called when the link's window is closed. */
    drop(id: string, all = false): CommandResult {
      decided((one) => all || one === id);
      return { ok: true };
    },
  };
}

/** Carries out a link that the user confirmed. */
async function lead(link: Link, parts: LinkParts): Promise<CommandResult> {
  const { windows } = parts;
  switch (link.to) {
    case "review":
      return await parts.extensions.beginInstall(link.address, link.sha256);
    case "account":
      windows.open(link.resources ?? "accounts", {
        account: link.account,
        ...(link.region !== undefined && { region: link.region }),
      });
      return { ok: true };
    case "server":
      return await parts.queryWindows.open(link.server, {});
    case "extension":
      return await parts.extensions.reviewInstalled(link.extension);
    case "page":
      windows.open(link.page);
      return { ok: true };
    case "run":
      return parts.runs.startFilled(link.extension, link.action, link.fields);
  }
}
