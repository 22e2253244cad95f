/** Length limits of a password, in characters as people count them (rule limits-1). */
export const SHORTEST = 8;
export const LONGEST = 128;

/** Number of characters (code points) in a text; one beyond the Basic Multilingual Plane counts once. */
export const charactersOf = (text: string): number => Array.from(text).length;
