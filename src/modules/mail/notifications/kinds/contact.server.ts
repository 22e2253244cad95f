import { dateInSentence } from "#src/kernel/local-time.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { isSameAddress } from "#src/modules/sales/booking/rules/contact.ts";
import type { BookingEmailKind, Email } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import {
  type AboutBooking,
  bookingSending,
  keyed,
  type Keys,
  NOTHING_ELSE,
} from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { exampleSecret } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail } from "#src/modules/mail/notifications/queue-email.server.ts";
import { addSending, confirmableBooking, moveUnsent } from "#src/modules/mail/notifications/store.server.ts";
import { hasReplaced } from "#src/modules/evening/tickets/queries.server.ts";
import type { Context, Handlers } from "#src/platform/context.server.ts";
import type { Tx } from "#src/platform/db.server.ts";

type Secret = { token: string | null; until: string };
type Moving = Secret & { newEmail: string };

const whyTooOld = ({ token, until, now }: Secret & { now: Date }): string | null =>
  token === null || new Date(until) <= now ? "its link is too old" : null;

/** What an email that asks whether a booking's emails go elsewhere has but its words. */
const OF_A_MOVE = {
  read: (_ctx: Context, _booking: object, { payload }: { payload: Moving }): Promise<Moving> =>
    Promise.resolve(payload),
  whyWithheld: (about: AboutBooking<Moving>): string | null =>
    isSameAddress(about.booking.email, about.newEmail) ? "the address is changed already" : whyTooOld(about),
  example: (now: Date): Moving => ({ newEmail: "sofia.ruiz@example.com", ...exampleSecret(now) }),
};

/** The page that asks the reader of an address whether a booking's emails go elsewhere. It opens nothing else. */
const addressLink = ({ booking, token }: AboutBooking<Moving>, keys: Keys, locale: Locale): string =>
  token === null
    ? keys.base
    : keyed(
        keys,
        ({ settings }) =>
          `${settings.BASE_URL}${localizedPath(`/booking-confirmation/${booking.id}/address`, locale)}?change=${token}`,
      );

/** The page that signs in the reader of an address. It names no booking. */
const signInPage = (token: string | null, keys: Keys, locale: Locale): string =>
  token === null
    ? keys.base
    : keyed(keys, ({ settings }) => `${settings.BASE_URL}${localizedPath("/verify-email", locale)}?token=${token}`);

export const CONTACT_SENDINGS = {
  /** It says no name: whoever booked may have typed another's address. */
  sign_in_link: bookingSending("sign_in_link", {
    read: (_ctx, _booking, { payload }): Promise<Secret> => Promise.resolve(payload),
    whyWithheld: (about) => whyTooOld(about),
    words: ({ t, locale, reference }, { token }, keys) => ({
      subject: t("emails.signIn.subject", { reference }),
      preview: t("emails.signIn.preview"),
      title: t("emails.signIn.title"),
      paragraphs: [t("emails.signIn.text"), t("emails.signIn.until"), t("emails.signIn.notYou")],
      action: { href: signInPage(token, keys, locale), label: t("emails.signIn.action") },
    }),
    example: (now) => exampleSecret(now),
  }),
  /** To the old address, whose reader may object. */
  address_change_asked: bookingSending("address_change_asked", {
    ...OF_A_MOVE,
    words({ t, locale, reference }, about, keys) {
      const { booking, newEmail: email } = about;
      return {
        subject: t("emails.addressAsked.subject", { reference }),
        preview: t("emails.addressAsked.preview", { email }),
        title: t("emails.addressAsked.title"),
        paragraphs: [
          t("emails.addressAsked.text", { email, date: dateInSentence(booking.date, locale) }),
          t("emails.addressAsked.notYou"),
        ],
        action: { href: addressLink(about, keys, locale), label: t("emails.addressAsked.action") },
      };
    },
  }),
  /** To an address that nobody has proved: it says no name, and opens no booking. */
  address_change_confirm: bookingSending("address_change_confirm", {
    ...OF_A_MOVE,
    words: ({ t, locale, reference }, about, keys) => ({
      subject: t("emails.addressConfirm.subject"),
      preview: t("emails.addressConfirm.preview", { reference }),
      title: t("emails.addressConfirm.title"),
      paragraphs: [t("emails.addressConfirm.text", { email: about.newEmail, reference })],
      action: { href: addressLink(about, keys, locale), label: t("emails.addressConfirm.action") },
      reason: t("emails.addressConfirm.reason"),
    }),
  }),
  /** To the booking's former address: it says what has happened, and contains no link that opens anything. */
  contact_changed: bookingSending("contact_changed", {
    ...NOTHING_ELSE,
    whyWithheld: () => null,
    words({ t, locale, reference }, { booking }) {
      const date = dateInSentence(booking.date, locale);
      return {
        subject: t("emails.contactChanged.subject", { reference }),
        preview: t("emails.contactChanged.preview", { date }),
        title: t("emails.contactChanged.title"),
        paragraphs: [t("emails.contactChanged.text", { date }), t("emails.contactChanged.notYou")],
      };
    },
  }),
};

