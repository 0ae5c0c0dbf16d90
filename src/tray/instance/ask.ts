import { connectToInstance } from "./connect.ts";
import { hangUp, LineReader, send } from "./lines.ts";

/** The longest answer of the running Kedge, bytes, and how long it may take, ms: it may have to ask AWS first. */
const LONGEST_ANSWER = 4 * 1024 * 1024, ANSWER_PATIENCE = 60_000;

/**
 * Asks the running Kedge of a home something and gives what it answered, which is whatever JSON it sent; undefined when
 * there is none, or it does not know the question.
 */
export async function askFirst(home: string, name: string, question: unknown): Promise<unknown> {
  let connection: Deno.Conn;
  try {
    connection = await connectToInstance(home);
  } catch {
    return undefined;
  }
  try {
    await send(connection, `ask ${name} ${JSON.stringify(question)}\n`);
    const line = await new LineReader(connection, LONGEST_ANSWER, ANSWER_PATIENCE).next();
    return line.startsWith("answer ") ? JSON.parse(line.slice(7)) : undefined;
  } catch {
    return undefined;
  } finally {
    hangUp(connection);
  }
}
