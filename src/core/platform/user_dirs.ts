/** The folder that a desktop's list of folders names for downloads; null when it names none. */
export function namedDownloads(list: string, home: string): string | null {
  const [, value] = /^\s*XDG_DOWNLOAD_DIR\s*=\s*"((?:[^"\\]|\\.)*)"/m.exec(list) ?? [];
  const path = value?.replace(/\\(.)/g, "$1");
  if (path?.startsWith("$HOME/")) return `${home}${path.slice("$HOME".length)}`;
  return path?.startsWith("/") ? path : null;
}
