const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  woff2: "font/woff2",
};

/** The type of an asset of the pages by its name; undefined for what pages do not consist of. */
export function contentType(name: string): string | undefined {
  return TYPES[name.slice(name.lastIndexOf(".") + 1)];
}
