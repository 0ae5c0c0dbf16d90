import { refused, type ToolAnswer } from "./answer.ts";

/** Time after which a call answers that it waits for a person, ms. Clients give up after a minute. */
export const PATIENCE = 45_000;
/** Time for which an answer without a caller is kept, ms, so that a late consent is not lost. */
const KEEP_MS = 10 * 60_000;
/** Maximum jobs of an agent at the same time. */
export const MAX_JOBS = 8;

/** The parameters of a job. */
export interface JobWork {
  readonly signal: AbortSignal;
  /** Tells what the job waits for, in words with the next step; "" when it does not wait any more. */
  readonly waitsFor: (what: string) => void;
}

/** The calls of one agent. */
export type Jobs = ReturnType<typeof createJobs>;

interface Job {
  readonly ending: AbortController;
  readonly done: Promise<ToolAnswer>;
  readonly stop: (answer: ToolAnswer) => void;
  waitsFor: string;
  waiting: number;
  /** Time when the job ended; absent while it runs. */
  ended?: number;
}

/** Creates the calls of an agent. `patience` is in ms. */
export function createJobs(
  { now, patience = PATIENCE }: { readonly now: () => number; readonly patience?: number },
) {
  const jobs = new Map<string, Job>();

  function begin(key: string, work: (given: JobWork) => Promise<ToolAnswer>): Job {
    const ending = new AbortController();
    const stopped = Promise.withResolvers<ToolAnswer>();
    const job: Job = {
      ending,
      stop(answer) {
        stopped.resolve(answer);
        ending.abort();
      },
      waitsFor: "",
      waiting: 0,
      done: Promise.race([
        stopped.promise,
        Promise.resolve().then(() =>
          work({ signal: ending.signal, waitsFor: (what) => void (job.waitsFor = what) })
        ),
      ]),
    };
    jobs.set(key, job);
    const end = () => {
      job.ended = now();
      // The caller has received the answer, so the same call starts a new job from now on.
      if (job.waiting > 0 && jobs.get(key) === job) jobs.delete(key);
    };
    job.done.then(end, end);
    return job;
  }

  function forgetOld(): void {
    for (const [key, { ended }] of jobs) {
      if (ended !== undefined && now() - ended > KEEP_MS) jobs.delete(key);
    }
  }

  return {
    /**
     * Starts a call, or joins the same one when it is running. Answers `waiting` when a person takes too long.
     * `signal` aborts when the client cancels the call.
     */
    async run(
      key: string,
      work: (work: JobWork) => Promise<ToolAnswer>,
      signal: AbortSignal,
    ): Promise<ToolAnswer> {
      forgetOld();
      let job = jobs.get(key);
      if (!job) {
        const underWay = jobs.values().filter(({ ended }) => ended === undefined).toArray().length;
        if (underWay >= MAX_JOBS) {
          return refused(
            `${MAX_JOBS} calls are under way already.`,
            "Wait for one of them; a call that says “waiting” goes on when it is made again.",
          );
        }
        job = begin(key, work);
      }
      const mine = job;
      mine.waiting++;
      const late = Promise.withResolvers<null>();
      const timer = setTimeout(() => late.resolve(null), patience);
      const leave = () => late.resolve(null);
      signal.addEventListener("abort", leave, { once: true });
      if (signal.aborted) leave();
      try {
        const answer = await Promise.race([mine.done, late.promise]);
        if (answer !== null) {
          if (jobs.get(key) === mine) jobs.delete(key);
          return answer;
        }
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", leave);
        mine.waiting--;
      }
      if (signal.aborted) {
        const gone: ToolAnswer = { status: "stopped", error: "The call was taken back." };
        if (mine.waiting === 0 && mine.ended === undefined) {
          jobs.delete(key);
          mine.stop(gone);
        }
        return gone;
      }
      return {
        status: "waiting",
        message: mine.waitsFor || "It is still under way.",
        hint: "Make the same call again to go on waiting for it. Nothing is lost meanwhile.",
      };
    },
    /** Ends all running calls. */
    stop(answer: ToolAnswer) {
      for (const [key, job] of [...jobs]) {
        jobs.delete(key);
        if (job.ended === undefined) job.stop(answer);
      }
    },
  };
}
