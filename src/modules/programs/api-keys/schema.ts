import { z } from "zod";
import { isDay } from "#src/kernel/local-time.ts";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { SITES } from "#src/kernel/site.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { SCOPE_NAMES, type Scope } from "#src/modules/base/identity/rules/scopes.ts";
import { type KeyState, OVERLAPS } from "#src/modules/programs/api-keys/rules/key-state.ts";

// Messages are message ids.

const message = (id: MessageId) => id;

/** A list of which nothing chosen means no limit. */
const orAll = <T>(list: z.ZodType<T[]>) => list.transform((chosen) => (chosen.length === 0 ? null : chosen));

const fields = {
  name: z
    .string(message("api-keys.error.name"))
    .overwrite(toOneLine)
    .min(1, message("api-keys.error.name"))
    .max(80, message("errors.tooLong")),
  scopes: z.array(z.enum(SCOPE_NAMES as [Scope, ...Scope[]])).min(1, message("api-keys.error.scopes")),
  sites: orAll(z.array(z.enum(SITES))),
  cities: orAll(z.array(z.string().max(100))),
  per_minute: z.coerce
    .number(message("api-keys.error.limit"))
    .pipe(
      z
        .int(message("api-keys.error.limit"))
        .min(1, message("api-keys.error.limit"))
        .max(100_000, message("api-keys.error.limit")),
    ),
  expires_on: z
    .string()
    .trim()
    .refine((day) => day === "" || isDay(day), message("api-keys.error.day"))
    .transform((day) => day || null),
};

/** The form of a new key. Without a partner it is the house's; without a site or a city it counts on all of them. */
export const MakeKey = z.object({
  ...fields,
  partner_id: z.union([z.literal(""), z.uuid()]).transform((id) => id || null),
  kind: z.enum(["live", "test"]),
});
export type MakeKey = z.infer<typeof MakeKey>;

export const ChangeKey = z.object({ ...fields, id: z.uuid(), version: z.coerce.number().int() });
export type ChangeKey = z.infer<typeof ChangeKey>;

const HOURS = OVERLAPS.map(String) as [string, ...string[]];
/** Rotates a key; `overlap` in hours. */
export const RotateKey = z.object({
  id: z.uuid(),
  overlap: z.enum(HOURS).transform((hours) => OVERLAPS.find((one) => String(one) === hours) ?? 0),
});

export const OneKey = z.object({ id: z.uuid() });

/** The fields of the forms, in their order. */
export const KEY_FIELDS = [
  "name",
  "partner_id",
  "kind",
  "scopes",
  "sites",
  "cities",
  "per_minute",
  "expires_on",
] as const;

/** What somebody typed into a form of a key. */
export type KeyFormValues = {
  name: string;
  partner_id: string;
  kind: string;
  scopes: string[];
  sites: string[];
  cities: string[];
  per_minute: string;
  expires_on: string;
};

/** One secret of a key, by the part of it that is shown. */
export type AdminSecret = { prefix: string; since: string; until: string | null; used: string | null };

/** A key as staff see it. Instants are ISO. */
export type AdminKey = {
  id: string;
  version: number;
  name: string;
  /** null: the house's */
  partner: { id: string; name: string } | null;
  /** a live key that may book, of a partner that may owe nothing: no booking of its is confirmed */
  cantSell: boolean;
  scopes: readonly string[];
  sites: readonly string[] | null;
  /** names in the viewer's language; null: all */
  cityNames: readonly string[] | null;
  test: boolean;
  perMinute: number;
  /** its last local day */
  expiresOn: string | null;
  state: KeyState;
  used: string | null;
  /** those that still count, the newest first; of a key that ended, its last */
  secrets: readonly AdminSecret[];
  formValues: KeyFormValues;
};

/** A key's whole text: shown once, because only its hash is kept. `oldUntil` (ISO): until when the one before goes on. */
export type NewSecret = { id: string; name: string; text: string; test: boolean; oldUntil: string | null };
