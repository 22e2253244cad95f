import { z } from "zod";
import type { Doubt } from "#src/modules/evening/door/rules/night-hours.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";

/** Most events of one upload. */
const MOST_EVENTS = 500;

/**
 * What a device did at the door, as it made it. `in` lets a ticket's holder in, `undo` takes an `in` back, `id_seen` adds to an
 * `in` that proof of age was seen, `deny` notes who was turned away. Sending one again changes nothing.
 */
export const DoorEvent = z
  .strictObject({
    id: z.uuid().describe("made by the device"),
    kind: z.enum(["in", "undo", "deny", "id_seen"]),
    departure_id: z.uuid().describe("the night whose door it was"),
    ticket_id: z.uuid().nullable().describe("null only where no ticket was recognized"),
    of_event: z.uuid().nullable().describe("the `in` event that an `undo` or `id_seen` belongs to; else null"),
    device_at: z.iso.datetime().describe("by the device's own clock"),
    offline: z
      .boolean()
      .describe("false asks: an `in` is refused unless the ticket admits. true tells: the guest is inside already"),
    way: z.enum(["scan", "code", "list", "sale"]),
    reason: z.string().max(200),
  })
  .refine(({ kind, of_event }) => (kind === "undo" || kind === "id_seen") === (of_event !== null), {
    path: ["of_event"],
  })
  .refine(({ kind, ticket_id }) => kind !== "in" || ticket_id !== null, { path: ["ticket_id"] })
  .meta({ id: "DoorEvent" });
export type DoorEvent = z.infer<typeof DoorEvent>;

/** An entry of a ticket: who let its holder in, on which device, and when (ISO, server's clock). */
export const EntryShape = z.strictObject({
  event: z.uuid(),
  at: z.iso.datetime(),
  by: z.string().describe("the first name of whoever did it; empty where the account is gone"),
  device: z.string().describe("the device's name; empty for the admin"),
  id_seen: z.boolean(),
});
export type Entry = z.infer<typeof EntryShape>;

/** The answer to one event. `known`: it was stored before. */
export const EventAnswer = z.strictObject({
  id: z.uuid(),
  result: z.enum(["stored", "known", "double", "refused"]),
  verdict: z
    .enum(["already_in", "no_place", "wrong_night", "not_genuine"])
    .nullable()
    .describe("why an `in` that asked was refused"),
  reason: z.string().nullable().describe("the verdict's reason, as in the scanner's texts"),
  entry: EntryShape.nullable().describe("the entry that counts, where there is one"),
  night: z
    .strictObject({
      id: z.uuid(),
      date: z.iso.date(),
      start: z.string().describe("HH:MM by the night's clock"),
      title: z.string(),
      title_es: z.string().nullable(),
    })
    .optional()
    .describe("where the ticket belongs, when that is another night than the one at whose door it was shown"),
});
export type EventAnswer = z.infer<typeof EventAnswer>;

/** A ticket whose entry changed: its open entry now, or null. */
export const TicketChange = z.strictObject({ ticket_id: z.uuid(), entry: EntryShape.nullable() });
export type TicketChange = z.infer<typeof TicketChange>;

/** An event that can't be read: it is refused, so that a phone's later ones aren't held up by it. */
const UnreadableEvent = z.looseObject({ id: z.uuid() }).transform(({ id }) => ({ id, unreadable: true as const }));

export const SyncInput = z.strictObject({
  sent_at: z.iso.datetime().describe("the device's clock when it sent this"),
  departure_ids: z.array(z.uuid()).max(50).describe("whose entries are wanted"),
  since: z.string().max(40).nullable().describe("`cursor` of the last answer; null: all entries"),
  events: z.array(z.union([DoorEvent, UnreadableEvent])).max(MOST_EVENTS),
});
export type SyncInput = z.infer<typeof SyncInput>;

/** The answer to an upload: one answer per event, in order, and what else has changed. */
export const SyncAnswer = z
  .strictObject({
    now: z.iso.datetime().describe("the server's clock"),
    cursor: z.string(),
    answers: z.array(EventAnswer),
    changes: z.array(TicketChange).describe("empty for a revoked device, which may still hand over what it has"),
    list_version: z.string().describe("differs from the list's `version` when the list should be loaded again"),
    revoked: z.boolean(),
  })
  .meta({ id: "DoorSync" });
export type SyncAnswer = z.infer<typeof SyncAnswer>;

