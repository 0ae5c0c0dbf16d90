import type { Store } from "../state/store.ts";
import type { Development } from "./features/development/development.ts";
import type { Dialogs } from "./features/dialogs/dialogs.ts";
import type { Extensions } from "./features/extensions/extensions.ts";
import type { Gate } from "./features/gate/gate.ts";
import type { Links } from "./features/links/links.ts";
import type { QueryWindows } from "./features/query_windows/query_windows.ts";
import type { Search } from "./features/search/search.ts";
import type { SignIn } from "./features/sign_in/sign_in.ts";
import type { Windows } from "./windows.ts";

/** Parts of the application that a closed window concerns. */
interface Asking {
  readonly windows: Pick<Windows, "close">;
  readonly dialogs: Pick<Dialogs, "cancel">;
  readonly signIn: Pick<SignIn, "cancel">;
  readonly search: Pick<Search, "end">;
  readonly extensions: Pick<Extensions<{ readonly hash: string }>, "reject">;
  readonly links: Pick<Links, "drop">;
  readonly gate: Pick<Gate, "questionClosed">;
  readonly queryWindows: Pick<QueryWindows, "closed">;
  readonly development: { readonly publishing: Pick<Development["publishing"], "closed"> };
}

/** Returns the function that closes a window by its ID and cancels what the window asks. */
export function closesWindow(store: Store, asking: Asking): (id: string) => void {
  return (id) => {
    const window = store.get().windows.find((window) => window.id === id);
    if (!window) return;
    asking.windows.close(id);
    const { dialog, review, server, link, question, extension } = window.params;
    if (window.page === "dialog" && dialog) asking.dialogs.cancel(dialog);
    if (window.page === "sign_in") asking.signIn.cancel();
    if (window.page === "everywhere") asking.search.end();
    if (window.page === "review" && review) asking.extensions.reject(review);
    if (window.page === "link" && link) asking.links.drop(link);
    if (window.page === "grant" && question) asking.gate.questionClosed(question);
    if (window.page === "publish" && extension) asking.development.publishing.closed(extension);
    if (window.page === "query" && server) void asking.queryWindows.closed(server);
  };
}
