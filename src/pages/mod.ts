/** The page server, which serves the pages of Kedge's windows over HTTP to this machine only. */
export { type PageAssets, readAssets } from "./http/assets.ts";
export { bundlePages, pageAssets } from "./bundle.ts";
export { PAGES } from "./registry.ts";
export type { PagesOptions } from "./http/options.ts";
export { type Pages, servePages } from "./http/serve.ts";
