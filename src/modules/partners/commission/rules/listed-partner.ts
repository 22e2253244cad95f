import type { Rate } from "#src/modules/partners/commission/rules/terms.ts";
import type { StatementState, Steps } from "#src/modules/partners/commission/rules/partner-list.ts";

/** Partners per page: few, because the chosen one's figures stand below the list. */
export const PARTNERS_PAGE = 15;

/**
 * A partner as the list shows it: its city (null: online), its terms now, `commission` in centavos, and how its statement of the month
 * before stands (null: it wasn't a partner yet).
 */
export type ListedPartner = {
  id: string;
  name: string;
  code: string;
  isActive: boolean;
  city: string | null;
  rate: Rate | null;
  visits: number;
  bookings: number;
  came: number;
  commission: number;
  statement: StatementState | null;
};

/** A booking that may be the partner's own: its night (2026-11-20), and the commission on it so far in centavos. */
type DoubtfulBooking = {
  id: string;
  reference: string;
  date: string;
  people: number;
  amount: number;
  doubts: string[];
};

/** A partner's way from scan to door. `ways` by QR code or campaign; `doubts`: bookings that may be its own; there may be more. */
export type PartnerFunnel = {
  id: string;
  name: string;
  code: string;
  isActive: boolean;
  steps: Steps;
  ways: (Steps & { id: string; placement: string })[];
  doubts: DoubtfulBooking[];
  moreDoubts: boolean;
};