/** A phone's name, as its owner types it. */
const PhoneName = z.string("errors.name").overwrite(toOneLine).min(1, "errors.name").max(40, "errors.tooLong");
export const RegisterDevice = z.object({ name: PhoneName });
export type DeviceName = z.infer<typeof RegisterDevice>;

export const RenameDevice = z.object({ id: z.uuid(), name: PhoneName });
export type RenameDevice = z.infer<typeof RenameDevice>;

/** A ticket's holder goes in, or an entry is taken back, from the admin. `key` is made with the form. */
export const EnterGuest = z.object({ key: z.uuid(), ticket_id: z.uuid(), departure_id: z.uuid() });
export type EnterGuest = z.infer<typeof EnterGuest>;
export const UndoEntry = z.object({
  key: z.uuid(),
  entry: z.uuid().describe("the id of the event"),
  reason: z.string().overwrite(toOneLine).min(1, "errors.invalid").max(200, "errors.tooLong"),
});
export type UndoEntry = z.infer<typeof UndoEntry>;

/** A booking to move to a departure of tonight; `people` as the guide was shown. */
export const MoveToTonight = z.object({
  booking_id: z.uuid(),
  departure_id: z.uuid(),
  people: z.coerce.number().int().min(1),
});
export type MoveToTonight = z.infer<typeof MoveToTonight>;

/** A booking of a night near, found by a code, its whole email address or phone number. */
export type FoundBooking = Pick<DoorGuest, "id" | "reference" | "name" | "people" | "language" | "note" | "state"> & {
  departure: { id: string; title: string; city: string; date: string; start: string };
};

/** A phone of the door. `clock`: by how many minutes its clock is ahead, 0 where it is right. */
export type DoorDevice = {
  id: string;
  name: string;
  owner: string;
  isOwn: boolean;
  since: string;
  seen: string;
  clock: number;
  /** since when it counts no more; an empty text where its owner may not record check-ins any more */
  revoked: string | null;
  /** places that it holds for selling offline */
  places: number;
};

/**
 * What an entry that has happened differs in from what the booking says, or why it is doubted: for the operator to look at. Until
 * somebody has, no partner earns by it.
 */
export type Concern = "cancelled" | "unpaid" | "void" | "other_night" | "revoked_device" | Doubt;

/**
 * An entry to look at: of a ticket that was in already (`first` is the one that counts), or against what its booking says.
 * `moved_since`: it was right, became known after the booking was moved to another night, and doesn't count there.
 */
export type DoorAlert = {
  id: string;
  concern: Concern | "moved_since" | null;
  guest: string;
  reference: string;
  booking_id: string;
  night: { title: string; date: string; start: string };
  zone: string;
  at: string;
  by: string;
  device: string;
  first: { at: string; by: string; device: string } | null;
};

/** What a phone gets once: its id, and the secret that it uploads with. */
export type NewDevice = { id: string; name: string; secret: string };

/** One ticket of the list on a phone. `in`: its open entry; `replaced`: its guest has another one. */
export type DoorTicket = { id: string; code: string; name: string; void?: true; replaced?: true; in?: Entry };

/** A party on the list: names, size, language and notes, nothing that a guide may not see (rule door-6). */
export type DoorGuest = {
  /** the booking's id */
  id: string;
  reference: string;
  name: string;
  people: number;
  language: "en" | "es";
  note: string;
  state: "confirmed" | "pending" | "cancelled" | "refunded" | "lapsed";
  /** a practice booking: let in with a word where the business practices, never where it sells for real */
  practice?: "valid" | "invalid";
  /** when a pending booking's hold lapses, or a cancelled one ended; ISO */
  until?: string;
  /** first bytes of the salted hash of the email address, so that a whole address finds its booking offline */
  mail: string;
  /** what is left of the phone number (`restOf`), so that a whole number finds its booking offline; absent where there is none */
  rest?: number;
  tickets: DoorTicket[];
};

/** The guest lists of tonight and the nights around it, and what is needed to check tickets without the server. */
export type DoorList = {
  version: string;
  now: string;
  salt: string;
  /** public keys as JWK's `x` (base64url of 32 bytes), by key id */
  keys: Record<string, string>;
  departures: {
    id: string;
    title: string;
    city: string;
    date: string;
    start: string;
    starts_at: string;
    ends_at: string;
    zone: string;
    cancelled: boolean;
    total: number;
    free: number;
    /** until when guests can book it themselves; null where they can't at all */
    on_sale_until: string | null;
    /** whether it is one of tonight's */
    tonight: boolean;
    /** whether the list's reader has accepted guiding it */
    own?: true;
    guests: DoorGuest[];
  }[];
};
