/** Something that the command box found: where it is, what it is called, and what tells it from others of that name. */
export type Hit = {
  id: string;
  kind: "booking" | "departure" | "crawl" | "customer";
  path: string;
  title: string;
  detail: string;
  state: string;
};

/** What was found of each kind, best first. */
export type Found = { bookings: Hit[]; departures: Hit[]; crawls: Hit[]; customers: Hit[] };
