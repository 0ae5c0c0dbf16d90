/**
 * Variable that is set for programs that give Kedge credentials. If such a program is Kedge again, it must
 * not ask another program.
 */
export const ASKED = "KEDGE_ASKED_FOR_CREDENTIALS";
