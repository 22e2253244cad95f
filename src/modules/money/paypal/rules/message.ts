import type { Message } from "#src/modules/money/paypal/schema.ts";
import type { EventTopic, ProviderEvent } from "#src/platform/payment-provider.server.ts";

const TOPICS: [RegExp, EventTopic][] = [
  [/^CHECKOUT\.(ORDER|PAYMENT-APPROVAL)\./, "payment"],
  [/^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|DENIED|DECLINED)$/, "payment"],
  [/^PAYMENT\.CAPTURE\.(REFUNDED|REVERSED)$/, "refund"],
  [/^PAYMENT\.REFUND\./, "refund"],
  [/^CUSTOMER\.DISPUTE\./, "dispute"],
];

const topicOf = (type: string): EventTopic => TOPICS.find(([form]) => form.test(type))?.[1] ?? "other";

/** A PayPal message as a provider event: its topic, and the references that find the payment. */
export function eventOf({ id, event_type: type, resource }: Message): ProviderEvent {
  const topic = topicOf(type);
  const refs =
    topic === "payment" && type.startsWith("CHECKOUT.") ? orderRefs(resource) : namesIn(type, resource, topic);
  return { eventId: id, type, topic, refs };
}

type Resource = Message["resource"];

/** A message about an order carries the order; one about a withdrawn approval only its id. */
const orderRefs = ({ id, order_id }: Resource): ProviderEvent["refs"] => ({ externalId: order_id ?? id });

function namesIn(type: string, resource: Resource, topic: EventTopic): ProviderEvent["refs"] {
  const related = resource.supplementary_data?.related_ids;
  const externalId = related?.order_id ?? linked(resource, /\/v2\/checkout\/orders\/([A-Z0-9]+)$/);
  if (topic === "payment") return { externalId, chargeId: resource.id };
  if (topic === "refund") {
    const capture = related?.capture_id ?? linked(resource, /\/v2\/payments\/captures\/([A-Z0-9]+)$/);
    // a reversed capture is the resource itself, a refund is a separate one
    return { externalId, chargeId: capture ?? (type.startsWith("PAYMENT.CAPTURE.") ? resource.id : undefined) };
  }
  if (topic === "dispute")
    return { chargeId: resource.disputed_transactions[0]?.seller_transaction_id, disputeId: resource.dispute_id };
  return {};
}

const linked = ({ links }: Resource, form: RegExp): string | undefined =>
  links.map(({ href }) => form.exec(href)?.[1]).find((name) => name !== undefined);

/** The headers of PayPal's signature. */
const HEADERS = {
  id: "paypal-transmission-id",
  time: "paypal-transmission-time",
  signature: "paypal-transmission-sig",
  certificate: "paypal-cert-url",
  algorithm: "paypal-auth-algo",
} as const;

/** The signature headers of a message: when it was sent, the signature, and the certificate to verify it. */
export type Claim = { id: string; time: string; signature: string; certificateUrl: string };

const OLDEST_MS = (3 * 24 + 1) * 3_600_000; // PayPal tries for three days
const AHEAD_MS = 5 * 60_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The claim of a message worth verifying: complete, signed with the one supported algorithm, and of a plausible time. */
export function claimOf(headers: { get: (name: string) => string | null }, now: Date): Claim | null {
  const [id, time, signature, certificateUrl] = [
    headers.get(HEADERS.id),
    headers.get(HEADERS.time),
    headers.get(HEADERS.signature),
    headers.get(HEADERS.certificate),
  ];
  if (!id || !time || !signature || !certificateUrl || !TIME.test(time)) return null;
  if (headers.get(HEADERS.algorithm)?.toUpperCase() !== "SHA256WITHRSA") return null;
  const age = now.getTime() - Date.parse(time);
  if (!(age <= OLDEST_MS && age >= -AHEAD_MS)) return null;
  return { id, time, signature, certificateUrl };
}

const CERTIFICATE_ORIGINS: readonly string[] = ["https://api.paypal.com", "https://api.sandbox.paypal.com"];
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[\w.-]+$/;

/**
 * The URL a certificate may be fetched from: PayPal's, or `apiOrigin` if an operator has set another API address (null if not).
 * Otherwise a stranger could choose what this server calls, and whose signature it trusts. Null if not allowed.
 */
export function certificateAddress(address: string, apiOrigin: string | null): string | null {
  const url = URL.parse(address);
  if (!url || url.search || url.hash || url.username || url.password) return null;
  const trusted = CERTIFICATE_ORIGINS.includes(url.origin) || url.origin === apiOrigin;
  return trusted && CERTIFICATE_PATH.test(url.pathname) ? url.href : null;
}
