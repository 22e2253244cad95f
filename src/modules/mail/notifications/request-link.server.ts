import { isUuid } from "#src/kernel/codes.ts";
import { ok } from "#src/kernel/result.ts";
import { lockBooking } from "#src/modules/sales/booking/lock-booking.server.ts";
import { bookingState, canOpenBooking, mayRenewLink } from "#src/modules/sales/booking/queries.server.ts";
import { renewLink } from "#src/modules/sales/booking/renew-link.server.ts";
import { grantSignIn, hasFreshLink, signInToken } from "#src/modules/base/identity/grant-sign-in.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { audit } from "#src/platform/audit.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import { mayMail } from "#src/platform/limit-mail.server.ts";
import { type Act, mayDo } from "#src/platform/limit-strangers.server.ts";
import { type Limit, mayUse, windowStart } from "#src/platform/rate-limit.server.ts";
import { hashToken } from "#src/platform/secrets.server.ts";

const PER_BOOKING: Limit = { max: 3, seconds: 3600 };
const ASKED: Act = { name: "link", limit: { max: 30, seconds: 3600 } };

/** Whether the booking exists, and neither it nor this visitor has had too many. `what` has a limit of its own for each booking. */
const mayAsk = async (ctx: Context, id: string, what: "link" | "rating-link" | "sign-in"): Promise<boolean> =>
  (await mayDo(ctx, ASKED)) &&
  isUuid(id) &&
  (await bookingState(ctx, id)) !== undefined &&
  mayUse(ctx.pool, [`${what}:${id}`], PER_BOOKING, ctx.now);

/**
 * Mails the link for rating a booking's night to its own address. Public, like `requestLink`; nothing is sent for a booking that
 * isn't confirmed or is rated already.
 */
export async function requestRatingLink(ctx: Context, { booking_id: id }: { booking_id: string }) {
  if (!(await mayAsk(ctx, id, "rating-link"))) return ok({});
  const hour = windowStart(PER_BOOKING, ctx.now).getTime();
  await ctx.db.transaction().execute(async (tx) => {
    const { email: recipient, language } = await lockBooking(tx, id);
    if (recipient === "" || !(await mayMail(ctx, tx, "rating_request", recipient))) return;
    await queueEmail(ctx, tx, {
      kind: "rating_request",
      payload: { requested: true },
      bookingId: id,
      dedupeKey: `booking.${id}.rating.requested.${hour}`,
      language: language === "es" ? "es" : "en",
      recipient,
    });
  });
  return ok({});
}

/**
 * Mails a link to a booking's own address. Public: the answer is the same whether or not the booking exists, and beyond three
 * mails an hour nothing is sent. Who may have it renewed gets a new one, which ends all earlier ones; for others, a stranger with
 * only the id among them, the guest's link stays as it is.
 */
export async function requestLink(
  ctx: Context,
  { booking_id: id, token }: { booking_id: string; token: string | null },
) {
  if (!(await mayAsk(ctx, id, "link"))) return ok({});
  const isRenewed = await mayRenewLink(ctx, id, token);
  const hour = windowStart(PER_BOOKING, ctx.now).getTime();
  await ctx.db.transaction().execute(async (tx) => {
    const { email: recipient, language } = await lockBooking(tx, id);
    if (recipient === "" || !(await mayMail(ctx, tx, "booking_link", recipient))) return;
    const isNew = await queueEmail(ctx, tx, {
      kind: "booking_link",
      payload: {},
      bookingId: id,
      // a mail reads the link when it is sent: one that was asked for twice says the same
      dedupeKey: `booking.${id}.link.asked.${isRenewed ? ctx.now.getTime() : hour}`,
      language: language === "es" ? "es" : "en",
      recipient,
    });
    if (!isNew || !isRenewed) return;
    await renewLink(ctx, tx, id);
    await audit(tx, ctx, { action: "booking.link_renewed", subject: ["booking", id] });
  });
  return ok({});
}

/**
 * Mails a booking's own address a link that signs its reader in, with an account that is made for them where there is none. For whoever
 * may open the booking; the answer is the same for everybody, whether anything is sent or not. Whether the address has an account is
 * asked only once the link is followed.
 */
export async function requestSignIn(
  ctx: Context,
  { booking_id: id, token }: { booking_id: string; token: string | null },
) {
  if (!(await mayAsk(ctx, id, "sign-in")) || !(await canOpenBooking(ctx, id, token))) return ok({});
  await ctx.db.transaction().execute(async (tx) => {
    const { email: recipient, language, first_name, last_name } = await lockBooking(tx, id);
    // pressed twice; a link that was used, or went to an address that was wrong, is no reason to send nothing
    if (recipient === "" || (await hasFreshLink(tx, recipient, ctx.now))) return;
    if (!(await mayMail(ctx, tx, "sign_in_link", recipient))) return;
    const link = signInToken(ctx);
    await queueEmail(ctx, tx, {
      kind: "sign_in_link",
      payload: link,
      bookingId: id,
      dedupeKey: `booking.${id}.sign-in.asked.${hashToken(link.token)}`,
      language: language === "es" ? "es" : "en",
      recipient,
    });
    await grantSignIn(tx, link, { email: recipient, first_name, last_name });
  });
  return ok({});
}
