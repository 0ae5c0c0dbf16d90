import { Secret } from "../../src/core/secret.ts";
import { runQuery } from "../../src/core/sql/query.ts";
import { mutatedPlays } from "../support/sql/mutate.ts";
import { MYSQL_PART, POSTGRES_PART, SIGN_IN_PARTS } from "../support/sql/parts.ts";
import { playServer } from "../support/sql/scripted.ts";
import type { Round } from "./main.ts";

/** Milliseconds after which a silent server is disconnected. */
const LIMIT = 50;
/** Milliseconds within which an answer must come: hashing a password may take a second. */
const LATEST = 5000;

/** Parts to damage: answers to a statement as often as each way of signing in. */
const PARTS = {
  postgres: SIGN_IN_PARTS.postgres.flatMap(([, play]) => [play, POSTGRES_PART]),
  mysql: SIGN_IN_PARTS.mysql.flatMap(([, play]) => [play, MYSQL_PART]),
};

/**
 * Checks that damaged answers of database servers, of both protocols alternately, always give a
 * result.
 */
export const servers: Round = async (seed, count) => {
  for (let at = seed; at < seed + count; at++) {
    const engine = at % 2 === 0 ? "postgres" : "mysql";
    const parts = PARTS[engine];
    for (const { play } of mutatedPlays(parts[(at >> 1) % parts.length]!, at, 1)) {
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
