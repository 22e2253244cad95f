import { createElement, type ReactElement } from "react";
import type { z } from "zod";
import type { Locale } from "#src/kernel/localized.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import { PlainEmail, type PlainEmailText } from "#src/modules/mail/notifications/emails/plain-email.tsx";
import {
  type BookingEmailKind,
  type EmailKind,
  KINDS,
  type TemplateKind,
  type TrialKind,
} from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { Case } from "#src/modules/mail/notifications/kinds/kind.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import { exampleBooked } from "#src/modules/mail/notifications/make-example.server.ts";
import type { EmailRow } from "#src/modules/mail/notifications/store.server.ts";
import { type BookedDeparture, bookedDepartureOf } from "#src/modules/evening/tickets/queries.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Attachment } from "#src/platform/email.server.ts";

/** The text of an email; replies go to `replyTo` where that isn't us. */
export type EmailCopy = PlainEmailText & { subject: string; replyTo?: string };

/** An email as it is written, before it is rendered. `hasBunting`: it shows that picture of the house too. */
export type Written = {
  subject: string;
  element: ReactElement;
  attachments: (Attachment | null)[];
  replyTo?: string;
  hasBunting?: boolean;
};

/** What only a recipient may use is made with `ctx`, which is null in a preview; `base` is the site's address. */
export type Keys = { ctx: Context | null; base: string };

/** A link that opens something; in a preview, the site's address. */
export const keyed = ({ ctx, base }: Keys, link: (ctx: Context) => string): string => (ctx === null ? base : link(ctx));

/** What an email is about, read when it is sent, or invented: it knows whether it is still true, and how it is written. */
export type EmailSubject = {
  kind: TemplateKind;
  booking: BookedDeparture | undefined;
  /** what of practice it is about, if anything */
  practice: EmailContext["practice"];
  /** why it must not be sent any more (rule mail-3); null while it is true */
  whyWithheld: () => string | null;
  write: (context: EmailContext, keys: Keys) => Promise<Written>;
};

type PayloadOf<One extends EmailKind> = z.infer<(typeof KINDS)[One]["payload"]>;
const SHAPES: { readonly [One in EmailKind]: { payload: z.ZodType<PayloadOf<One>> } } = KINDS;

/** A stored email whose payload has the shape of its kind. */
export type Stored<One extends EmailKind> = { payload: PayloadOf<One>; language: Locale; recipient: string };
type Row = { payload: unknown; language: string; recipient: string };

const storedAs = <One extends EmailKind>(kind: One, { payload, language, recipient }: Row): Stored<One> => ({
  payload: SHAPES[kind].payload.parse(payload),
  language: language === "es" ? "es" : "en",
  recipient,
});

/** An email that staff sent to themselves, and what they tried; null where it was only whether emails arrive. */
export type TrialSubject = { kind: TrialKind; tried: PayloadOf<"staff_template_test"> | null };

/** What an email is shown with: a booking, and the payload of its own email; null: an example stands in. `at`: the case to show. */
export type ToShow = { booking: BookedDeparture | null; payload: unknown; at: Case | null };

/** How a kind of email is read and shown. `whyWithheld` is for its test. */
export type Sending = {
  read: (ctx: Context, email: Row & Pick<EmailRow, "booking_id">) => Promise<EmailSubject>;
  shown: (ctx: Context, toShow: ToShow) => Promise<EmailSubject>;
  whyWithheld: (about: never) => string | null;
};

type Parts<One extends EmailKind, About> = {
  /** what it is about, as of now */
  read: (ctx: Context, email: Stored<One>) => Promise<About>;
  whyWithheld: (about: NoInfer<About>) => string | null;
  words: (context: EmailContext, about: NoInfer<About>, keys: Keys) => EmailCopy;
  /** the same of invented people, amounts and codes, in a case of the email */
  example: (now: Date, at: Case | null) => NoInfer<About>;
  practice?: (about: NoInfer<About>) => EmailContext["practice"];
  /** what is attached; none in a preview */
  files?: (ctx: Context, about: NoInfer<About>, locale: Locale) => Promise<(Attachment | null)[]>;
};

/** A kind of email that isn't about a booking. */
export function sending<One extends Exclude<TemplateKind, BookingEmailKind>, About>(
  kind: One,
  { read, whyWithheld, words, example, practice, files }: Parts<One, About>,
): Sending {
  const subjectOf = (about: About): EmailSubject => ({
    kind,
    booking: undefined,
    practice: practice?.(about) ?? null,
    whyWithheld: () => whyWithheld(about),
    async write(context, keys) {
      const attachments = (keys.ctx && (await files?.(keys.ctx, about, context.locale))) ?? [];
      return { ...plainly(context, words(context, about, keys)), attachments };
    },
  });
  return {
    read: async (ctx, email) => subjectOf(await read(ctx, storedAs(kind, email))),
    shown: (ctx, { at }) => Promise.resolve(subjectOf(example(ctx.now, at))),
    whyWithheld,
  };
}

