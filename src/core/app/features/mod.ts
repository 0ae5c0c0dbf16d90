/** Everything that Kedge can be asked to do: a feature is one folder, and one line here. */
export { application } from "./application/mod.ts";
export { catalogue } from "./catalogue/mod.ts";
export { credentials } from "./credentials/mod.ts";
export { development } from "./development/mod.ts";
export { queryWindows } from "./query_windows/mod.ts";
export { dialogs } from "./dialogs/mod.ts";
export { extensions } from "./extensions/mod.ts";
export { links } from "./links/mod.ts";
export { resources } from "./resources/mod.ts";
export { personal } from "./personal/mod.ts";
export { runs } from "./runs/mod.ts";
export { search } from "./search/mod.ts";
export { servers } from "./servers/mod.ts";
export { signIn } from "./sign_in/mod.ts";
export { settings } from "./settings/mod.ts";
export { toasts } from "./toasts/mod.ts";
export { windows } from "./windows/mod.ts";
