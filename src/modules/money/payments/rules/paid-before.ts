import type { ManualMethod } from "#src/kernel/pay-method.ts";

/** Who holds, and how was paid, what another system took for a booking before it was imported (docs/decisions/207). */
export const WAY_BEFORE: ManualMethod = "before";
