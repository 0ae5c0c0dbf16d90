import { connectToInstance } from "./connect.ts";
import { hangUp, LineReader, send } from "./lines.ts";

/**
 * Maximum length of an answer from the running Kedge in bytes, and its time limit in ms: Kedge may have to
 * ask AWS first.
 */
const MAX_ANSWER_LENGTH = 4 * 1024 * 1024, ANSWER_PATIENCE = 60_000;

/**
 * Sends a question to the running Kedge of a home and returns the JSON of its answer, unchecked. Returns
 * undefined when no Kedge runs or it does not know the question.
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
    const line = await new LineReader(connection, MAX_ANSWER_LENGTH, ANSWER_PATIENCE).next();
    return line.startsWith("answer ") ? JSON.parse(line.slice(7)) : undefined;
  } catch {
    return undefined;
  } finally {
    hangUp(connection);
  }
}
