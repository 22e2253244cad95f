import { z } from "zod";
import { isMonth } from "#src/kernel/local-time.ts";
import { OwnPicture } from "#src/modules/site/content/schema.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { CURRENCIES, type Money } from "#src/kernel/money.ts";
import { optionalAmountField } from "#src/locales/amount-field.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import {
  type Cover,
  type gapOf,
  type Part,
  PARTS,
  type Refusal,
  type ShiftState,
} from "#src/modules/evening/guides/rules/shift.ts";

const message = (id: MessageId) => id;
const tick = z.stringbool({ truthy: ["on", "true"], falsy: ["", "false"] }).default(false);
const note = z
  .string()
  .default("")
  .transform((typed) => toOneLine(typed).replaceAll(/\s+/g, " "))
  .pipe(z.string().max(500, message("guides-admin.error.note")));

/** Who is put on a night. `series`: on every coming one of its series. `agreed`: they have said yes, and nobody is asked. */
export const AssignGuide = z.object({
  user_id: z.uuid(message("guides-admin.error.who")),
  part: z.enum(PARTS).catch("guide"),
  series: tick,
  agreed: tick,
  note,
});
export type AssignGuide = z.infer<typeof AssignGuide>;

/** What is done with a guide on a night. */
export const ChangeShift = z.object({ shift_id: z.uuid() });

/** What a page has shown of the nights it answers: their `mark`s. */
const marks = z
  .string()
  .max(40_000)
  .default("")
  .transform((list) => list.split(","));

/** A guide's answer to one night, or to all that a request asks for. */
export const AnswerShifts = z.object({
  answer: z.enum(["accept", "decline"]),
  shift_id: z.union([z.uuid(), z.literal("all")]),
  seen: marks,
});
export type AnswerShifts = z.infer<typeof AnswerShifts>;

/** What a guide gets per night, in minor units; null for none, which 0 says too. */
export const SetPay = z.object({
  user_id: z.uuid(),
  amount: optionalAmountField.transform((amount) => amount || null),
  currency: z.enum(CURRENCIES),
});
export type SetPay = z.infer<typeof SetPay>;

/** Whether guests see a guide who agreed to it, and with which picture. */
export const ShowGuide = z.object({
  user_id: z.uuid(),
  shown: z
    .literal("yes")
    .optional()
    .transform((value) => value === "yes"),
  portrait: z
    .union([OwnPicture, z.literal("")])
    .default("")
    .transform((src) => src || null),
});
export type ShowGuide = z.infer<typeof ShowGuide>;

/** The nights that are paid, or not after all: just those that were on the screen. */
export const PayNights = z.object({
  // empty: the account is gone
  user_id: z.union([z.uuid(), z.literal("").transform(() => null)]),
  month: z.string().refine(isMonth),
  shift_ids: z
    .string()
    .transform((list) => list.split(",").filter((id) => id !== ""))
    .pipe(z.array(z.uuid()).min(1).max(200)),
});
export type PayNights = z.infer<typeof PayNights>;

/** A guide's answer to one of their nights, on their own page. */
export const AnswerOwn = AnswerShifts.extend({ shift_id: z.uuid() });
/** The version of the calendar's link that is replaced. */
export const RenewCalendar = z.object({ version: z.coerce.number().int().positive() });
/** Whether guests see oneself. */
export const ShowOneself = z.object({ shown: z.enum(["yes", "no"]).transform((value) => value === "yes") });

/** One guide on a night. Instants are ISO strings; `guide` is null once their account is gone. */
export type ShownShift = {
  id: string;
  guide: { id: string; name: string } | null;
  part: Part;
  state: ShiftState;
  askedAt: string | null;
  repeatedAt: string | null;
  answeredAt: string | null;
  note: string;
};

/**
 * The guides of a night, against how many its guests need. `stage`: on one that has `begun` or is `past` nobody can be asked any
 * more, only noted as having agreed; `fixed` is cancelled or long over. `isOfSeries`: somebody can be put on all coming nights of its series.
 */
export type NightGuides = {
  departureId: string;
  guests: number;
  perGuide: number;
  stage: "coming" | "begun" | "past" | "fixed";
  isOfSeries: boolean;
  cover: Cover;
  shifts: ShownShift[];
};

/** A night to which somebody has to see: `gap` says why, `missing` how many guides it lacks. */
export type LackingNight = {
  id: string;
  name: string;
  guests: number;
  missing: number;
  gap: NonNullable<ReturnType<typeof gapOf>>;
  startsAt: Date;
};

/** A guide who can be put on a night; `busy`: the night on which they are at that time. */
export type Candidate = { id: string; name: string; busy: string | null };

/** A night as a guide sees it, in the reader's language. `meeting`: where the guests are met. */
export type GuideNight = {
  shiftId: string;
  departureId: string;
  title: string;
  city: string;
  zone: string;
  date: string;
  start: string;
  end: string;
  startsAt: string;
  meeting: { place: string; map: string } | null;
  guests: number;
  part: Part;
  state: ShiftState;
  isCancelled: boolean;
  note: string;
  /** The shift with its hours, as an answer posts what it was given to. */
  mark: string;
  /** Why it can't be accepted, or null; of one that is accepted already, null too. */
  whyNot: Refusal | null;
  /** Whether it can still be declined. */
  mayDecline: boolean;
};

/** What a request asks for, and of whom. */
export type ShownRequest = { name: string; nights: GuideNight[] };

/** A night of a guide's month. `rating`: the average of its reviews, 1 to 5, with their number; `pay` where the reader may see it. */
export type MonthNight = {
  shiftId: string;
  departureId: string;
  date: string;
  start: string;
  title: string;
  part: Part;
  state: ShiftState;
  isCancelled: boolean;
  worked: boolean;
  guests: number;
  /** How many guests were checked in; null where nobody was. */
  came: number | null;
  rating: { average: number; count: number } | null;
  pay: Money | null;
  paidAt: string | null;
};

/**
 * A guide with their month; the nights of deleted accounts have neither id nor name. `due`: nights that were worked and aren't paid,
 * with what they come to by currency, and how many more have no pay; null for whoever may not see pay.
 */
export type GuideMonth = {
  id: string | null;
  name: string | null;
  pay: Money | null;
  next: { departureId: string; date: string; start: string; title: string; state: ShiftState }[];
  nights: MonthNight[];
  rating: { average: number; count: number } | null;
  /** What guests see of them. */
  seen: { shown: boolean; portrait: string | null };
  due: { shiftIds: string[]; sums: Money[]; unpriced: number } | null;
  paid: { shiftIds: string[]; sums: Money[]; at: string } | null;
};
