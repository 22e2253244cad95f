import { z } from "zod";

/**
 * A real day (2026-11-27) that the database can store and whose neighbours have four-digit years: it has no year 0, and the day after
 * 9999-12-31 sorts before it.
 */
export const dayShape = (error: string) => z.iso.date(error).refine((day) => day >= "0001" && day < "9000", error);
