import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EMAILED } from "#src/modules/mail/notifications/kinds/every-kind.server.ts";
import type { DomainEvent, Handler } from "#src/platform/context.server.ts";

// `npm run types` judges this file: each marked line must not compile.
const hearsBooking: Handler<"booking.confirmed"> = (_ctx, _tx, { bookingId }) => {
  expect(bookingId).toBe("b");
  return Promise.resolve();
};

test("a handler stands only under an event that tells what it reads", async () => {
  const fits: Handler<"booking.confirmed"> = hearsBooking;
  await fits({} as never, {} as never, { bookingId: "b", partnerId: null });
  // @ts-expect-error the event of a statement tells of no booking
  const isOfAnother: Handler<"statement.closed"> = hearsBooking;
  // @ts-expect-error no module publishes such an event
  const isUnknown: DomainEvent = { name: "booking.lost", payload: { bookingId: "b" } };
  // @ts-expect-error it lacks the refund
  const lacksFact: DomainEvent = { name: "refund.succeeded", payload: { bookingId: "b" } };
  expect([isOfAnother, isUnknown, lacksFact]).toHaveLength(3);
});

test("whoever else listens to an event that emails answer, the emails do too", () => {
  const wiring = readFileSync("src/wiring.ts", "utf8").replaceAll(/\s+/g, " ");
  for (const name of Object.keys(EMAILED)) {
    const line = new RegExp(`"${name}": ([^;]*?),(?= //| "[\\w.]+":| })`).exec(
      wiring.replaceAll(/EMAILED\["([\w.]+)"\]/g, "EMAILED($1)"),
    )?.[0];
    if (line) expect(line).toContain(`EMAILED(${name})`);
  }
});