const plainly = (context: EmailContext, { subject, replyTo, ...text }: EmailCopy): Written => ({
  subject,
  element: createElement(PlainEmail, { context, text }),
  attachments: [],
  ...(replyTo === undefined ? {} : { replyTo }),
});

/** What an email about a booking is about: the booking with its departure, and what the kind reads beside it. */
export type AboutBooking<Facts> = Facts & { booking: BookedDeparture; now: Date };

type BookingParts<One extends BookingEmailKind, Facts> = {
  /** what it tells beside the booking, as of now */
  read: (ctx: Context, booking: BookedDeparture, email: Stored<One>) => Promise<Facts>;
  whyWithheld: (about: AboutBooking<NoInfer<Facts>>) => string | null;
  /** the same of invented amounts and codes */
  example: (now: Date) => NoInfer<Facts>;
  /** what is otherwise in a case of the email */
  inCase?: (
    at: Case,
    about: AboutBooking<NoInfer<Facts>>,
  ) => Partial<NoInfer<Facts>> & { of?: Partial<BookedDeparture> };
  /** without what opens something or is worth money, for a preview */
  blanked?: (about: NoInfer<Facts>) => Partial<NoInfer<Facts>>;
  /** what is attached; none in a preview */
  files?: (ctx: Context, about: AboutBooking<NoInfer<Facts>>, locale: Locale) => Promise<(Attachment | null)[]>;
} & (
  | { words: (context: EmailContext, about: AboutBooking<NoInfer<Facts>>, keys: Keys) => EmailCopy }
  | { draw: (context: EmailContext, about: AboutBooking<NoInfer<Facts>>, keys: Keys) => Promise<Written> }
);

/** A kind of email about a booking. */
export function bookingSending<One extends BookingEmailKind, Facts extends object>(
  kind: One,
  parts: BookingParts<One, Facts>,
): Sending {
  const subjectOf = (about: AboutBooking<Facts>): EmailSubject => ({
    kind,
    booking: about.booking,
    practice: about.booking.test ? "booking" : null,
    whyWithheld: () => parts.whyWithheld(about),
    async write(context, keys) {
      const written =
        "draw" in parts ? await parts.draw(context, about, keys) : plainly(context, parts.words(context, about, keys));
      const files = (keys.ctx && (await parts.files?.(keys.ctx, about, context.locale))) ?? [];
      return { ...written, attachments: [...files, ...written.attachments] };
    },
  });
  return {
    whyWithheld: parts.whyWithheld,
    async read(ctx, email) {
      const booking = email.booking_id === null ? undefined : await bookedDepartureOf(ctx, email.booking_id);
      const stored = storedAs(kind, email);
      if (!booking) return gone(kind);
      return subjectOf({ ...(await parts.read(ctx, booking, stored)), booking, now: ctx.now });
    },
    async shown(ctx, { booking: record, payload, at }) {
      const { now } = ctx;
      const booking = record ?? exampleBooked(now);
      const { language, email: recipient } = booking;
      const own =
        payload === null ? {} : await parts.read(ctx, booking, storedAs(kind, { payload, language, recipient }));
      const usual = { ...parts.example(now), ...whatIsThere(own), booking, now };
      const { of, ...otherwise } = at === null ? {} : { of: undefined, ...parts.inCase?.(at, usual) };
      const about = { ...usual, ...otherwise, booking: { ...booking, ...of } };
      return subjectOf({ ...about, ...parts.blanked?.(about) });
    },
  };
}

/** Of what was read, what there is. */
const whatIsThere = <Facts extends object>(facts: Facts): Partial<Facts> =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null && fact !== undefined)) as Partial<Facts>;

const gone = (kind: BookingEmailKind): EmailSubject => ({
  kind,
  booking: undefined,
  practice: null,
  whyWithheld: () => "the booking is gone",
  write: () => Promise.reject(new Error(`no email of kind ${kind} without a booking`)),
});

/** Of a kind that tells only of its booking. */
export const NOTHING_ELSE = { read: () => Promise.resolve({}), example: () => ({}) };

/** Why an email for whoever is booked must not be sent, by the booking's status. */
export const unlessConfirmed = ({ booking: { status } }: { booking: { status: string } }): string | null =>
  status === "confirmed" ? null : `the booking is ${status}`;

/** Why an email must not be sent that asks for money or says that some is on its way: only as long as that buys the places. */
export const unlessPending = ({ booking: { status } }: { booking: { status: string } }): string | null =>
  status === "pending" ? null : `the booking is ${status}`;

/** The link to an email's booking, in the email's language. */
export const toBooking = (
  { locale }: { locale: Locale },
  { booking }: { booking: BookedDeparture },
  keys: Keys,
): string => keyed(keys, (ctx) => bookingLink(ctx, booking, locale));
