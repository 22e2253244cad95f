import { z } from "zod";
import { DECISIONS } from "#src/modules/sales/affiliates/rules/consent.ts";
import type { Money } from "#src/kernel/money.ts";
import type { Decision } from "#src/modules/sales/affiliates/rules/consent.ts";

/** A browser's report of what its visitor decided about advertising. */
export const RecordConsent = z.strictObject({
  id: z.uuid().describe("random, made in the browser for this decision: sent again it is stored once"),
  visitor: z
    .uuid()
    .describe("random, made in the browser at its first decision; says nothing about a person or device"),
  decision: z.enum(DECISIONS).describe("withdrawn: rejected after it was granted"),
  textVersion: z
    .string()
    .regex(/^[\w.-]{1,20}$/)
    .describe("the version of the question that was shown"),
  language: z.enum(["en", "es"]).describe("the language of the question"),
});
export type RecordConsent = z.infer<typeof RecordConsent>;

export const Recorded = z.object({
  recorded: z.boolean().describe("false when a decision of this id was stored before"),
});

/** A decision of the log. */
export type ListedConsent = {
  n: number;
  at: string;
  visitor: string;
  decision: Decision;
  text_version: string;
  language: "en" | "es";
  site_tag: string;
  /** The version of the privacy policy that was shown, and since when it was; null before versions were kept. */
  privacy_version: string | null;
  privacy_at: string | null;
  /** How many bookings were made under it. */
  bookings: number;
};

export const EVENT_STATES = ["queued", "sent", "failed", "withheld"] as const;
export type EventState = (typeof EVENT_STATES)[number];

/** An event for Meta as the admin lists it. */
export type ListedEvent = {
  id: string;
  created_at: string;
  sent_at: string | null;
  kind: string;
  event_id: string;
  status: EventState;
  attempts: number;
  last_error: string | null;
  booking_id: string;
  reference: string;
  /** Null when what is stored of it can't be read. */
  money: Money | null;
};

/** What the log of consents is filtered by. */
export type ConsentFilter = { decision: Decision | null; language: "en" | "es" | null };

/** An event as stored and sent, but for whom it is about: that is read when it is sent (Conversions API, "Server Event"). */
export const StoredEvent = z.object({
  event_name: z.literal("Purchase"),
  event_time: z.int(),
  event_id: z.string(),
  action_source: z.literal("website"),
  event_source_url: z.url(),
  custom_data: z.object({ value: z.number(), currency: z.string() }),
});
export type StoredEvent = z.infer<typeof StoredEvent>;

/** The envelope of an error of Meta's Graph API ("Handling Errors"); parts that aren't as documented are ignored. */
export const MetaError = z.object({
  error: z.object({
    message: z.string().nullable().catch(null),
    code: z.int().nullable().catch(null),
    is_transient: z.boolean().catch(false),
  }),
});
export type MetaError = z.infer<typeof MetaError>;
