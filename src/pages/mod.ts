/** The page server: the pages of Kedge's windows, over http on this machine only. */
export { type PageAssets, readAssets } from "./assets.ts";
export { bundlePages, pageAssets, type PageAssetsResult } from "./bundle.ts";
export { PageError } from "./connection.ts";
export { type PageModel, pageModel } from "./model.ts";
export type { IconRequest, Pages, PagesOptions } from "./options.ts";
export { servePages } from "./serve.ts";
