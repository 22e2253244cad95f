import { HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import type { Currency, Money } from "#src/kernel/money.ts";
import { fail, type Failure, ok, type Ok } from "#src/kernel/result.ts";
import { respelled } from "#src/kernel/spelling.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { balances } from "#src/modules/base/ledger/queries.server.ts";
import { asSaid } from "#src/modules/base/ledger/rules/accounts.ts";
import { deadEvents, ledgerCheck, moneyToLookAfter } from "#src/modules/money/payments/queries.server.ts";
import { handBackOf } from "#src/modules/money/payments/rules/payment.ts";
import { isAlarming } from "#src/modules/money/payments/rules/inbox.ts";
import { daysPassedOver, monthOf } from "#src/modules/books/reconciliation/rules/compare.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { sayCode } from "#src/modules/base/audit/rules/say-entry.ts";
import { thingsToDo } from "#src/modules/books/reconciliation/rules/admin.ts";
import { type Beyond, type MoneyFilter, moneyWord } from "#src/modules/books/reconciliation/rules/money-list.ts";
import {
  MESSAGE_TOPICS,
  type MoneyList,
  type PaymentsAdmin,
  type Run,
  type ShownBooks,
} from "#src/modules/books/reconciliation/schema.ts";
import {
  buyersOf,
  daysCompared,
  differencesOf,
  runById,
  runsToShow,
} from "#src/modules/books/reconciliation/store.server.ts";
import {
  moneyRows,
  textsNearMoney,
  type WantedMoney,
} from "#src/modules/books/reconciliation/store/money-list.server.ts";
import { NO_COMPANY } from "#src/modules/base/settings/rules/app-settings.ts";
import type { Context } from "#src/platform/context.server.ts";

/** The latest comparisons, those waiting for staff first. The caller checks `payments.read`. */
export async function shownRuns(ctx: Pick<Context, "db">): Promise<Run[]> {
  return withDifferences(ctx, await runsToShow(ctx.db, 14));
}

/** One comparison; undefined if it doesn't exist. Checks no access. */
export async function runOf(ctx: Pick<Context, "db">, id: string): Promise<Run | undefined> {
  const row = await runById(ctx.db, id);
  return row && (await withDifferences(ctx, [row]))[0];
}

type Named = { purchase_id: string; provider: string };
type Paid = { amount: number; currency: string; charged_amount: number | null; charged_currency: string | null };

const bookedIn =
  (guests: ReadonlyMap<string, { reference: string; guest: string }>) =>
  ({ purchase_id: id, provider }: Named) => ({ ...(guests.get(id) ?? { reference: id, guest: "" }), provider });

const charged = ({ amount, currency, charged_amount, charged_currency }: Paid) => ({
  asked: money(amount, currency),
  charged: money(charged_amount ?? amount, charged_currency ?? currency),
});
const money = (amount: number, currency: string): Money => ({ amount, currency: currency as Currency });

/**
 * Everything to be done about money. Requires `payments.read`; `mayChange` says whether the actor may act. Refusal: forbidden.
 */
export async function paymentsAdmin(ctx: Context): Promise<Ok<{ admin: PaymentsAdmin }> | Failure<"forbidden">> {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden");
  const [{ reviews, banks, unanswered, disputes, warnings, refunds }, events, runs, uncompared, books] =
    await Promise.all([moneyToLookAfter(ctx), deadEvents(ctx), shownRuns(ctx), daysUncompared(ctx), shownBooks(ctx)]);
  const { t } = await i18nFor(ctx.locale);
  const rows = [reviews, banks, unanswered, disputes, warnings, refunds].flat();
  const booked = bookedIn(
    await buyersOf(
      ctx.db,
      rows.map(({ purchase_id: id }) => id),
    ),
  );
  const admin = {
    reviews: reviews.map((row) => ({
      id: row.id,
      ...booked(row),
      ...charged(row),
      reason: row.review_reason,
      at: row.created_at.toISOString(),
    })),
    unanswered: unanswered.map((row) => ({
      id: row.id,
      ...booked(row),
      ...charged(row),
      at: row.created_at.toISOString(),
    })),
    banks: banks.map((row) => ({
      id: row.id,
      ...booked(row),
      ...charged(row),
      at: row.bank_since.toISOString(),
    })),
    disputes: disputes.map((row) => ({
      id: row.id,
      ...booked(row),
      ...charged(row),
      at: row.settled_at?.toISOString() ?? null,
    })),
    warnings: warnings.map((row) => ({
      id: row.id,
      ...booked(row),
      ...charged(row),
      at: row.warned_at!.toISOString(),
    })),
    refunds: refunds.map((row) => ({
      id: row.id,
      ...booked(row),
      money: money(row.amount, row.currency),
      status: row.status,
      by: handBackOf(row),
      // don't refund by hand what a bank may return
      waits: row.dispute_state === "open" && row.status === "manual" ? "dispute" : row.waits,
      error: row.last_error && sayCode(row.last_error, t),
      at: row.created_at.toISOString(),
      due: row.due_at.toISOString(),
    })),
    messages: events.map((event) => ({
      id: event.id,
      provider: event.provider,
      topic: MESSAGE_TOPICS.find((topic) => topic === event.topic) ?? "other",
      type: event.type,
      about: event.external_id ?? event.charge_ref ?? event.payment_ref ?? event.event_id,
      reason: event.dead_reason!,
      alarming: isAlarming(event.dead_reason!),
      error: event.last_error && sayCode(event.last_error, t),
      receivedAt: event.received_at.toISOString(),
    })),
    runs,
    uncompared,
    books,
  };
  const page: PaymentsAdmin = { ...admin, todo: thingsToDo(admin), mayChange: can(ctx.actor, "payments.change") };
  return ok({ admin: page });
}

/** The days of today's providers that should have been compared by now and weren't, oldest first. */
async function daysUncompared(ctx: Pick<Context, "db" | "now" | "providers">) {
  const names = Object.keys(ctx.providers).filter((name) => !NO_COMPANY.includes(name));
  const all = await Promise.all(
    names.map(async (provider) =>
      daysPassedOver(await daysCompared(ctx.db, provider), ctx.now).map((day) => ({ provider, day })),
    ),
  );
  return all.flat().toSorted((a, b) => a.day.localeCompare(b.day));
}

async function shownBooks(ctx: Pick<Context, "db" | "now">): Promise<ShownBooks> {
  const [proof, accounts] = await Promise.all([ledgerCheck(ctx), balances(ctx)]);
  return {
    proof: proof && { at: proof.at.toISOString(), differences: proof.differences.length },
    balances: accounts.map(({ account, provider, test, amount, currency }) => ({
      account,
      provider,
      test,
      money: { amount: asSaid(account, amount), currency },
    })),
    month: monthOf(ctx.now),
  };
}

type Rows = Awaited<ReturnType<typeof runsToShow>>;

async function withDifferences(ctx: Pick<Context, "db">, rows: Rows): Promise<Run[]> {
  const differences = await differencesOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, provider, day, ran_at, movements, looked_at }) => ({
    id,
    provider,
    day,
    ranAt: ran_at.toISOString(),
    movements,
    lookedAt: looked_at?.toISOString() ?? null,
    differences: differences
      .filter((row) => row.run_id === id)
      .map((row) => ({
        id: row.id,
        kind: row.kind,
        externalId: row.external_id,
        reference: row.reference,
        ours: moneyOf(row.our_amount, row.our_currency),
        theirs: moneyOf(row.their_amount, row.their_currency),
        mended: row.mended,
      })),
  }));
}

