import type { Rates } from "#src/kernel/money.ts";
import { type Locale, languageTag } from "#src/kernel/localized.ts";
import type { Text } from "#src/locales/i18n.ts";
import { crawlPriceIn } from "#src/modules/site/catalog/rules/price.ts";
import type { RouteStop } from "#src/modules/site/catalog/rules/proof.ts";
import type { PubCrawl } from "#src/modules/site/catalog/schema.ts";
import { cardOf } from "#src/modules/site/content/rules/cuts.ts";
import { REFUND_HOURS } from "#src/modules/sales/schedule/rules/departure.ts";
import { placesOf } from "#src/octo/read-place.ts";
import { OPTION, UNIT } from "#src/octo/shapes.ts";
import { CURRENCY, type NetOf, type Pricing, pricingOf } from "#src/octo/write-pricing.ts";

/** What a product is written from, besides its crawl. */
export type ProductFacts = {
  /** local times (HH:MM) at which its nights start: at least one; how many minutes they last */
  hours: { starts: readonly string[]; shortest: number; longest: number };
  mostPeople: number;
  route: readonly RouteStop[];
  meeting: string | null;
  /** what a place costs at the least; null: no night says so */
  least: Pricing | null;
};

/** How products are written: prices and texts only where they are asked for. */
export type Writing = {
  locale: Locale;
  origin: string;
  t: Text;
  isPriced: boolean;
  hasContent: boolean;
  rates: Rates;
  netOf: NetOf;
  faqs: readonly { question: string; answer: string }[];
  /** the local day, by which terms apply */
  today: string;
};

/** Legal drinking age in Mexico (spec section 9); OCTO wants a number for the other end as well. */
const AGES = { minAge: 18, maxAge: 120 };
export const DELIVERY_METHODS = ["VOUCHER", "TICKET"] as const;

/**
 * A crawl as OCTO's product: one option, one unit, fixed starts. `booked`: the price of one place where it is written as part of a
 * booking, instead of what it costs at least.
 */
export function productOf(crawl: PubCrawl, facts: ProductFacts, writing: Writing, booked: Pricing | null = null) {
  const content = writing.hasContent ? contentOf(crawl, facts, writing) : {};
  const priced = {
    defaultCurrency: CURRENCY,
    availableCurrencies: [CURRENCY],
    pricingPer: "UNIT",
  };
  return {
    id: crawl.id,
    internalName: crawl.title,
    reference: crawl.slug,
    locale: languageTag(writing.locale),
    timeZone: crawl.time_zone,
    allowFreesale: false,
    instantConfirmation: true,
    instantDelivery: true,
    availabilityRequired: true,
    availabilityType: "START_TIME",
    deliveryFormats: ["QRCODE"],
    deliveryMethods: DELIVERY_METHODS,
    redemptionMethod: "DIGITAL",
    options: [optionOf(crawl, facts, writing, booked)],
    ...(writing.isPriced ? priced : {}),
    ...content,
  };
}

/** The only option: a place on a night. */
function optionOf(crawl: PubCrawl, facts: ProductFacts, writing: Writing, booked: Pricing | null) {
  const { hours, mostPeople } = facts;
  const texts = {
    title: crawl.title,
    shortDescription: null,
    description: null,
    features: [],
    faqs: [],
    media: [],
    locations: [],
    categoryLabels: [],
    ...durationOf(facts),
    commentary: [],
  };
  return {
    id: OPTION,
    default: true,
    internalName: crawl.title,
    reference: null,
    availabilityLocalStartTimes: hours.starts,
    cancellationCutoff: `${REFUND_HOURS} hours`,
    cancellationCutoffAmount: REFUND_HOURS,
    cancellationCutoffUnit: "hour",
    requiredContactFields: ["firstName", "lastName", "emailAddress"],
    restrictions: { minUnits: 1, maxUnits: mostPeople },
    units: [unitOf(crawl, facts, writing, booked)],
    ...(writing.hasContent ? texts : {}),
  };
}

