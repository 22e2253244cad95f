import { randomCode } from "#src/kernel/codes.ts";
import { WEBHOOK_SECRET } from "#src/modules/money/sandbox/deliver-event.server.ts";
import { disputeOf, movementsOf, payPath, refundsOf } from "#src/modules/money/sandbox/queries.server.ts";
import { refundCharge } from "#src/modules/money/sandbox/refund-charge.server.ts";
import { METHODS } from "#src/modules/money/sandbox/rules/outcome.ts";
import { refsOf, remoteState, topicOf } from "#src/modules/money/sandbox/rules/remote-state.ts";
import { claimOf, isProven, SIGNATURE_HEADER } from "#src/modules/money/sandbox/rules/signature.ts";
import { EventBody } from "#src/modules/money/sandbox/schema.ts";
import { addSession, secretsNamed, sessionAt } from "#src/modules/money/sandbox/store.server.ts";
import type { Services } from "#src/platform/context.server.ts";
import type { Db } from "#src/platform/db.server.ts";
import type { Attempt, PaymentProvider, ProviderEvent, RemoteState } from "#src/platform/payment-provider.server.ts";

// as at real providers: a page must not close while someone types a card number
const SHORTEST_LIFE = 30 * 60_000;

/**
 * The embedded payment provider: the same interface as a real one, with its own tables and no keys or network. It has its own
 * clock (`clock`), as a real provider does.
 */
export function sandboxProvider({ db, clock }: Pick<Services, "db" | "clock">): PaymentProvider {
  return {
    name: "sandbox",
    createAttempt: (attempt) => openSession({ db, now: clock() }, attempt),
    fetchState: (id) => stateAfter(db, id, clock()),
    expire: (id) => stateAfter(db, id, null),
    refund: (refund) => refundCharge({ db, now: clock() }, refund),
    listRefunds: ({ externalId }) => refundsOf(db, externalId),
    fetchDispute: (id) => disputeOf(db, id),
    listMovements: (from, until) => movementsOf(db, from, until),
    parseWebhook: (body, headers, now) => readMessage(db, body, headers.get(SIGNATURE_HEADER), now),
  };
}

/**
 * Opens a session, once per payment, for at least 30 minutes. Its page is on the host that the guest comes from and returns to.
 */
async function openSession({ db, now }: { db: Db; now: Date }, attempt: Attempt) {
  const method = METHODS.find((one) => one === attempt.method);
  if (!method) throw new Error(`sandbox: ${attempt.method} is not paid here`);
  const session = await addSession(db, {
    id: `sbx_${randomCode(20)}`,
    idempotency_key: attempt.paymentId,
    method,
    client_reference: attempt.bookingId,
    amount: attempt.money.amount,
    currency: attempt.money.currency,
    description: attempt.description,
    customer_email: attempt.customerEmail,
    language: attempt.locale,
    success_url: attempt.successUrl,
    cancel_url: attempt.cancelUrl,
    expires_at: new Date(Math.max(attempt.expiresAt.getTime(), now.getTime() + SHORTEST_LIFE)),
  });
  const page = payPath(session.id, session.language === "es" ? "es" : "en");
  return { externalId: session.id, redirectUrl: new URL(page, attempt.successUrl).href };
}

/** The state after closing an open session: if it has expired at `now`, or unconditionally (null). Paid stays paid. */
async function stateAfter(db: Db, id: string, now: Date | null): Promise<RemoteState> {
  const session = await sessionAt(db, id, now);
  if (!session) throw new Error(`sandbox: no session ${id}`);
  return remoteState(session);
}

/** Reads a sandbox message, or null if it can't be trusted. During rotation, the previous secret is valid too. */
async function readMessage(db: Db, body: string, header: string | null, now: Date): Promise<ProviderEvent | null> {
  const claim = claimOf(header, body, now);
  if (!claim) return null;
  const secrets = await secretsNamed(db, [WEBHOOK_SECRET, `${WEBHOOK_SECRET}-previous`]);
  if (!(await isProven(claim, body, secrets))) return null;
  const message = EventBody.safeParse(parsed(body));
  return message.success
    ? {
        eventId: message.data.id,
        type: message.data.type,
        topic: topicOf(message.data.type),
        refs: refsOf(message.data),
      }
    : null;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