const moneyOf = (amount: number | null, currency: string | null): Money | null =>
  amount === null ? null : { amount, currency: currency as Currency };

/** Entries on a page of the list of all payments and refunds. */
const PAGE = 50;

/** A filter's days as instants at home. */
export function wantedMoney({ q, kind, provider, state, currency, from, to }: MoneyFilter): WantedMoney {
  const dayAfter = (day: string) => Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  return {
    q,
    kind,
    provider,
    state,
    currency,
    since: from === null ? null : instantOf(from, "00:00", HOME_ZONE),
    until: to === null ? null : instantOf(dayAfter(to), "00:00", HOME_ZONE),
  };
}

/** A page of all payments and refunds that match a filter, newest first; `near`: what its search text may have meant. Needs `payments.read`. Refusal: forbidden. */
export async function listMoney(
  ctx: Context,
  filter: MoneyFilter,
  { older, newer }: Beyond = { older: null, newer: null },
): Promise<Ok<{ list: MoneyList; near: string[] }> | Failure<"forbidden">> {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden");
  const isBack = newer !== null;
  const rows = await moneyRows(ctx.db, wantedMoney(filter), { beyond: newer ?? older, newer: isBack, limit: PAGE + 1 });
  const goesOn = rows.length > PAGE;
  // the extra row is at the far end in reading direction
  const entries = (goesOn ? (isBack ? rows.slice(1) : rows.slice(0, PAGE)) : rows).map((row) => ({
    id: row.id,
    kind: row.kind,
    word: moneyWord(row),
    bookingId: row.purchase_kind === "booking" ? row.purchase_id : null,
    reference: row.reference,
    guest: row.guest,
    provider: row.provider,
    money: money(row.amount, row.currency),
    at: row.at.toISOString(),
    test: row.test,
  }));
  const list = {
    entries,
    newer: (isBack ? goesOn : older !== null) ? (entries[0]?.id ?? null) : null,
    older: isBack || goesOn ? (entries.at(-1)?.id ?? null) : null,
  };
  const near = entries.length > 0 ? [] : respelled(filter.q ?? "", await textsNearMoney(ctx.db, wantedMoney(filter)));
  return ok({ list, near });
}
