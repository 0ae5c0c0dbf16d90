/** A first instance of Kedge without anything else, which a test kills. */
import { kedgePaths } from "../../../src/core/paths.ts";
import { becomeFirst } from "../../../src/tray/instance/mod.ts";

const place = await becomeFirst(kedgePaths(), () => {});
console.log(place.first);
