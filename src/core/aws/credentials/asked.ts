/** Set for programs that give Kedge credentials: a Kedge among them must not ask such a program again. */
export const ASKED = "KEDGE_ASKED_FOR_CREDENTIALS";
