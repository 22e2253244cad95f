import { beforeAll, expect, test } from "vitest";
import { placeBooking } from "#src/modules/sales/booking/place-booking.server.ts";
import { findBooking } from "#src/modules/sales/booking/queries.server.ts";
import { bookedDepartureOf } from "#src/modules/evening/tickets/queries.server.ts";
import { freshDatabase } from "#tests/database.ts";
import { addCrawl, addDeparture, bookingInput, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
beforeAll(() => seedMinimal(database.services.db));

test("a departure that is sold as the default crawl is called so on its page and on its tickets alike", async () => {
  const { db } = database.services;
  const gone = await addCrawl(db, { title: "Ronda Closed", is_active: false });
  const placed = await placeBooking(database.ctx(), bookingInput(await addDeparture(db, gone)), "sold-as-default");
  if (!placed.ok) throw new Error(placed.reason);
  const page = await findBooking(database.ctx(), placed.booking.id, placed.booking.access_token);
  const ticket = await bookedDepartureOf(database.services, placed.booking.id);
  expect(page?.departure.crawl_title).toBe("Ronda Test");
  expect(ticket?.title).toBe("Ronda Test");
});
