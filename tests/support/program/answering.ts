/** Runs a first Kedge that answers short commands and shows nothing; prints a line when it is ready. */
import { listExtensions } from "../../../src/core/extensions/mod.ts";
import { appVersion } from "../../../src/core/version.ts";
import { readConfigFile } from "../../../src/core/config_file/mod.ts";
import { kedgePaths } from "../../../src/core/paths.ts";
import { questions } from "../../../src/cli/start/questions.ts";
import { becomeFirst } from "../../../src/tray/instance/mod.ts";

const paths = kedgePaths();
const { config } = readConfigFile(paths.config);
/** A sign-in without a user. */
const nobody = {
  needed: () => Promise.resolve(false),
  underWay: () => Promise.resolve(false),
  wanted: () => {},
};
const place = await becomeFirst(
  paths,
  () => {},
  undefined,
  questions(
    () => config,
    () => nobody,
    () => listExtensions(paths, appVersion()),
    () => Promise.resolve(null),
    () => Promise.resolve(true),
    { ask: () => Promise.resolve({ allowed: true }), refusesCredentials: () => Promise.resolve(null) },
  ),
);
console.log(place.first ? "ready" : "not the first");
