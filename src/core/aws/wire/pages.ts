import { CloudError } from "../errors.ts";

/** A page of a list. `next` is the token of the next page; undefined after the last page. */
interface Page<Row> {
  readonly rows: Row[];
  readonly next: string | undefined;
}

/** A list that AWS gives in pages. */
interface PagedList<Row> {
  /** What is attempted, for messages: `listing the clusters`. */
  readonly doing: string;
  /** Number of rows that are requested per page. */
  readonly perPage: number;
  /** Maximum number of rows. */
  readonly most: number;
  readonly ask: AskPage<Row>;
}

/** Requests the page with that token; the first page has none. */
type AskPage<Row> = (next: string | undefined) => Promise<Page<Row>>;

/**
 * Yields the pages of a list. Throws a CloudError after `most` rows when AWS has more, so that nobody takes the
 * list for complete.
 */
export async function* pages<Row>({ doing, perPage, most, ask }: PagedList<Row>): AsyncGenerator<Row[]> {
  // Pages are counted, because AWS may return any number of empty ones.
  if (!(yield* firstPages(Math.ceil(most / perPage), ask))) return;
  const message = `${doing}: there are more than are read; the rest is left out`;
  throw new CloudError(message, undefined, undefined, "many");
}

/** Yields at most `most` pages of a list, and returns whether AWS has more. Throws the error of `ask`. */
export async function* firstPages<Row>(most: number, ask: AskPage<Row>): AsyncGenerator<Row[], boolean> {
  let next: string | undefined;
  for (let page = 0; page < most; page++) {
    const answer = await ask(next);
    yield answer.rows;
    if (answer.next === undefined || answer.next === next) return false;
    next = answer.next;
  }
  return true;
}

/** Returns the rows of the first `most` pages of a list. Throws the error of `ask`. */
export async function rowsOfPages<Row>(most: number, ask: AskPage<Row>): Promise<Row[]> {
  return (await Array.fromAsync(firstPages(most, ask))).flat();
}