const NOTICE = { kind: "contact_changed", payload: {} } as const;

export const CONTACT_ANSWERS = {
  /*
   * What was for the guest goes to them again. To another address go the tickets or the link, and what had not been delivered to the
   * old one; the old one is told, unless it doesn't work. A corrected name is on the tickets. What a guest changed of the rest is told
   * at their address.
   */
  "booking.contact_corrected": [
    async (ctx, tx, { bookingId, key, from, reached, names, byGuest }) => {
      const booking = await confirmableBooking(tx, bookingId);
      if (!booking) throw new Error(`no booking ${bookingId} to write about`);
      const { email, isConfirmed } = booking;
      const tell = telling(ctx, tx, bookingId, booking.language);
      const renewed = from !== null && (await hasReplaced(tx, bookingId));
      const again: Email<BookingEmailKind> = isConfirmed
        ? { kind: "booking_confirmation", payload: renewed ? { change: "replaced" } : {} }
        : { kind: "booking_link", payload: {} };
      if (from !== null) {
        if (email !== "") await addSending(tx, await moveUnsent(tx, { bookingId, from, to: email, now: ctx.now }));
        await tell(again, email, `contact.${key}`);
        if (reached) await tell(NOTICE, from, `contact.${key}.was`);
      } else if (names.was !== names.now && isConfirmed) await tell(again, email, `contact.${key}`);
      else if (byGuest) await tell(NOTICE, email, `contact.${key}`);
    },
  ],
  // asks the reader of one address
  "booking.address_change_asked": [
    async (ctx, tx, { bookingId, step, at, newEmail, token, until }) => {
      const booking = await confirmableBooking(tx, bookingId);
      const kind = step === "old" ? "address_change_asked" : "address_change_confirm";
      const tell = telling(ctx, tx, bookingId, booking?.language ?? "en");
      await tell({ kind, payload: { newEmail, token, until } }, at, `address.${step}.${crypto.randomUUID()}`);
    },
  ],
  // its reader said no: here is the link that works now
  "booking.address_change_refused": [
    async (ctx, tx, { bookingId, key }) => {
      const booking = await confirmableBooking(tx, bookingId);
      const tell = telling(ctx, tx, bookingId, booking?.language ?? "en");
      await tell({ kind: "booking_link", payload: {} }, booking?.email ?? "", `link.kept.${key}`);
    },
  ],
} satisfies Partial<Handlers>;

const telling =
  (ctx: Context, tx: Tx, bookingId: string, language: string) =>
  async (email: Email<BookingEmailKind>, recipient: string, key: string): Promise<void> => {
    // there is nobody to write to, or their data has been deleted
    if (recipient === "") return;
    await queueEmail(ctx, tx, {
      ...email,
      bookingId,
      dedupeKey: `booking.${bookingId}.${key}`,
      language: language === "es" ? "es" : "en",
      recipient,
    });
  };
