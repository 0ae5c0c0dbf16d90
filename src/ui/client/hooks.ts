import { useEffect, useState } from "preact/hooks";
import type { LogLine } from "../../core/state/state.ts";
import type { PageModel } from "../../pages/model.ts";
import type { Client, ConnectionStatus, Watched } from "./client.ts";

/** The page's model, rendering anew when it changes; null until the first one has come. */
export function useModel<M extends PageModel>(client: Client<M>): M | null {
  return useWatched(client.model);
}

/** How the connection is, rendering anew when that changes. */
export function useStatus(client: Client): ConnectionStatus {
  return useWatched(client.status);
}

/** All lines of the window's run so far, rendering anew at most once a frame. */
export function useLog(client: Client): readonly LogLine[] {
  const [lines, setLines] = useState<readonly LogLine[]>([]);
  useEffect(() => {
    const all: LogLine[] = [];
    let frame = 0;
    const stop = client.log((more) => {
      for (const line of more) all.push(line);
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        setLines(all.slice());
      });
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [client]);
  return lines;
}

function useWatched<T>(source: Watched<T>): T {
  const [value, set] = useState<T>(() => source.get());
  useEffect(() => {
    const read = () => set(() => source.get());
    read();
    return source.subscribe(read);
  }, [source]);
  return value;
}
