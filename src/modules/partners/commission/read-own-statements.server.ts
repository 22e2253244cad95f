import { isMonth } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { statementOf, statementsOf } from "#src/modules/partners/commission/queries.server.ts";
import { bookingKey } from "#src/modules/partners/commission/read-partner-page.server.ts";
import type { OwnStatement, StatementHead } from "#src/modules/partners/commission/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

const inPesos = (amount_minor: number) => ({ amount_minor, currency: "MXN" as const });

/** The partner whose key acts, if it may read money; its own and nobody else's. Refusal: forbidden. */
function ownPartner({ actor: { key } }: Pick<Context, "actor">) {
  return key?.partnerId && key.scopes.includes("money:read") ? ok({ partnerId: key.partnerId }) : fail("forbidden");
}

const viewOf = (ctx: Context, head: StatementHead): Omit<OwnStatement, "lines"> => ({
  month: head.month,
  number: head.number,
  state: head.state,
  people: head.people,
  bookings: head.bookings,
  commission: inPesos(head.commission),
  cash: inPesos(head.cash),
  due: inPesos(head.due),
  agreed_at: head.agreedAt,
  paid_at: head.paidAt,
  test: practises(ctx),
});

/** The statements of the partner whose key acts, the newest first, with the months that aren't closed yet. Refusal: forbidden. */
export async function ownStatements(ctx: Context) {
  const own = ownPartner(ctx);
  if (!own.ok) return own;
  return ok({ statements: (await statementsOf(ctx, own.partnerId)).map((head) => viewOf(ctx, head)) });
}

/** The statement of a month (2026-11) of the partner whose key acts, with its bookings. Refusals: forbidden, not_found. */
export async function ownStatement(ctx: Context, month: string) {
  const own = ownPartner(ctx);
  if (!own.ok) return own;
  const found = isMonth(month) ? await statementOf(ctx, { partnerId: own.partnerId, month }) : null;
  if (!found?.ok) return fail("not_found");
  const { lines, ...head } = found.statement;
  const statement: OwnStatement = {
    ...viewOf(ctx, head),
    // guests identify themselves with a booking's reference
    lines: lines.map(({ bookingId, date, people, came, sale, amount, late }) => {
      return {
        booking: bookingKey(ctx, bookingId).slice(0, 8),
        date,
        people,
        came,
        sale: inPesos(sale),
        commission: inPesos(amount),
        is_correction: late,
      };
    }),
  };
  return ok({ statement });
}
