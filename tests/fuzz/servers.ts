import { Secret } from "../../src/core/secret.ts";
import { runQuery } from "../../src/core/sql/query.ts";
import { mutatedPlays } from "../support/sql/mutate.ts";
import { MYSQL_PART, POSTGRES_PART } from "../support/sql/parts.ts";
import { playServer } from "../support/sql/scripted.ts";
import type { Round } from "./main.ts";

/** A server that waits is cut after so many ms. */
const LIMIT = 50;
/** An answer that takes longer than this is none, in ms: hashing a password may take a second. */
const LATEST = 5000;

/** Database servers that send damaged answers, of both protocols in turn: each question must have an answer. */
export const servers: Round = async (seed, count) => {
  for (let at = seed; at < seed + count; at++) {
    const [engine, part] = at % 2 === 0
      ? ["postgres", POSTGRES_PART] as const
      : ["mysql", MYSQL_PART] as const;
    for (const { play } of mutatedPlays(part, at, 1)) {
      const begin = performance.now();
      const scripted = playServer(play);
      try {
        await runQuery(
          {
            server: { name: "x", engine, host: "127.0.0.1", port: scripted.port, tls: false },
            login: { user: "ada", password: new Secret("password") },
            sql: "select 1",
            args: [],
            write: false,
          },
          new AbortController().signal,
          { connect: LIMIT, statement: LIMIT },
        );
      } catch (error) {
        throw new Error(`${engine} server of seed ${at}`, { cause: error });
      } finally {
        scripted.close();
      }
      const took = performance.now() - begin;
      if (took > LATEST) {
        throw new Error(`${engine} server of seed ${at}: an answer after ${took.toFixed(0)} ms`);
      }
    }
  }
};
