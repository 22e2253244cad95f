import type { Locale } from "#src/kernel/localized.ts";
import { momentInside, nightOf } from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import {
  type AboutBooking,
  bookingSending,
  type EmailCopy,
  keyed,
  type Keys,
  unlessConfirmed,
} from "#src/modules/mail/notifications/kinds/kind.server.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import { queueToGuest } from "#src/modules/mail/notifications/queue-email.server.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import { ownTable } from "#src/modules/sales/booking/read-table.server.ts";
import type { OwnTable } from "#src/modules/sales/booking/schema.ts";
import type { BookedDeparture } from "#src/modules/evening/tickets/queries.server.ts";
import type { Context, Handlers } from "#src/platform/context.server.ts";

type Facts = { table: OwnTable | null };
type Resized = Facts & { places: number };

const parts = {
  read: async (ctx: Context, booking: BookedDeparture): Promise<Facts> => ({
    table: await ownTable({ ...ctx, locale: booking.language === "es" ? "es" : "en" }, booking.id),
  }),
  example: (now: Date): Facts => ({
    table: {
      link: "#",
      places: 7,
      deadline: new Date(now.getTime() + 3 * 3_600_000).toISOString(),
      is_open: true,
      friends: [
        { name: "Luis", people: 1 },
        { name: "Mei", people: 2 },
      ],
      paid: 3,
      paying: 0,
      missing: 4,
    },
  }),
};

/** What the texts of a table can insert. */
function valuesOf(context: EmailContext, { booking, table }: AboutBooking<Facts>) {
  const { paid, places, deadline } = table!;
  return {
    ...nightOf(booking, context.locale),
    name: booking.first_name,
    places,
    paid,
    unpaid: places - paid,
    until: momentInside(context, new Date(deadline), booking.time_zone),
  };
}

/** Where they see who has paid, and pass the link on. */
const action = ({ t, locale }: { t: EmailContext["t"]; locale: Locale }, booking: BookedDeparture, keys: Keys) => ({
  href: keyed(keys, (ctx) => `${bookingLink(ctx, booking, locale, "/manage")}&do=table`),
  label: t("emails.table.action"),
});

const whilePaid = (about: AboutBooking<Facts>) => unlessConfirmed(about) ?? (about.table ? null : "it is over");
const whileOpen = (about: AboutBooking<Facts>) => whilePaid(about) ?? (about.table!.is_open ? null : "it is over");

/** An email that only says how a table ended. */
const ended = (kind: "table_paid" | "table_closed", as: "paid" | "closed") =>
  bookingSending(kind, {
    ...parts,
    whyWithheld: whilePaid,
    words(context, about, keys): EmailCopy {
      const { t } = context;
      const values = valuesOf(context, about);
      const text = t(`emails.table.${as}.text`, values);
      return {
        subject: t(`emails.table.${as}.subject`, values),
        preview: text,
        title: t(`emails.table.${as}.title`, values),
        paragraphs: [text],
        action: action(context, about.booking, keys),
      };
    },
  });

export const TABLE_SENDINGS = {
  table_started: bookingSending("table_started", {
    ...parts,
    whyWithheld: whileOpen,
    words(context, about, keys) {
      const { t } = context;
      const values = valuesOf(context, about);
      const text = t("emails.table.started.text", values);
      return {
        subject: t("emails.table.started.subject", values),
        preview: text,
        title: t("emails.table.started.title"),
        paragraphs: [text, t("emails.table.started.until", values)],
        // whoever has the link can take a place
        facts: [[t("emails.table.link"), keyed(keys, () => about.table!.link)]],
        action: action(context, about.booking, keys),
      };
    },
  }),
  table_due: bookingSending("table_due", {
    ...parts,
    whyWithheld: (about) => whileOpen(about) ?? (about.table!.paid < about.table!.places ? null : "it is over"),
    words(context, about, keys) {
      const { t } = context;
      const values = valuesOf(context, about);
      const text = t("emails.table.due.text", values);
      return {
        subject: t("emails.table.due.subject", values),
        preview: text,
        title: t("emails.table.due.title", values),
        paragraphs: [text],
        facts: [[t("emails.table.link"), keyed(keys, () => about.table!.link)]],
        action: action(context, about.booking, keys),
      };
    },
  }),
  table_resized: bookingSending("table_resized", {
    read: async (ctx, booking, { payload: { places } }): Promise<Resized> => ({
      ...(await parts.read(ctx, booking)),
      places,
    }),
    example: (now): Resized => ({ ...parts.example(now), places: 7 }),
    whyWithheld: (about) =>
      whileOpen(about) ?? (about.table!.places === about.places ? null : "the table was changed again"),
    words(context, about, keys) {
      const { t } = context;
      const values = valuesOf(context, about);
      const text = t("emails.table.resized.text", values);
      return {
        subject: t("emails.table.resized.subject", values),
        preview: text,
        title: t("emails.table.resized.title", values),
        paragraphs: [text],
        facts: [[t("emails.table.link"), keyed(keys, () => about.table!.link)]],
        action: action(context, about.booking, keys),
      };
    },
  }),
  table_paid: ended("table_paid", "paid"),
  table_closed: ended("table_closed", "closed"),
};

export const TABLE_ANSWERS = {
  // each once per booking, which starts one table; but staff may change its places again
  "table.started": [
    (ctx, tx, { bookingId }) =>
      queueToGuest(ctx, tx, bookingId, { kind: "table_started", key: "table_started", payload: {} }),
  ],
  "table.due": [
    (ctx, tx, { bookingId }) => queueToGuest(ctx, tx, bookingId, { kind: "table_due", key: "table_due", payload: {} }),
  ],
  // a guest who changes them sees it
  "table.resized": [
    async (ctx, tx, { bookingId, places, byStaff }) => {
      const key = `table_resized.${ctx.now.toISOString()}`;
      if (byStaff) await queueToGuest(ctx, tx, bookingId, { kind: "table_resized", key, payload: { places } });
    },
  ],
  "table.closed": [
    (ctx, tx, { bookingId, everybody }) =>
      everybody
        ? queueToGuest(ctx, tx, bookingId, { kind: "table_paid", key: "table_paid", payload: {} })
        : queueToGuest(ctx, tx, bookingId, { kind: "table_closed", key: "table_closed", payload: {} }),
  ],
} satisfies Partial<Handlers>;
