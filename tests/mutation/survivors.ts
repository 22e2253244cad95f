import type { Listed } from "./compare-survivors.ts";

/** The mutants of the rules that no test notices, each with the reason why that is right. */
export const SURVIVORS: readonly Listed[] = [];
