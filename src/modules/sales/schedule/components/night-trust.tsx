import { Proof } from "#src/modules/site/catalog/components/proof.tsx";
import type { Booking } from "#src/modules/sales/schedule/components/use-booking.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

/** What speaks for the chosen night: its guides, its bars and what guests say of its crawl. */
export function NightTrust({ booking: { crawlOf, proof }, departure }: { booking: Booking; departure: Departure }) {
  const crawl = crawlOf(departure);
  if (!crawl || !proof) return null;
  const { rating, review_count: count, id } = crawl;
  return (
    <div className="mb-4 empty:hidden">
      <Proof
        proof={{
          rated: { rating, count, quote: proof.quotes[id] ?? null },
          // it stands among the facts above
          meeting: null,
          bars: proof.bars[id] ?? [],
          guides: proof.guides[departure.id] ?? [],
        }}
      />
    </div>
  );
}
