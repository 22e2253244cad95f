import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { CheckoutRefused } from "#src/modules/sales/booking/components/checkout-refused.tsx";

const night = {
  id: "b",
  date: "2026-11-27",
  start_time: "20:00",
  price_per_person: { amount_minor: 40_000, currency: "MXN" as const },
  crawl: null,
  external_booking_link: null,
};
const instead = { id: "a", title: "Ronda", city: "Oaxaca", date: "2026-11-21", today: "2026-11-18", nights: [night] };

async function links(people: number | null, lapsed: string | null = null) {
  const page = (
    <CheckoutRefused reason="sold_out" link={null} left={1} people={people} lapsed={lapsed} instead={instead} />
  );
  const Stub = createRoutesStub([{ path: "/", Component: () => page }]);
  const html = renderToStaticMarkup(
    <PageTexts value={await i18nFor("en")}>
      <Stub initialEntries={["/"]} />
    </PageTexts>,
  );
  return Array.from(html.matchAll(/<a [^>]*href="([^"]*)"/g), ([, to]) => to!.replaceAll("&amp;", "&"));
}

test("a sold-out night keeps for how many in every way on", async () => {
  expect(await links(5, "a")).toEqual([
    "/checkout?departure=a&people=5",
    "/checkout?departure=b&people=5",
    "/waiting-list?departure=a&people=5",
    "/#booking",
  ]);
  // nobody said how many
  expect(await links(null)).toEqual(["/checkout?departure=b", "/waiting-list?departure=a", "/#booking"]);
});
