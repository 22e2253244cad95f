import { localizedPath, type Locale } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { Method, SessionState } from "#src/modules/money/sandbox/rules/outcome.ts";
import type { HostedSession } from "#src/modules/money/sandbox/schema.ts";
import {
  paidBetween,
  refundedBetween,
  refundsOfSession,
  sessionAt,
  sessionById,
} from "#src/modules/money/sandbox/store.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import type { Settings } from "#src/platform/env.server.ts";
import type { DisputeState, Movement, RemoteRefund } from "#src/platform/payment-provider.server.ts";
import { sameToken, sharedSecret } from "#src/platform/secrets.server.ts";

type Has = { db: Db; settings: Settings; now: Date };

/** Whether the sandbox is enabled: in live mode its pages and API return 404. */
export const sandboxIsOpen = ({ settings }: { settings: Settings }): boolean => settings.PAYMENTS_MODE === "sandbox";

/** A session for its hosted page; null if it doesn't exist. Anyone with the id may see it. */
export async function hostedSession(ctx: Has, id: string): Promise<HostedSession | null> {
  if (!sandboxIsOpen(ctx)) return null;
  const session = await sessionAt(ctx.db, id, ctx.now);
  if (!session) return null;
  const money = (amount: number) => ({ amount, currency: session.currency as Currency });
  return {
    id: session.id,
    state: session.state as SessionState,
    method: session.method as Method,
    asked: money(session.amount),
    charged: session.charged_amount === null ? null : money(session.charged_amount),
    failure: session.failure_reason,
    description: session.description,
    disputed: session.disputed,
    successUrl: session.success_url,
    cancelUrl: session.cancel_url,
  };
}

/** Whether an Authorization header carries the test API's key (`Bearer …`), kept in the database as `sandbox-api`. */
export async function mayUseSandboxApi(ctx: { db: Db }, header: string | undefined): Promise<boolean> {
  return sameToken(header ?? "", `Bearer ${await sharedSecret(ctx.db, "sandbox-api")}`);
}

/** The path of a session's page in a language. */
export const payPath = (id: string, locale: Locale): string => localizedPath(`/sandbox/pay/${id}`, locale);

const moneyOf = ({ amount, currency }: { amount: number; currency: string }) => ({
  amount,
  currency: currency as Currency,
});

/** All refunds of a session, as listed for its merchant. */
export const refundsOf = async (db: Db, session: string): Promise<RemoteRefund[]> =>
  (await refundsOfSession(db, session)).map((row) => ({
    externalId: row.id,
    refundId: row.idempotency_key,
    money: moneyOf(row),
    status: row.state as RemoteRefund["status"],
  }));

/** A dispute, whose id is its session's. It stays open: the sandbox never decides one. */
export async function disputeOf(db: Db, id: string): Promise<DisputeState> {
  const session = await sessionById(db, id);
  if (!session?.disputed) throw new Error(`sandbox: no dispute ${id}`);
  return {
    state: "open",
    money: moneyOf({ amount: session.charged_amount!, currency: session.currency }),
    reason: "fraudulent",
  };
}

/** Charges and refunds of a period. */
export async function movementsOf(db: Db, from: Date, until: Date): Promise<Movement[]> {
  const charges = (await paidBetween(db, from, until)).map((row) => ({
    kind: "charge" as const,
    externalId: row.id,
    chargeId: row.id,
    paymentId: row.idempotency_key,
    money: moneyOf({ amount: row.charged_amount!, currency: row.currency }),
    at: row.paid_at!,
  }));
  const refunds = (await refundedBetween(db, from, until)).map((row) => ({
    kind: "refund" as const,
    externalId: row.id,
    chargeId: row.session_id,
    paymentId: null,
    money: moneyOf(row),
    at: row.created_at,
  }));
  return [...charges, ...refunds];
}
