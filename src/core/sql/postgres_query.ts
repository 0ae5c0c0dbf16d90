import { Socket } from "node:net";
import { Buffer } from "node:buffer";
import { type Cell, exactInteger, finite, type OpenSession, STATEMENT_LIMIT } from "./query.ts";

/** Rows that are fetched at a time. */
const BATCH = 500;

/** Opens a session of PostgreSQL or Redshift with one transaction. */
export const openPostgres: OpenSession = async (
  { server, user, password, database, wire, write, signal },
) => {
  // @ts-types="@types/pg"
  const { default: pg } = await import("pg");
  const { default: Cursor } = await import("pg-cursor");
  const client = new pg.Client({
    host: server.host,
    port: server.port,
    user,
    password: password.open(),
    database,
    // Encrypted, not verified: the specification's meaning of `tls`.
    ssl: server.tls ? { rejectUnauthorized: false } : false,
    application_name: "kedge",
    stream: () => wire.socket,
  });
  // Without a listener a lost connection would end the process.
  client.on("error", () => {});
  await client.connect();
  let running = false;
  signal.addEventListener("abort", () => {
    if (running) cancel(server, client as unknown as Backend);
    wire.socket.destroy();
  });
  await client.query(write ? "begin" : "begin read only");
  // One form for every server: what an action gets does not depend on settings of the server.
  const settings = server.engine === "redshift"
    ? ["datestyle to iso", `statement_timeout to ${STATEMENT_LIMIT}`]
    : [
      "local datestyle to iso",
      "local intervalstyle to postgres",
      "local extra_float_digits to 1",
      "local bytea_output to hex",
      `local statement_timeout to ${STATEMENT_LIMIT}`,
    ];
  for (const setting of settings) await client.query(`set ${setting}`);
  return {
    async query(sql, args, sink) {
      // A cursor speaks the extended protocol, in which one statement is one statement.
      const cursor = client.query(
        new Cursor(sql, [...args], {
          rowMode: "array",
          types: { getTypeParser: () => (text: string) => text },
        }),
      );
      running = true;
      let first = true;
      let enough = false;
      try {
        for (;;) {
          const { rows, fields } = await read(cursor, BATCH);
          if (first) sink.columns(fields.map(({ name }) => name));
          first = false;
          const readers = fields.map(({ dataTypeID }) => READERS[dataTypeID]);
          for (const row of rows) {
            const cells = row.map((text, i): Cell => text === null ? null : readers[i]?.(text) ?? text);
            if (!sink.row(cells)) enough = true;
          }
          if (enough || rows.length < BATCH) break;
        }
        if (!write) return;
        // A statement that changes rows has changed all of them by its first row.
        if (enough) await cursor.close();
        await client.query("commit");
      } finally {
        running = false;
      }
    },
  };
};

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

type Reading = { rows: (string | null)[][]; fields: readonly Field[] };

/** pg-cursor's promise gives the rows alone; its callback also what the columns are. */
function read(
  cursor: {
    read(count: number, done: (error: Error | undefined, rows: unknown[], result: unknown) => void): void;
  },
  count: number,
): Promise<Reading> {
  return new Promise((resolve, reject) =>
    cursor.read(count, (error, rows, result) => {
      if (error) reject(error);
      else resolve({ rows: rows as Reading["rows"], fields: (result as { fields?: Field[] })?.fields ?? [] });
    })
  );
}

/** Types whose values are more than text, by their number in pg_type. */
const READERS: Readonly<Record<number, (text: string) => Cell>> = {
  16: (text) => text === "t",
  20: exactInteger,
  21: exactInteger,
  23: exactInteger,
  26: exactInteger,
  700: finite,
  701: finite,
};

interface Backend {
  readonly processID?: number;
  readonly secretKey?: number;
}

/** Tells the server to end what the connection runs; a request of its own, which needs no login. */
function cancel(server: { host: string; port: number }, { processID, secretKey }: Backend): void {
  if (!processID || typeof secretKey !== "number") return;
  const request = Buffer.alloc(16);
  [16, 80877102, processID, secretKey].forEach((number, i) => request.writeInt32BE(number, i * 4));
  const socket = new Socket();
  socket.on("error", () => {});
  socket.setTimeout(2000, () => socket.destroy());
  socket.connect(server.port, server.host, () => socket.end(request));
}
