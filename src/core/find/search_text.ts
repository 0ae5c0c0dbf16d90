import * as z from "zod";
import { searched } from "./typed.ts";

/** A text that a user types or pastes to find something. */
export const pastedText = z.string().max(10_000);

/** The part of such a text that is searched for. */
export const searchText = pastedText.transform(searched);
