import type { partnerLinkAsked } from "#src/modules/sales/affiliates/events.ts";
import { partnerToMail } from "#src/modules/sales/affiliates/read-link.server.ts";
import type { statementAnswered, statementClosed, statementPaid } from "#src/modules/partners/commission/events.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { PartnerEmail } from "#src/modules/mail/notifications/schema.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

// Event handlers: each queues an email to a partner's address on file, in their language. One without an address gets none; one who
// is switched off does: they still agree and are paid.

/** The link of their own page, which they or staff asked for. */
export const notifyPartnerLink = (
  ctx: Context,
  tx: Tx,
  { partnerId, version, at }: ReturnType<typeof partnerLinkAsked>["payload"],
) => tell(ctx, tx, `link.${version}.${at}`, { kind: "partner_link", payload: { partnerId, version } });

/** A statement to look at and to agree to. Once per statement. */
export const notifyStatement = (ctx: Context, tx: Tx, payload: ReturnType<typeof statementClosed>["payload"]) =>
  tell(ctx, tx, `statement.${payload.statementId}.closed`, { kind: "partner_statement", payload });

/** A statement that was paid. Once per statement. */
export const notifyStatementPaid = (ctx: Context, tx: Tx, payload: ReturnType<typeof statementPaid>["payload"]) =>
  tell(ctx, tx, `statement.${payload.statementId}.paid`, { kind: "partner_statement_paid", payload });

/** What staff answered to a question of theirs. Once per question. */
export const notifyStatementAnswered = (
  ctx: Context,
  tx: Tx,
  payload: ReturnType<typeof statementAnswered>["payload"],
) => tell(ctx, tx, `question.${payload.questionId}.answered`, { kind: "partner_statement_answered", payload });

async function tell(ctx: Context, tx: Tx, key: string, email: PartnerEmail): Promise<void> {
  const { partnerId } = email.payload;
  const partner = await partnerToMail({ ...ctx, db: tx }, partnerId);
  if (!partner || partner.email === "") return;
  await queueEmail(ctx, tx, {
    ...email,
    bookingId: null,
    dedupeKey: `partner.${partnerId}.${key}`,
    language: partner.language,
    recipient: partner.email,
  });
}
