/** A first Kedge and nothing else, to be killed by a test. */
import { kedgePaths } from "../../../src/core/paths.ts";
import { becomeFirst } from "../../../src/tray/instance/mod.ts";

const place = await becomeFirst(kedgePaths(), () => {});
console.log(place.first);
