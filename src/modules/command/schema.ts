/** A result of the command box: link, name, and a detail that tells it from others of that name. */
export type Hit = {
  id: string;
  kind: "booking" | "departure" | "crawl" | "customer";
  path: string;
  title: string;
  detail: string;
  state: string;
};

/** Results per kind, best first. */
export type Found = { bookings: Hit[]; departures: Hit[]; crawls: Hit[]; customers: Hit[] };
