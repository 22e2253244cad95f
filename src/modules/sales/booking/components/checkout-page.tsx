import type { Route } from "#routes/public/+types/checkout.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { CheckoutFrame } from "#src/modules/sales/booking/components/checkout-frame.tsx";
import { CheckoutRefused } from "#src/modules/sales/booking/components/late-checkout-refused.tsx";
import { DetailsStep } from "#src/modules/sales/booking/components/details-step.tsx";
import { linesOfBooking } from "#src/modules/sales/booking/components/order-summary.tsx";
import { PayStep } from "#src/modules/sales/booking/components/pay-step.tsx";
import { viaParam } from "#src/modules/sales/booking/rules/referral.ts";
import { crawlInCity } from "#src/modules/site/catalog/rules/crawl.ts";

/** Controls of the pay step that say themselves why they are refused. */
const AT_CONTROL: ReadonlySet<string> = new Set(["credit_code", "email_code"]);

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { locale } = useText();
  if (loaderData.step === "empty" || loaderData.step === "refused") {
    const { instead } = loaderData;
    return (
      <CheckoutFrame step={0} crawl={instead && crawlInCity(instead.title, instead.city)} datePath="/#booking-section">
        <CheckoutRefused {...loaderData} />
      </CheckoutFrame>
    );
  }
  const offline = actionData && "offline" in actionData;
  const formError = offline
    ? { id: "main", message: "booking-checkout.offline" as const }
    : (actionData?.refusal ?? null);
  if (loaderData.step === "details")
    return (
      <CheckoutFrame
        step={1}
        crawl={crawlInCity(loaderData.offer.crawl_title, loaderData.offer.city)}
        datePath={loaderData.datePath}
      >
        <DetailsStep
          key={`${loaderData.offer.departure_id} ${loaderData.frozen} ${locale}`}
          {...loaderData}
          answer={actionData?.answer ?? undefined}
          formError={formError}
        />
      </CheckoutFrame>
    );
  const answeredAt = actionData && "at" in actionData ? actionData.at : 0;
  const { booking, referral } = loaderData;
  const crawl = crawlInCity(booking.departure.crawl_title, booking.departure.city);
  const departurePath = localizedPath(`/checkout?departure=${booking.departure.departure_id}`, locale);
  const detailsPath = booking.private
    ? `${departurePath}&booking=${booking.id}&step=details${viaParam(referral)}`
    : undefined;
  const own = booking.private;
  const guest =
    own && detailsPath
      ? { name: `${own.first_name} ${own.last_name}`.trim(), email: own.email, path: detailsPath }
      : null;
  const refused = actionData ? formError : loaderData.refused;
  return (
    <CheckoutFrame step={2} crawl={crawl} datePath={loaderData.datePath} detailsPath={detailsPath}>
      <PayStep
        {...loaderData}
        departureId={booking.departure.departure_id}
        crawl={crawl}
        departure={booking.departure}
        lines={linesOfBooking(booking)}
        total={booking.total}
        people={booking.number_of_people}
        alive={booking.hold_lives}
        own={own !== null}
        email={own?.email ?? null}
        guest={guest}
        refusal={AT_CONTROL.has(refused?.id ?? "") ? null : refused}
        creditRefusal={refused?.id === "credit_code" ? refused : null}
        codeRefusal={refused?.id === "email_code" ? { ...refused, at: answeredAt } : null}
        otherDate={`${localizedPath("/", locale)}#booking`}
      />
    </CheckoutFrame>
  );
}
