/** A result of the command box: link, name, and a detail that tells it from others of that name. */
export type Hit = {
  id: string;
  kind: "booking" | "departure" | "crawl" | "customer" | "partner";
  path: string;
  title: string;
  detail: string;
  state: string;
};

type Hits = { bookings: Hit[]; departures: Hit[]; crawls: Hit[]; customers: Hit[]; partners: Hit[] };

/** Results per kind, best first. `similar`: nothing is spelled like the query, these are the nearest. */
export type Found = Hits & { similar: boolean };
