import type { Currency } from "#src/kernel/money.ts";
import { type CountedWay, countName } from "#src/modules/evening/till/rules/till.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Count = { way: CountedWay; currency: Currency; expected: number; counted: number };

/** A count as the audit log has it, in minor units by `countName`. */
export const changesOf = (counts: readonly Count[]) => ({
  expected: [null, Object.fromEntries(counts.map((count) => [countName(count), count.expected]))] as const,
  counted: [null, Object.fromEntries(counts.map((count) => [countName(count), count.counted]))] as const,
});

/** A count as its page shows it once it was made. */
export const toldOf = (counts: readonly Count[]): Count[] =>
  counts.map(({ way, currency, expected, counted }) => ({ way, currency, expected, counted }));

/**
 * Stores the count before the counter sees the expected amount, so that somebody who enters another one after that can be
 * asked why. For use cases that check access.
 */
export const noteDifference = (tx: Tx, ctx: Context, tillId: string, counts: readonly Count[]) =>
  audit(tx, ctx, { action: "till.count_differed", subject: ["till", tillId], changes: changesOf(counts) });
