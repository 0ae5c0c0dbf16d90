const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
};

/** Returns the content type of a page's asset by its name; undefined for types that pages do not use. */
export function contentType(name: string): string | undefined {
  return TYPES[name.slice(name.lastIndexOf(".") + 1)];
}
