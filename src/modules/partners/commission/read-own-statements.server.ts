import { dateIn, HOME_ZONE, isMonth } from "#src/kernel/local-time.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { statementOf, statementsOf } from "#src/modules/partners/commission/queries.server.ts";
import { bookingKey } from "#src/modules/partners/commission/read-partner-page.server.ts";
import { monthOf } from "#src/modules/partners/commission/rules/commission.ts";
import { carriedOver } from "#src/modules/partners/commission/rules/statement.ts";
import type { NamedResale, OwnStatement, StatementHead } from "#src/modules/partners/commission/schema.ts";
import type { Context } from "#src/platform/context.server.ts";

const inPesos = (amount_minor: number) => ({ amount_minor, currency: "MXN" as const });

/** The partner whose key acts, if it may read money; its own and nobody else's. Refusal: forbidden. */
function ownPartner({ actor: { key } }: Pick<Context, "actor">) {
  return key?.partnerId && key.scopes.includes("money:read") ? ok({ partnerId: key.partnerId }) : fail("forbidden");
}

const viewOf = (ctx: Context, head: StatementHead, carried: number): Omit<OwnStatement, "lines"> => ({
  month: head.month,
  number: head.number,
  state: head.state,
  people: head.people,
  bookings: head.bookings,
  commission: inPesos(head.commission),
  cash: inPesos(head.cash),
  due: inPesos(head.due),
  carried_over: inPesos(carried),
  due_of_month: inPesos(head.due + carried),
  agreed_at: head.agreedAt,
  paid_at: head.paidAt,
  test: practises(ctx),
});

/** The statements of the partner whose key acts, the newest first, with the months that aren't closed yet. Refusal: forbidden. */
export async function ownStatements(ctx: Context) {
  const own = ownPartner(ctx);
  if (!own.ok) return own;
  const heads = await statementsOf(ctx, own.partnerId);
  const carried = carriedOver(heads);
  return ok({ statements: heads.map((head) => viewOf(ctx, head, carried.get(head.month) ?? 0)) });
}

/** What a partner's programs call the bookings that they sold, by our id. */
type NameResales = (ctx: Context, partnerId: string, bookings: readonly string[]) => Promise<Map<string, NamedResale>>;

/**
 * The statement of a month (2026-11) of the partner whose key acts, with its bookings, and those that its programs sold as `nameResales`
 * names them. Refusals: forbidden, not_found (also of a month to come of which there is nothing yet).
 */
export async function ownStatement(ctx: Context, month: string, nameResales: NameResales) {
  const own = ownPartner(ctx);
  if (!own.ok) return own;
  const { partnerId } = own;
  const heads = isMonth(month) ? await statementsOf(ctx, partnerId) : [];
  const isKnown = heads.some((head) => head.month === month) || month <= monthOf(dateIn(ctx.now, HOME_ZONE));
  const found = isMonth(month) && isKnown ? await statementOf(ctx, { partnerId, month }) : null;
  if (!found?.ok) return fail("not_found");
  const { lines, ...head } = found.statement;
  const resales = await nameResales(
    ctx,
    partnerId,
    lines.map(({ bookingId }) => bookingId),
  );
  const statement: OwnStatement = {
    ...viewOf(ctx, head, carriedOver(heads).get(month) ?? 0),
    // guests identify themselves with a booking's reference
    lines: lines.map(({ bookingId, date, people, came, sale, amount, late }) => {
      return {
        booking: bookingKey(ctx, bookingId).slice(0, 8),
        resale: resales.get(bookingId) ?? null,
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