function unitOf(crawl: PubCrawl, { mostPeople, least }: ProductFacts, writing: Writing, booked: Pricing | null) {
  const { t } = writing;
  return {
    id: UNIT,
    internalName: UNIT,
    reference: null,
    type: "ADULT",
    restrictions: {
      ...AGES,
      idRequired: true,
      minQuantity: null,
      maxQuantity: mostPeople,
      paxCount: 1,
      accompaniedBy: [],
    },
    requiredContactFields: [],
    ...(writing.isPriced
      ? booked
        ? { pricing: [booked] }
        : { pricingFrom: [least ?? ownPrice(crawl, writing)] }
      : {}),
    ...(writing.hasContent
      ? { title: t("resellers-octo.unit"), shortDescription: t("resellers-octo.age"), features: [] }
      : {}),
  };
}

/** The crawl's own price: a night may have another. */
function ownPrice(crawl: PubCrawl, { rates, netOf, today }: Writing): Pricing {
  const { amount } = crawlPriceIn(crawl, CURRENCY, rates);
  const net = netOf({ crawl_id: crawl.id, date: today }, amount, 1);
  return pricingOf({ retail: amount, original: amount, net });
}

/** The texts of a crawl's public page. */
function contentOf(crawl: PubCrawl, facts: ProductFacts, { locale, origin, t, faqs }: Writing) {
  const card = cardOf(crawl.image, locale);
  const cover = {
    type: "image/jpeg",
    rel: "COVER",
    title: crawl.title,
    caption: crawl.image_alt || null,
    copyright: null,
  };
  const lines = (type: string, texts: readonly string[]) =>
    texts.map((shortDescription) => ({ shortDescription, type }));
  return {
    title: crawl.title,
    shortDescription: null,
    description: crawl.description || null,
    features: [
      ...lines("INCLUSION", crawl.includes),
      ...lines("EXCLUSION", crawl.excludes),
      ...lines("HIGHLIGHT", crawl.highlights),
      ...lines("PREBOOKING_INFORMATION", [t("resellers-octo.age")]),
      ...lines("PREARRIVAL_INFORMATION", facts.meeting ? [t("resellers-octo.meeting", { place: facts.meeting })] : []),
      ...lines("REDEMPTION_INSTRUCTION", [t("resellers-octo.redeem")]),
      ...lines("CANCELLATION_TERM", [t("resellers-octo.cancel", { hours: REFUND_HOURS })]),
    ],
    faqs,
    // OCTO knows JPEG and PNG alone, and the site's pictures are neither
    media: card ? [{ src: origin + card, ...cover }] : [],
    locations: placesOf(facts.route, crawl),
    categoryLabels: ["nightlife", "adults-only", "guided-tours", "walking-tours", "recurring-events"],
    ...durationOf(facts),
    commentary: ["en", "es"].map((language) => ({ format: "IN_PERSON", language })),
  };
}

const durationOf = ({ hours: { shortest, longest } }: ProductFacts) => ({
  durationMinutesFrom: shortest,
  durationMinutesTo: longest === shortest ? null : longest,
});

/** The supplier that a key sees: the operator. */
export const supplierOf = (
  { id, brand, contact }: { id: string; brand: string; contact: { email: string; phone: string } },
  { origin, endpoint, content }: { origin: string; endpoint: string; content: { description: string | null } | null },
) => ({
  id,
  name: brand,
  endpoint,
  contact: {
    website: origin,
    email: contact.email || null,
    telephone: e164(contact.phone),
    address: null,
  },
  ...(content
    ? {
        shortDescription: content.description,
        media: [
          {
            src: `${origin}/icon-512.png`,
            type: "image/png",
            rel: "LOGO",
            title: brand,
            caption: null,
            copyright: null,
          },
        ],
      }
    : {}),
});

/** A number that begins with its country, without what makes it readable; null for any other. */
const e164 = (phone: string): string | null => (phone.startsWith("+") ? `+${phone.replaceAll(/\D/g, "")}` : null);
