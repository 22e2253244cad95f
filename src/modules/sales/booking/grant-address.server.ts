import { z } from "zod";
import { fail, ok } from "#src/kernel/result.ts";
import { isSameAddress } from "#src/modules/sales/booking/rules/contact.ts";
import type { Context } from "#src/platform/context.server.ts";
import { hashToken, sameToken, sign } from "#src/platform/secrets.server.ts";
import { readToken, signToken } from "#src/platform/signed-token.server.ts";

/** How long the links work that confirm a booking's other address. */
const CONFIRMED_WITHIN_MS = 24 * 3_600_000;
const PURPOSE = "booking-address";

const Asked = z.object({
  bookingId: z.uuid(),
  step: z.enum(["old", "new"]),
  newEmail: z.string(),
  // not from which: the reader of a mistyped new address must not learn the old one
  from: z.string(),
  link: z.int(),
});
export type AskedAddress = z.infer<typeof Asked>;

type Linked = { id: string; email: string; link_version: number };

const fromOf = (secret: string, { id, email }: Linked) =>
  sign(secret, "moves-from", "booking", id, email.toLowerCase()).slice(0, 22);

/**
 * The token of the link by which the reader of one address agrees that a booking's emails go to another, and its end as an ISO
 * instant. It counts as long as the booking has that address and that link: a new link ends what was asked before.
 */
export function addressToken(
  { secret, now }: Pick<Context, "secret" | "now">,
  booking: Linked,
  { step, newEmail }: Pick<AskedAddress, "step" | "newEmail">,
) {
  const until = new Date(now.getTime() + CONFIRMED_WITHIN_MS);
  const claims = { bookingId: booking.id, step, newEmail, from: fromOf(secret, booking), link: booking.link_version };
  return { token: signToken(secret, { purpose: PURPOSE, until }, claims), until: until.toISOString() };
}

/** Names an asked change without telling it, for what must happen once. */
export const keyOf = (token: string): string => hashToken(token).slice(0, 22);

/** What a link asks. Refusals: link_expired, link_invalid. */
export function readAddressToken(ctx: Pick<Context, "secret" | "now">, bookingId: string, token: string) {
  const claims = readToken(ctx.secret, PURPOSE, token, ctx.now);
  if (claims === "expired") return fail("link_expired");
  const parsed = claims === null ? null : Asked.parse(claims);
  return parsed?.bookingId === bookingId ? ok({ asked: parsed }) : fail("link_invalid");
}

/** How an asked change stands to the booking as it is: `open`, `done` by now, or `over` because something else came first. */
export function standingOf(
  ctx: Pick<Context, "secret">,
  claim: AskedAddress,
  booking: Linked,
): "open" | "done" | "over" {
  if (isSameAddress(booking.email, claim.newEmail)) return "done";
  const isSame = sameToken(claim.from, fromOf(ctx.secret, booking)) && claim.link === booking.link_version;
  return isSame ? "open" : "over";
}
