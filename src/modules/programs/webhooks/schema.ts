import { z } from "zod";
import { toOneLine } from "#src/kernel/plain-text.ts";
import { EVENT_TYPES, type EventType, type MessageType } from "#src/modules/programs/webhooks/rules/event-types.ts";
import { areOwnHeaders } from "#src/modules/programs/webhooks/rules/own-headers.ts";
import { type Topic, TOPIC_NAMES } from "#src/modules/programs/webhooks/rules/topics.ts";

/** An address to which messages may be sent: `https`, or `http` where a setting allows it, without a name and a password in it. */
function isAddress(typed: string): boolean {
  const url = URL.parse(typed);
  return (
    // `https:a` is read as `https://a/`, and is shorter than an address is stored
    url !== null && /^https?:\/\//i.test(typed) && url.username === "" && url.password === "" && url.hash === ""
  );
}

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
/** What was checked of several boxes of one name; a form has one, none or many. */
const several = <T extends z.ZodType>(one: T) => z.array(one).max(200);

const url = z.string().overwrite(toOneLine).max(500, "errors.tooLong").refine(isAddress, "webhooks-admin.error.url");

/** An endpoint's form. */
export const EndpointFields = z.object({
  url,
  description: z.string().overwrite(toOneLine).max(120, "errors.tooLong"),
  types: several(z.enum(EVENT_TYPES))
    .min(1, "webhooks-admin.error.types")
    // in their own order, so that the same choice is the same value
    .transform((chosen): EventType[] => EVENT_TYPES.filter((type) => chosen.includes(type))),
  partner_id: z.union([z.uuid(), z.literal("")]).transform((id) => id || null),
  cities: several(z.string().regex(/^[a-z0-9-]{1,60}$/)).transform((ids) =>
    ids.length === 0 ? null : unique(ids).toSorted(),
  ),
});
export type EndpointFields = z.infer<typeof EndpointFields>;
/** Its fields in page order. */
export const ENDPOINT_FIELDS = ["url", "description", "types", "partner_id", "cities"] as const;

/** What a form of an endpoint says, boxes with one name as a list. */
export const endpointTyped = (form: FormData) => ({
  ...Object.fromEntries(form),
  types: form.getAll("types"),
  cities: form.getAll("cities"),
});

/** What a program subscribes to, and where it is told. `headers`: what messages carry besides ours, such as a password. */
export const SubscriptionFields = z.object({
  url,
  topics: z
    .array(z.enum(TOPIC_NAMES as [Topic, ...Topic[]]))
    .min(1)
    .max(20)
    .transform((chosen): Topic[] => TOPIC_NAMES.filter((topic) => chosen.includes(topic))),
  headers: z.record(z.string(), z.string()).refine(areOwnHeaders),
});
export type SubscriptionFields = z.infer<typeof SubscriptionFields>;

/** A subscription as its program sees it. */
export type Subscription = SubscriptionFields & { id: string };

/** Values of the form. */
export type EndpointValues = {
  url: string;
  description: string;
  types: readonly string[];
  partner_id: string;
  cities: readonly string[];
};

export const DELIVERY_STATES = ["queued", "delivered", "dead"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** How an endpoint does: `gone`: switched itself off by its answer; `partner_off`: its partner is switched off, and it is told nothing. */
export type EndpointState = "on" | "off" | "gone" | "failing" | "partner_off";

/** An endpoint as its list shows it; instants are ISO. */
export type ListedEndpoint = {
  id: string;
  url: string;
  description: string;
  /** null: the house's */
  partner: string | null;
  /** the name of the key whose program subscribed for itself */
  key: string | null;
  types: number;
  state: EndpointState;
  failingSince: string | null;
  queued: number;
  dead: number;
};

/** A message as the log shows it. `error`: why there was no answer, in a word of ours; `says`: what the network said. */
export type ListedDelivery = {
  n: string;
  id: string;
  type: MessageType;
  subject: string;
  at: string;
  state: DeliveryState;
  attempts: number;
  nextAt: string | null;
  lastAt: string | null;
  status: number | null;
  error: string | null;
  says: string;
  milliseconds: number | null;
};

/** What the form chooses from. */
export type EndpointChoices = {
  partners: readonly { id: string; name: string; isOn: boolean }[];
  cities: readonly { id: string; name: string }[];
};
