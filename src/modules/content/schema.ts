import { z } from "zod";
import { SECTION_KEYS } from "#src/modules/content/rules/home-fields.ts";

const text = z.string().trim().min(1).optional().catch(undefined);
const needed = z.string().trim().min(1);
const titled = z.object({ title: text, description: text }).catch({});

/** A list's items; those missing a required field are dropped. */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item.nullable().catch(null))
    .catch([])
    .transform((items) => items.filter((one) => one !== null));

/** A path of this site or an external page; anything else (`#`, `javascript:`) is dropped. */
const link = z
  .string()
  .trim()
  .regex(/^(\/(?![/\\])|https:\/\/)/)
  .optional()
  .catch(undefined);

/** A picture of this site: pages may load none from other hosts, so that one is dropped and the page shows its own. */
export const OwnPicture = z
  .string()
  .trim()
  .regex(/^\/(pictures|uploads)\/[\w.-]{1,100}$/);
const picture = OwnPicture.optional().catch(undefined);

const event = z.object({ title: needed, subtitle: text, date: text, time: text, backgroundImage: picture, link });
const stop = z.object({ time: needed, title: needed, description: text, badge: text });
const testimonial = z.object({ text: needed, author: needed, country: text });

const sections = {
  hero: z.object({ title: text, subtitle: text, backgroundImage: picture, imageAlt: text }),
  infoBar: z.object({ price: text, drinks: text, venues: text, people: text }),
  expect: z.object({ title: text, description: text }),
  features: z.object({ drinks: titled, venues: titled, guides: titled, games: titled }),
  route: z.object({ title: text, disclaimer: text, stops: list(stop) }),
  testimonials: z.object({ items: list(testimonial) }),
  footer: z.object({
    description: text,
    email: text,
    phone: text,
    facebook: text,
    instagram: text,
    twitter: text,
  }),
  events: z.object({ title: text, items: list(event) }),
} as const;

/**
 * The home page's stored texts, by the spec's section keys (section 3, HomePageContent), in one language. Empty or invalid fields
 * are missing: the page uses its own text there.
 */
export const HomeContent = z.object({
  hero: sections.hero.catch({}),
  infoBar: sections.infoBar.catch({}),
  expect: sections.expect.catch({}),
  features: sections.features,
  route: sections.route,
  testimonials: sections.testimonials,
  footer: sections.footer.catch({}),
  events: sections.events,
});
export type HomeContent = z.infer<typeof HomeContent>;

/** A gallery picture; `alt` is in the page's language, empty when not written. */
export type GalleryImage = { id: string; src: string; alt: string };

/** A post to show: its URL and caption. */
export type InstagramPost = { id: string; link: string; caption: string };

const values = z.record(z.string().max(40), z.string().max(5000));
const sectionKey = z.enum(SECTION_KEYS);
const json = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .string()
    .max(400_000)
    .transform((written, asked): unknown => {
      try {
        return JSON.parse(written);
      } catch {
        asked.addIssue({ code: "custom", message: "no JSON" });
        return z.NEVER;
      }
    })
    .pipe(shape);

/** What the editor of the home page posts. Texts are checked field by field in rules/home-errors.ts. */
export const HomeAct = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    sections: json(
      z
        .array(
          z.object({
            key: sectionKey,
            version: z.number().int(),
            draft: z.object({ texts: values, items: z.array(values).max(50) }),
          }),
        )
        .max(SECTION_KEYS.length),
    ),
  }),
  z.object({
    intent: z.literal("publish"),
    versions: json(z.partialRecord(sectionKey, z.number().int())),
    note: z
      .string()
      .max(1000)
      .transform((note) =>
        note
          .replaceAll(/[\p{Cc}\s]+/gu, " ")
          .trim()
          .slice(0, 200),
      ),
  }),
  z.object({ intent: z.literal("discard") }),
  z.object({ intent: z.literal("restore"), id: z.string().max(60) }),
  z.object({ intent: z.literal("share") }),
]);
export type HomeAct = z.infer<typeof HomeAct>;
