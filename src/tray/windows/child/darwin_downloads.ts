import { isThere } from "../../../core/files/there.ts";
import { userHome } from "../../../core/platform/home.ts";

/** WKNavigationActionPolicyCancel, …Allow and …Download; the last one exists since macOS 11.3. */
const CANCEL = 0n, ALLOW = 1n, DOWNLOAD = 2n;

/**
 * Returns WebKit's policy for a navigation. An allowed file that the page offers would replace the page by its
 * text.
 */
export function navigationPolicy(mayOpen: boolean, isFile: boolean): bigint {
  if (!mayOpen) return CANCEL;
  return isFile ? DOWNLOAD : ALLOW;
}

/**
 * Returns the path for a file that a page offers, at which there is nothing: WebKit refuses to replace a file.
 * Null when the user has no home. The folder has this name in every language of macOS.
 */
export function downloadPath(suggested: string, home = userHome(), exists = isThere): string | null {
  if (!home) return null;
  const folder = exists(`${home}/Downloads`) ? `${home}/Downloads` : home;
  const name = suggested.replace(/[/:\0]/g, "_").replace(/^\.+/, "") || "file";
  const [, stem = name, ending = ""] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? [];
  for (let number = 1;; number++) {
    const path = `${folder}/${stem}${number === 1 ? "" : ` ${number}`}${ending}`;
    if (!exists(path)) return path;
  }
}
