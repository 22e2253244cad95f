import { z } from "zod";
import { SECTION_KEYS } from "#src/modules/site/content/rules/home-fields.ts";
import { PAGES } from "#src/modules/site/content/rules/page-fields.ts";
import { toOneLine, toPlainText } from "#src/kernel/plain-text.ts";
import { SITES } from "#src/kernel/site.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { postLink } from "#src/modules/site/content/rules/instagram.ts";
import { jsonText } from "#src/kernel/json-text.ts";

const text = z.string().overwrite(toPlainText).min(1).optional().catch(undefined);
const needed = z.string().overwrite(toPlainText).min(1);
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
  .overwrite(toOneLine)
  .regex(/^(\/(?![/\\])|https:\/\/)/)
  .optional()
  .catch(undefined);

/** A picture of this site: pages may load none from other hosts, so that one is dropped and the page shows its own. */
export const OwnPicture = z
  .string()
  .overwrite(toOneLine)
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

/** A post to show: its URL and caption, and our picture of it (null where it has none). */
export type InstagramPost = { id: string; link: string; picture: string | null; caption: string };

const values = z.record(z.string().max(40), z.string().max(5000));
const note = z
  .string()
  .max(1000)
  .transform((written) => toOneLine(written).replaceAll(/\s+/g, " ").slice(0, 200));
const draftKey = z.enum([...SECTION_KEYS, ...PAGES]);
const json = <Shape extends z.ZodType>(shape: Shape) => jsonText(shape, 400_000);

/** The versions of the drafts that the person saw. */
const versions = json(z.partialRecord(draftKey, z.number().int()));
const section = z.object({
  key: draftKey,
  version: z.number().int(),
  draft: z.object({ texts: values, items: z.array(values).max(250) }),
});

/** What the editors of the home page and of plain pages post. Texts are checked field by field in rules/page-errors.ts. */
export const SaveDraft = z.object({ sections: json(z.array(section).max(SECTION_KEYS.length)) });
export const PublishDraft = z.object({ versions, note });
export const DiscardDraft = z.object({ versions });
export const RestoreVersion = z.object({ id: z.string().max(60), versions });

const message = (id: MessageId) => id;

/**
 * The form of an Instagram post: any link to one post, stored as its plain address, a picture of ours and its caption. Messages are
 * text ids.
 */
export const SavePost = z.strictObject({
  link: z
    .string()
    .overwrite(toOneLine)
    .transform((pasted, refinement) => {
      const address = postLink(pasted);
      if (address) return address;
      const wrong = pasted === "" ? "content-admin.error.linkMissing" : "content-admin.error.postLink";
      refinement.addIssue({ code: "custom", message: message(wrong) });
      return z.NEVER;
    }),
  picture: z
    .string()
    .overwrite(toOneLine)
    .refine((src) => src !== "", { message: message("content-admin.error.postPicture"), abort: true })
    .refine((src) => OwnPicture.safeParse(src).success, message("content-admin.error.picture")),
  caption: z.string().overwrite(toPlainText).max(2200, message("content-admin.error.caption")),
});
export type SavePost = z.infer<typeof SavePost>;
/** Its fields in page order. */
export const POST_FIELDS = ["link", "picture", "caption"] as const;

/** One line, also where somebody typed several. */
const alt = z
  .string()
  .overwrite((typed) => toOneLine(typed).replaceAll(/\s+/g, " "))
  .max(200, message("content-admin.error.alt"));

/** The form of a gallery's picture: what it shows, in both languages. Messages are text ids. */
export const DescribeImage = z
  .strictObject({ alt, alt_es: alt })
  .refine((both) => both.alt !== "" || both.alt_es === "", {
    path: ["alt"],
    message: message("content-admin.error.altEnglish"),
  });
export type DescribeImage = z.infer<typeof DescribeImage>;
/** Its fields in page order. */
export const IMAGE_FIELDS = ["alt", "alt_es"] as const;

/** An act on a post or picture, besides saving it. */
export const ItemAct = z.object({
  id: z.uuid(),
  active: z.stringbool().default(false),
  /** the id to stand behind; "" for the first place */
  after: z.union([z.uuid(), z.literal("")]).default(""),
});
export type ItemAct = z.infer<typeof ItemAct>;

/** Which post or picture a form saves, over which version; `undo` where it takes another save back. */
export const SavedItem = z.object({
  id: z.union([z.uuid(), z.literal("new")]),
  version: z.coerce.number().int().default(0),
  undo: z.literal("1").optional(),
});

/** The site whose gallery is edited, from the page's URL. */
export const AskedSite = z.enum(SITES);

/** A picture of the library that is added to a site's gallery, with what it shows. */
export const ChosenImage = z.object({
  site: AskedSite,
  src: OwnPicture,
  alt: alt.catch(""),
  alt_es: alt.catch(""),
});
export type ChosenImage = z.infer<typeof ChosenImage>;

/** An Instagram post as staff see it; `deleted` only where it is opened by its id. */
export type StaffPost = {
  id: string;
  link: string;
  /** "" where it has none. */
  picture: string;
  caption: string;
  is_active: boolean;
  version: number;
  deleted: boolean;
};

/** A gallery's picture as staff see it. `foreign`: on another host, so that no page shows it. */
export type StaffImage = {
  id: string;
  src: string;
  alt: string;
  alt_es: string;
  is_active: boolean;
  version: number;
  deleted: boolean;
  foreign: boolean;
};
