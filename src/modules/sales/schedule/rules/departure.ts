const DAY_MS = 24 * 3_600_000;

/** The last instant at which cancelling is refunded: 24 h before the start (spec sections 4 and 9). */
export const refundDeadline = (startsAt: Date): Date => new Date(startsAt.getTime() - DAY_MS);

/** Who sells a departure that isn't sold here, by the host of its link: `tickets.example`. */
export const sellerOf = (link: string): string => /^https?:\/\/(?:www\.)?([^/:?#]+)/.exec(link)?.[1] ?? link;
