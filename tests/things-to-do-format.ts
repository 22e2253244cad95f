import { z } from "zod";

// The product feed of Google's “Things to do” as its documentation describes it: “Product feed”, “Feed proto bundle”
// (ext.travel.ttd.proto.feeds.v1) and “Sample JSON” under developers.google.com/actions-center/verticals/things-to-do, as of
// July 2025. Only what this product writes: a field that isn't here is one that nobody has looked up.

const Text = z.strictObject({ language_code: z.enum(["en", "es"]), text: z.string().min(1) });
const Localized = z
  .strictObject({ localized_texts: z.array(Text).min(1) })
  .refine(({ localized_texts: texts }) => new Set(texts.map((one) => one.language_code)).size === texts.length);

/** google.type.Money: whole units, and billionths of one. */
const Money = z.strictObject({
  currency_code: z.string().regex(/^[A-Z]{3}$/),
  units: z.int().min(0),
  nanos: z.int().min(0).max(999_999_999),
});

const Place = z.strictObject({
  place_info: z.strictObject({
    name: z.string().min(1),
    unstructured_address: z.string().min(1).optional(),
    phone_number: z.string().min(1).optional(),
    website_url: z.url().optional(),
  }),
});

const Feature = z.strictObject({
  feature_type: z.enum([
    "TEXT_FEATURE_INCLUSION",
    "TEXT_FEATURE_EXCLUSION",
    "TEXT_FEATURE_HIGHLIGHT",
    "TEXT_FEATURE_MUST_KNOW",
  ]),
  value: Localized,
});

const Option = z.strictObject({
  id: z.string().regex(/^[\w-]+$/),
  title: Localized,
  landing_page: z.strictObject({ url: z.url() }),
  landing_page_list_view: z.strictObject({ url: z.url() }).optional(),
  duration_sec: z.int().positive().optional(),
  cancellation_policy: z.strictObject({
    refund_conditions: z.array(
      z.strictObject({
        min_duration_before_start_time_sec: z.int().min(0),
        refund_percent: z.int().min(0).max(100),
      }),
    ),
  }),
  option_categories: z.array(z.strictObject({ label: z.string().min(1) })),
  related_locations: z.array(
    z.strictObject({
      location: z.strictObject({ location: Place }),
      relation_type: z.enum([
        "RELATION_TYPE_RELATED_NO_ADMISSION",
        "RELATION_TYPE_ADMISSION_TICKET",
        "RELATION_TYPE_SUPPLEMENTARY_ADDON",
      ]),
    }),
  ),
  price_options: z.array(z.strictObject({ id: z.string().min(1), title: z.string().min(1), price: Money })).min(1),
  meeting_point: z.strictObject({ location: Place, description: Localized }).optional(),
});

const Product = z.strictObject({
  id: z.string().regex(/^[\w-]+$/),
  title: Localized,
  description: Localized.optional(),
  rating: z.strictObject({ average_value: z.number().min(1).max(5), rating_count: z.int().positive() }).optional(),
  product_features: z.array(Feature),
  options: z.array(Option).min(1),
  related_media: z.array(z.strictObject({ url: z.url(), type: z.literal("MEDIA_TYPE_PHOTO") })),
  operator: z.strictObject({
    google_business_profile_name: Localized,
    locations: z.array(z.strictObject({ location: Place })).min(1),
  }),
  inventory_type: z.literal("INVENTORY_TYPE_DEFAULT"),
  confirmation_type: z.literal("CONFIRMATION_TYPE_INSTANT"),
  fulfillment_type: z.strictObject({ mobile: z.boolean(), print_at_home: z.boolean(), pickup: z.boolean() }),
});

/** A whole feed of one file. */
export const ThingsToDoFeed = z
  .strictObject({
    feed_metadata: z.strictObject({
      shard_id: z.literal(0),
      total_shards_count: z.literal(1),
      processing_instruction: z.literal("PROCESS_AS_SNAPSHOT"),
    }),
    products: z.array(Product),
  })
  .refine(({ products }) => new Set(products.map(({ id }) => id)).size === products.length);
