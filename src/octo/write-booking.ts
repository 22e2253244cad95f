import type { Resale, ResaleContact, ResalePerson } from "#src/modules/programs/resellers/schema.ts";
import type { ContactBody, UnitItems } from "#src/octo/shapes.ts";
import { OPTION, UNIT } from "#src/octo/shapes.ts";
import { type availabilityOf, utc } from "#src/octo/write-availability.ts";
import { partsOf, pricingOf } from "#src/octo/write-pricing.ts";
import { DELIVERY_METHODS, type productOf } from "#src/octo/write-product.ts";

const STATUSES = {
  on_hold: "ON_HOLD",
  confirmed: "CONFIRMED",
  expired: "EXPIRED",
  cancelled: "CANCELLED",
  redeemed: "REDEEMED",
} as const satisfies Record<Resale["status"], string>;
const REFUNDS = { full: "FULL", partial: "PARTIAL", none: "NONE" } as const;

/** What was sold, as a booking is written with it; `night` null where it can't be read any more. */
type Sold = {
  product: ReturnType<typeof productOf>;
  night: ReturnType<typeof availabilityOf> | null;
  isPriced: boolean;
  /** by a key that keeps no places: what a site sells before it opens does keep them */
  isTrial: boolean;
};

/** A resale as OCTO's booking, with its product, option and availability in it. */
export function bookingOf(resale: Resale, { product, night, isPriced, isTrial }: Sold) {
  const option = product.options[0]!;
  const pricing = pricingOf({ retail: resale.total, original: resale.total, net: resale.net });
  const parts = isPriced && resale.people.length > 0 ? partsOf(pricing, resale.people.length) : [];
  const { cancellation } = resale;
  return {
    id: resale.id,
    uuid: resale.uuid,
    testMode: isTrial,
    resellerReference: resale.reseller_reference,
    supplierReference: resale.reference,
    status: STATUSES[resale.status],
    utcCreatedAt: instant(resale.created_at),
    utcUpdatedAt: instant(resale.updated_at),
    utcExpiresAt: orNull(resale.expires_at),
    utcRedeemedAt: orNull(resale.redeemed_at),
    utcConfirmedAt: orNull(resale.confirmed_at),
    productId: product.id,
    product,
    optionId: OPTION,
    option,
    cancellable: resale.cancellable,
    cancellation: cancellation && {
      refund: REFUNDS[cancellation.refund],
      reason: cancellation.reason,
      utcCancelledAt: instant(cancellation.at),
    },
    freesale: false,
    availabilityId: resale.departure_id,
    availability: night,
    contact: contactOf(resale.contact),
    notes: resale.notes,
    deliveryMethods: DELIVERY_METHODS,
    voucher: ticketOf(resale.voucher, resale.redeemed_at),
    unitItems: resale.people.map((person, at) => ({
      uuid: person.uuid,
      resellerReference: person.reseller_reference,
      supplierReference: null,
      unitId: UNIT,
      unit: option.units[0]!,
      status: STATUSES[person.status],
      utcRedeemedAt: orNull(person.redeemed_at),
      contact: contactOf(person.contact),
      ticket: ticketOf(person.ticket, person.redeemed_at),
      ...(isPriced ? { pricing: parts[at]! } : {}),
    })),
    ...(isPriced ? { pricing } : {}),
  };
}

const instant = (iso: string): string => utc(new Date(iso));
const orNull = (iso: string | null): string | null => iso && instant(iso);

/** A code that our door accepts; before it is confirmed there is none yet. */
const ticketOf = (code: string | null, redeemedAt: string | null) => ({
  redemptionMethod: "DIGITAL",
  utcRedeemedAt: orNull(redeemedAt),
  deliveryOptions: code === null ? [] : [{ deliveryFormat: "QRCODE", deliveryValue: code }],
});

const contactOf = (contact: ResaleContact) => ({
  fullName: contact.full_name,
  firstName: contact.first_name,
  lastName: contact.last_name,
  emailAddress: contact.email,
  phoneNumber: contact.phone,
  locales: contact.locales,
  postalCode: contact.postal_code,
  country: contact.country,
  notes: contact.notes,
});

/** A contact as it was sent: what isn't named is left out, and stays as it is. */
export function contactFrom(sent: ContactBody | null | undefined): Partial<ResaleContact> | undefined {
  if (!sent) return undefined;
  const fields = {
    full_name: sent.fullName,
    first_name: sent.firstName,
    last_name: sent.lastName,
    email: sent.emailAddress,
    phone: sent.phoneNumber,
    locales: sent.locales ?? undefined,
    postal_code: sent.postalCode,
    country: sent.country,
    notes: sent.notes,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The people of a list of unit items, one for each. */
export const peopleFrom = (items: UnitItems): ResalePerson[] =>
  items.map(({ uuid, resellerReference, contact }) => ({
    ...(uuid ? { uuid } : {}),
    ...(resellerReference === undefined ? {} : { reseller_reference: resellerReference }),
    ...(contact ? { contact: contactFrom(contact) } : {}),
  }));
