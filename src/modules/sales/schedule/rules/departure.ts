/** Cancelling is refunded until so many hours before the start (spec sections 4 and 9). */
export const REFUND_HOURS = 24;

/** The last instant at which cancelling is refunded. */
export const refundDeadline = (startsAt: Date): Date => new Date(startsAt.getTime() - REFUND_HOURS * 3_600_000);

/** Who sells a departure that isn't sold here, by the host of its link: `tickets.example`. */
export const sellerOf = (link: string): string => /^https?:\/\/(?:www\.)?([^/:?#]+)/.exec(link)?.[1] ?? link;
