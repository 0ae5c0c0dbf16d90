import type { Command } from "../../core/app/command.ts";
import { createNotifier, followToasts } from "../../tray/notifications/mod.ts";
import { createTray, trayView } from "../../tray/mod.ts";
import { EXIT } from "../exit.ts";
import { startPages, type SurfaceParts } from "./surface.ts";

/** Shows Kedge as an icon in the tray and windows that open from it. */
export async function runOnDesktop(parts: SurfaceParts): Promise<number> {
  const { app, paths, args, quit } = parts;
  const { store, problems } = app;
  const dispatch = (command: Command) => void app.dispatch(command);

  const tray = createTray({
    cache: paths.cache,
    onCommand: dispatch,
    onActivate: () => dispatch({ name: "openWindow", page: "home" }),
    onProblem: (problem) => problem ? problems.set(problem) : problems.clear("no-tray-host"),
  });
  const notifier = createNotifier();
  const ends = [
    store.subscribe((state) => tray.update(trayView(state))),
    followToasts(
      store,
      notifier,
      (run) => dispatch({ name: "openWindow", page: "console", params: { run } }),
    ),
  ];
  tray.update(trayView(store.get()));
  await tray.start();
  const pages = await startPages(parts, "window");
  if (!args.hidden) dispatch({ name: "openWindow", page: "home" });
  await quit;
  for (const end of ends) end();
  notifier.close();
  await tray.stop();
  await pages?.close();
  return EXIT.done;
}
