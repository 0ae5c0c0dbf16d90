/** A headless Chromium for tests that look at pages or press keys in them. */
export { type Browser, startBrowser } from "./browser.ts";
export type { Tab, TabOptions } from "./tab.ts";
