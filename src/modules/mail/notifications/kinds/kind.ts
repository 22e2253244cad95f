import { z } from "zod";
import type { Urgency } from "#src/kernel/job-order.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Placeholder } from "#src/modules/mail/notifications/rules/template.ts";

/**
 * Whose an email is, so that exporting or erasing a person's data includes it: the guests of its booking (`emails.booking_id`),
 * the sender of a message (`messageId` in its payload), the owner of an account (`userId`), whoever has the address it went to, a
 * partner (by that address too), or nobody, if it contains no personal data. An email to staff belongs to the guest, sender or
 * partner it is about.
 */
export type Owner = "booking" | "message" | "account" | "address" | "partner" | "nobody";

/** What a text is in its email, with the longest it may be and whether it may have several lines. */
export const ROLES = {
  subject: { most: 150, long: false },
  subjectHeading: { most: 150, long: false },
  preview: { most: 200, long: false },
  heading: { most: 150, long: false },
  text: { most: 1000, long: true },
  noteHeading: { most: 100, long: false },
  note: { most: 1000, long: true },
  button: { most: 40, long: false },
} as const;
export type TextRole = keyof typeof ROLES;

type CaseIn<Id> = Id extends `notifications-templates.case.${infer One}` ? One : never;
/** A case of an email, in which a text stands in it; every other text always does. */
export type Case = CaseIn<MessageId>;

type Also = { when?: Case; may?: readonly Placeholder[]; must?: readonly Placeholder[] };
/** A text that staff may word. */
export type Listed = readonly [role: TextRole, id: MessageId, also?: Also];

/** What every email about a booking can insert. No other knows a guest: account emails, by intent, hold no name at all. */
export const OF_BOOKING = [
  "name",
  "reference",
  "date",
  "weekday",
  "time",
  "hour",
  "hours",
  "people",
  "crawl",
  "city",
  "place",
] as const satisfies readonly Placeholder[];
type OfBooking = (typeof OF_BOOKING)[number];

/** What is declared of a kind of email: everything about it that needs no database. */
type Declared<Payload extends z.ZodObject> = {
  /** what its row needs beyond the booking; the rest is read when it is sent */
  payload: Payload;
  owner: Owner;
  /** under whom the log and the list of wordings have it */
  to: "guests" | "accounts" | "staff";
  /**
   * Its place in the queue: `at_once` is what somebody has just asked or paid for and looks for in their mailbox, `last` what goes to
   * many at a time.
   */
  urgency: Exclude<Urgency, "round">;
  /**
   * The texts that staff may word, in the order in which they stand in the email. What is a fact (tables, tickets, amounts), why
   * somebody gets the email, and who may take part stay the product's. Null where nothing can be worded.
   */
  texts: readonly Listed[] | null;
  /**
   * whether only its recipient may read what it says: it lets whoever has it into an account, or past the check of an address, or
   * answers for them
   */
  isPrivate?: true;
  /** whether its reader can refuse emails like it: it isn't about their own booking, account or message */
  isOptional?: true;
  /** whether it isn't written again: its reader was promised just one, or it was for one address alone */
  isSentOnce?: true;
  /** whether it isn't readdressed with its booking: it is written again, or asks about the one address it went to */
  staysAtAddress?: true;
  /** whether it only says something before the night */
  isForNight?: true;
  /** whether its key says to whom it went */
  keyTellsReader?: true;
  /** for emails about a booking: the state in which most of their bookings are; `confirmed` by default */
  shownIn?: "cancelled" | "pending";
  /** of an email about a booking: what it can't insert, as nobody has proved that its address is the guest's */
  withholds?: readonly OfBooking[];
};

export const kind = <Payload extends z.ZodObject>(of: Declared<Payload> & { texts: readonly Listed[] }) => of;

export const bookingKind = <Payload extends z.ZodObject>(
  of: Omit<Declared<Payload>, "owner"> & { texts: readonly Listed[] },
) => ({ ...of, owner: "booking" as const });

export const trial = <Payload extends z.ZodObject>(of: Pick<Declared<Payload>, "payload" | "owner">) => ({
  ...of,
  to: "staff" as const,
  urgency: "at_once" as const,
  texts: null,
});

export const id = z.uuid();

/** A secret token. Null once the email was sent or never will be: readers of the log must not be able to use it. */
export const secret = { token: z.string().nullable(), until: z.iso.datetime() };

export type Kind = Declared<z.ZodObject>;
