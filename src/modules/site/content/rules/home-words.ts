import type { MessageId } from "#src/locales/i18n.ts";
import type { Untranslated } from "#src/modules/site/content/rules/fields.ts";
import type { DraftKey } from "#src/modules/site/content/rules/home-fields.ts";
import { isPage } from "#src/modules/site/content/rules/page-fields.ts";
import type { HomePart } from "#src/modules/site/content/rules/home-layout.ts";

/** The sections in words, in the order of the editor's menu. */
export const SECTION_WORDS: Readonly<Record<DraftKey, MessageId>> = {
  hero: "content-admin.section.hero",
  infoBar: "content-admin.section.infoBar",
  events: "content-admin.section.events",
  expect: "content-admin.section.expect",
  features: "content-admin.section.features",
  route: "content-admin.section.route",
  testimonials: "content-admin.section.testimonials",
  footer: "content-admin.section.footer",
  layout: "content-admin.section.layout",
  about: "content-pages.page.about",
  faq: "content-pages.page.faq",
  terms: "content-pages.page.terms",
  privacy: "content-pages.page.privacy",
};

/** The parts of the page in words. */
export const PART_WORDS: Readonly<Record<HomePart, MessageId>> = {
  events: "content-admin.section.events",
  expect: "content-admin.section.expect",
  gallery: "content-admin.part.gallery",
  features: "content-admin.section.features",
  route: "content-admin.section.route",
  booking: "content-admin.part.booking",
  cities: "content-admin.part.cities",
  testimonials: "content-admin.section.testimonials",
  instagram: "content-admin.part.instagram",
};

/** The fields in words, by stored name without `_es`; items of one name in several sections by `<section>.<name>`. */
const FIELD_WORDS: Readonly<Record<string, MessageId>> = {
  title: "content-admin.field.title",
  subtitle: "content-admin.field.subtitle",
  imageAlt: "content-admin.field.imageAlt",
  backgroundImage: "content-admin.field.backgroundImage",
  price: "content-admin.field.price",
  drinks: "content-admin.field.drinks",
  venues: "content-admin.field.venues",
  people: "content-admin.field.people",
  date: "content-admin.field.date",
  time: "content-admin.field.time",
  link: "content-admin.field.link",
  description: "content-admin.field.description",
  "drinks.title": "content-admin.field.drinks.title",
  "drinks.description": "content-admin.field.drinks.description",
  "venues.title": "content-admin.field.venues.title",
  "venues.description": "content-admin.field.venues.description",
  "guides.title": "content-admin.field.guides.title",
  "guides.description": "content-admin.field.guides.description",
  "games.title": "content-admin.field.games.title",
  "games.description": "content-admin.field.games.description",
  disclaimer: "content-admin.field.disclaimer",
  badge: "content-admin.field.badge",
  text: "content-admin.field.text",
  author: "content-admin.field.author",
  country: "content-admin.field.country",
  email: "content-admin.field.email",
  phone: "content-admin.field.phone",
  facebook: "content-admin.field.facebook",
  instagram: "content-admin.field.instagram",
  twitter: "content-admin.field.twitter",
  order: "content-admin.field.order",
  hidden: "content-admin.field.hidden",
  lead: "content-pages.field.lead",
  routeTitle: "content-pages.field.routeTitle",
  routeNote: "content-pages.field.routeNote",
  kind: "content-pages.field.kind",
};

/** What fields of the same name are called on a plain page. */
const PAGE_FIELD_WORDS: Readonly<Record<string, MessageId>> = {
  text: "content-pages.field.text",
  description: "content-pages.field.description",
};

/** A field's label; `name` is its stored name, `of` what it belongs to. */
export function fieldWord(name: string, of?: DraftKey): MessageId {
  const field = name.replace(/_es$/, "");
  return (isPage(of) ? PAGE_FIELD_WORDS[field] : undefined) ?? FIELD_WORDS[field] ?? "content-admin.field.other";
}

/** An item of a section's list in words, with its `number` from 1. */
export const ITEM_WORDS: Partial<Record<DraftKey, MessageId>> = {
  events: "content-admin.item.event",
  route: "content-admin.item.stop",
  testimonials: "content-admin.item.testimonial",
  about: "content-pages.block",
  faq: "content-pages.block",
  terms: "content-pages.block",
  privacy: "content-pages.block",
};

/** What an untranslated text means for guests who read Spanish. */
export const UNTRANSLATED_WORDS: Readonly<Record<Untranslated, MessageId>> = {
  own: "content-admin.untranslated.own",
  hidden: "content-admin.untranslated.hidden",
  left_out: "content-admin.untranslated.leftOut",
  as_written: "content-admin.untranslated.asWritten",
  never: "content-admin.untranslated.never",
};
