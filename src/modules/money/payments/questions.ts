import type { Locale } from "#src/kernel/localized.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { PayMethod } from "#src/kernel/pay-method.ts";
import type { Failure, Ok } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import type { Scope } from "#src/platform/id-scope.server.ts";

/** A purchase's account whose balance differs from its rows, in minor units; debits are positive. */
export type Difference = {
  purchase_id: string | null;
  account: string;
  provider: string | null;
  currency: Currency;
  expected: number;
  actual: number;
};

/** The kinds of what may be paid for. */
export type PurchaseKind = "booking" | "change" | "gift_card" | "group_deposit";

/** A purchase, and the part of it that is bought where that isn't the first: of this kind. */
export type PurchaseRef = { kind: PurchaseKind; id: string; part: string | null };

/** An amount in minor units. */
type Amount = { amount_minor: number; currency: Currency };

/** What may be paid for, as it stands before anything of it is locked. */
export type Described = {
  of: PurchaseRef;
  reference: string;
  /** for the page where it is paid, in its `language` */
  text: string;
  language: Locale;
  email: string;
  /** the page that shows it to whoever pays, in their language; it may have a query */
  path: string;
  /** its price, of which credit isn't taken off */
  price: Amount;
  /** false for a part that nobody can buy anymore */
  open: boolean;
  /** when what was bought is used: until then a choice may be open about money that bought nothing; null where there is none */
  startsAt: Date | null;
  /** practice data */
  test: boolean;
  /** the data of whoever bought it was deleted */
  forgotten: boolean;
};

/** What may be paid for, locked until the transaction ends. */
export type LockedPurchase = {
  of: PurchaseRef;
  /** the record under which the audit log has what is done to it: its type and its id */
  subject: [type: string, id: string];
  currency: Currency;
  test: boolean;
  /** it was bought already */
  delivered: boolean;
  /** it was given up, so that money for it comes late */
  lapsed: boolean;
};

/**
 * What it is secured for: a guest's `payment` by a method, with the code from the email where one was typed; the `capture` of what a
 * guest has approved; money that staff have `taken`; money that came `late`, for which others that lapsed make room.
 */
export type Securing =
  | { for: "payment"; method: PayMethod; bill: Amount; code: string | undefined }
  | { for: "capture" | "taken" | "late" };

/** What was secured: until when it is kept, and its price now (minor units). */
export type Secured<L extends LockedPurchase = LockedPurchase> = { locked: L; until: Date; price: number };

/** Why it can't be secured, as `retakeHold` of bookings has it. */
export type NotSecured =
  | Failure<
      | "purchase_not_found"
      | "busy"
      | "add_on_sold_out"
      | "coupon_used_up"
      | "coupon_used_by_guest"
      | "departure_cancelled"
      | "departure_past"
      | "email_code_wrong"
      | "not_payable"
      | "provider_not_offered"
      | "renewals_used"
    >
  | (Failure<"email_code_needed"> & { because: string })
  | (Failure<"too_many_attempts"> & { of: "codes"; retry_after: number })
  | (Failure<"unpaid_shared" | "unpaid_nearby"> & { because: string })
  | (Failure<"unpaid_places"> & { unpaid: number; booking_id?: string })
  | (Failure<"sold_out"> & { left: number });

/**
 * What became of what a payment was for: bookings and changes have words of their own, others are `delivered`, or `given_up` before the
 * money came. `unplaced` and what is named in no list of `BOUGHT` goes back.
 */
export type Placement =
  | "in_time"
  | "seats_free"
  | "tolerance"
  | "change_made"
  | "unplaced"
  | "duplicate"
  | "booking_cancelled"
  | "change_lost"
  | "delivered"
  | "given_up";

/**
 * What a receipt says of something that isn't a booking. Amounts are minor units of what was paid in; texts are frozen as they stand.
 */
export type SaleLines = {
  siteTag: string;
  language: Locale;
  timeZone: string;
  reference: string;
  /** what it is, in English and in Spanish */
  title: string;
  titleEs: string;
  /** what it cost before credit */
  price: number;
  /** the part that credit paid */
  credit: number;
};

/**
 * What money asks of a kind of thing that may be paid for (docs/decisions/204); `src/wiring.ts` says who answers for which kind.
 * `lock` comes first in every transaction that changes a purchase or its payments.
 */
export type Purchasable<D extends Described = Described, L extends LockedPurchase = LockedPurchase> = {
  /** What it is and costs; null where there is none. Reads only. */
  describe(ctx: Context, of: PurchaseRef): Promise<D | null>;
  lock(ctx: Context, tx: Tx, of: PurchaseRef): Promise<L>;
  /** Makes sure that it can be delivered while it is paid. `meanwhile` runs in the transaction that does; its result is returned. */
  secure<T>(
    ctx: Context,
    described: D,
    how: Securing,
    meanwhile?: (tx: Tx, secured: Secured<L>) => Promise<T>,
  ): Promise<Ok<{ result: T | undefined }> | NotSecured>;
  /** Hands over what was paid with `paid` (minor units, without its credit). `letOff`: its price is lowered by that much. */
  deliver(
    ctx: Context,
    tx: Tx,
    locked: L,
    money: { paymentId: string; paid: number; letOff?: { amount: number; key: string } | undefined },
  ): Promise<Placement>;
  /** Keeps it for a payment that is on its way for days: by a bank, or a voucher until it ends. Until when; null where it is gone. */
  extend(ctx: Context, tx: Tx, locked: L, wait: { by: "bank" } | { by: "voucher"; until: Date }): Promise<Date | null>;
  /** Such a payment won't come: keeps it no longer than `until`, not at all without one. */
  giveUp(ctx: Context, tx: Tx, locked: L, wait: { by: "bank" | "voucher"; until: Date | null }): Promise<void>;
  /** What is sold out where it couldn't be delivered, and how much of that is left. */
  lacks(ctx: Context, described: D): Promise<Failure<"sold_out" | "add_on_sold_out"> & { left: number }>;
  /** What a receipt says of it. Left out by bookings and their changes, which receipts read beside the payment. */
  lines?(ctx: Context, tx: Tx, of: PurchaseRef): Promise<SaleLines>;
  /** What is stored of some of them, for whoever bought them. Left out by bookings, which have an export of their own. */
  stored?(ctx: Pick<Context, "db">, ids: readonly string[]): Promise<readonly object[]>;
  /** Takes whoever bought or was to get some of them out of their rows; they are locked. Left out by bookings. */
  forget?(tx: Tx, ids: readonly string[], now: Date): Promise<void>;
  /**
   * Money of a payment that bought it goes back, `amount` of it (minor units): undoes so much of it and posts that, by `key`. Returns how
   * much of the amount undoes revenue instead, which the caller posts. Left out where a delivery is revenue and nothing else.
   */
  takeBack?(
    ctx: Context,
    tx: Tx,
    of: PurchaseRef,
    money: { paymentId: string; amount: number; key: string },
  ): Promise<number>;
  /** The most that staff may give back of it (minor units), locked. Left out where all that was paid may go back. */
  returnable?(tx: Tx, of: PurchaseRef): Promise<number>;
};

export type PaymentsQuestions = {
  /** What the ledger says differently than the rows of all modules, in some purchases or (by default) all; in one snapshot. */
  ledgerDifferences: (on: Db | Tx, scope?: Scope) => Promise<Difference[]>;
  /** Who answers for a kind of thing that may be paid for. */
  purchasable: (kind: PurchaseKind) => Purchasable;
};
