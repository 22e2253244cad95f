import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";

/** What a group comes for. */
export const OCCASIONS = ["birthday", "wedding", "company", "trip", "other"] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** So large a group may be that asks for a night. */
export const MOST_PEOPLE = 500;

/** What a guest asks for their group. Error messages are text ids; a city or a date that is empty is open. */
export const RequestGroup = z.strictObject({
  people: z.coerce
    .number("groups.error.people")
    .int("groups.error.people")
    .min(2, "groups.error.people")
    .max(MOST_PEOPLE, "groups.error.people"),
  city: z.string("groups.error.city").max(100, "groups.error.city"),
  date: z.union([z.literal(""), z.iso.date("groups.error.date")], "groups.error.date"),
  occasion: z.enum(OCCASIONS, "groups.error.occasion"),
  words: z.string({ error: "groups.error.words" }).overwrite(toPlainText).max(4000, "errors.tooLong"),
  name: z
    .string({ error: "errors.messageName" })
    .overwrite(toOneLine)
    .min(1, "errors.messageName")
    .max(120, "errors.tooLong"),
  email: z
    .string({ error: "errors.messageEmail" })
    .overwrite(toOneLine)
    .max(254, "errors.messageEmail")
    .pipe(z.email("errors.messageEmail")),
  phone: z.string({ error: "errors.tooLong" }).overwrite(toOneLine).max(40, "errors.tooLong"),
  language: z.enum(LOCALES, "errors.language"),
});
export type RequestGroup = z.infer<typeof RequestGroup>;

/** A request in the list; times are ISO instants, `city` is its name, null where it is none of ours. */
export type ListedRequest = {
  id: string;
  state: "new" | "closed";
  name: string;
  email: string;
  people: number;
  city: string | null;
  date: string | null;
  occasion: Occasion;
  at: string;
};

/** A request with everything that its guest wrote, and who closed it. */
export type OpenRequest = ListedRequest & {
  phone: string;
  language: string;
  words: string;
  closedAt: string | null;
  closedBy: string | null;
};
