import { type RawBuilder, sql } from "kysely";

/** A column of names or titles in the order of the alphabet, as `byLetters` (kernel/letters.ts): for short lists, which no index orders. */
export const inLetters = (column: string): RawBuilder<string> => sql<string>`${sql.ref(column)} collate "es-x-icu"`;
