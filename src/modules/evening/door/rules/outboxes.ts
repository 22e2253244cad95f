/**
 * The outboxes of a phone of staff (ui/outbox/outbox.ts): entries at the door, sales offline, and what a guide did on the way
 * between the bars. All outlive a sign-out (components/forget-door.ts).
 */
export const OUTBOXES = { door: "outbox-door", sales: "outbox-sales", way: "outbox-way" } as const;

/** The fact of the sales' outbox that has the places of a night which a device may sell. */
export const placesOf = ({ device, departure }: { device: string; departure: string }): string =>
  `${device} ${departure}`;
