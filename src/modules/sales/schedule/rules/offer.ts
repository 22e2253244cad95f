import type { CrawlOffer, Departure } from "#src/modules/sales/schedule/schema.ts";

/** The next departure and lowest price among a crawl's departures, sorted by date; null when none is bookable. */
export function offerOf(departures: readonly Departure[]): CrawlOffer | null {
  const open = departures.filter((departure) => departure.is_available);
  const [next] = open;
  if (!next) return null;
  const price = (departure: Departure) => departure.price_per_person.amount_minor;
  const cheapest = open.reduce((best, one) => (price(one) < price(best) ? one : best));
  return {
    next: { date: next.date, start_time: next.start_time },
    from: cheapest.price_per_person,
    regular: cheapest.regular_price_per_person,
    onSale: cheapest.on_sale,
    varies: open.some((one) => price(one) > price(cheapest)),
  };
}
