import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { CaptureOrder, CreateOrder, ListTransactions, RefundCapture } from "#tests/mocks/paypal/shapes.ts";

// PayPal as its reference describes it: its state, its refusals and their wording. It has its own clock.

type Amount = { currency_code: string; value: string };
type Funding = "good" | "declined";
type Order = {
  id: string;
  status: "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED" | "VOIDED";
  created: Date;
  updated: Date;
  asked: CreateOrder;
  funding: Funding;
  captures: Capture[];
};
type Capture = {
  id: string;
  orderId: string;
  status: "COMPLETED" | "PENDING" | "DECLINED" | "REFUNDED" | "PARTIALLY_REFUNDED";
  amount: Amount;
  at: Date;
  refunds: Refund[];
};
type Refund = {
  id: string;
  status: "COMPLETED" | "PENDING" | "FAILED" | "CANCELLED";
  amount: Amount;
  custom_id?: string | undefined;
  at: Date;
};
type Dispute = { id: string; captureId: string; status: string; outcome?: string; amount: Amount; reason: string };

export type Reply = { status: number; body: unknown };
export type Emit = (type: string, resource: object) => void;

const HOUR = 3_600_000;
const ORDER_LIFE_MS = 6 * HOUR;
const CACHE_MS = { orders: 6 * HOUR, payments: 45 * 24 * HOUR };
const REPORT_LAG_MS = 3 * HOUR;

/** A refusal in PayPal's format. */
export const refusal = (status: number, name: string, issue: string, more: object = {}): Reply => ({
  status,
  body: { name, message: name, debug_id: "d0u8le", details: [{ issue, description: issue }], ...more },
});
const unprocessable = (issue: string, more: object = {}) => refusal(422, "UNPROCESSABLE_ENTITY", issue, more);
const notFound = () => refusal(404, "RESOURCE_NOT_FOUND", "INVALID_RESOURCE_ID");

const newId = () => Array.from(randomBytes(17), (byte) => "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"[byte % 34]).join("");
const minor = ({ value }: Amount) => Math.round(Number(value) * 100);
const amount = (cents: number, currency_code: string): Amount => ({ currency_code, value: (cents / 100).toFixed(2) });

export class Company {
  /** whether a shown order says when it last changed: PayPal documents answers with and without */
  tellsUpdates = true;
  /** the outcomes of the next captures and refunds, in order; success once exhausted */
  captureOutcomes: ("PENDING" | "DECLINED" | `!${string}`)[] = [];
  refundOutcomes: ("PENDING" | "FAILED" | "CANCELLED" | `!${string}`)[] = [];
  /** most lines per page of the report */
  largestPage = 500;
  orders = new Map<string, Order>();
  disputes = new Map<string, Dispute>();
  /** sends a webhook message */
  emit: Emit = () => {};
  origin: string;
  clock: () => Date;
  #answers = new Map<string, { at: Date; body: string; reply: () => Reply; kept: number }>();

  constructor(origin: string, clock: () => Date = () => new Date()) {
    this.origin = origin;
    this.clock = clock;
  }

  /** Orders v2: create. */
  createOrder(body: unknown, requestId: string | undefined): Reply {
    const input = valid(CreateOrder, body);
    if (!requestId) return refusal(400, "INVALID_REQUEST", "PAYPAL_REQUEST_ID_REQUIRED");
    return this.#once(`create ${requestId}`, body, CACHE_MS.orders, () => {
      const now = this.clock();
      const order: Order = {
        id: newId(),
        status: "PAYER_ACTION_REQUIRED",
        created: now,
        updated: now,
        asked: input,
        funding: "good",
        captures: [],
      };
      this.orders.set(order.id, order);
      return () => ({ status: 200, body: this.#shown(order) });
    });
  }

  /** Orders v2: show. Orders not approved in time are deleted. */
  showOrder(id: string): Reply {
    const order = this.#order(id);
    return order ? { status: 200, body: this.#shown(order) } : notFound();
  }

  /** Orders v2: capture. */
  captureOrder(id: string, body: unknown, requestId: string | undefined): Reply {
    valid(CaptureOrder, body);
    const order = this.#order(id);
    if (!order) return notFound();
    return this.#once(`capture ${id} ${requestId ?? newId()}`, body, CACHE_MS.payments, () => {
      const no = this.#mayNotCapture(order);
      if (no) return () => no;
      this.#take(order);
      return () => ({ status: 201, body: this.#shown(order) });
    });
  }

  #mayNotCapture(order: Order): Reply | null {
    if (order.status === "COMPLETED") return unprocessable("ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED") return unprocessable("ORDER_NOT_APPROVED");
    if (this.captureOutcomes[0]?.startsWith("!")) return unprocessable(this.captureOutcomes.shift()!.slice(1));
    if (order.funding === "declined")
      return unprocessable("INSTRUMENT_DECLINED", { links: [{ href: this.payerPage(order.id), rel: "payer-action" }] });
    return null;
  }

  #take(order: Order): void {
    const now = this.clock();
    const outcome = (this.captureOutcomes.shift() ?? "COMPLETED") as Capture["status"];
    const unit = order.asked.purchase_units[0]!;
    const capture: Capture = {
      id: newId(),
      orderId: order.id,
      status: outcome,
      amount: unit.amount,
      at: now,
      refunds: [],
    };
    order.captures.push(capture);
    Object.assign(order, { status: "COMPLETED", updated: now });
    this.emit(`PAYMENT.CAPTURE.${outcome}`, this.#shownCapture(capture));
  }

  /** The payer approves at PayPal, with a card or account that is good or will be declined. */
  approve(orderId: string, funding: Funding = "good"): void {
    const order = this.orders.get(orderId)!;
    if (order.status === "COMPLETED") return;
    Object.assign(order, {
      status: "APPROVED",
      funding,
      updated: new Date(Math.max(+this.clock(), +order.updated + 1000)),
    });
    this.emit("CHECKOUT.ORDER.APPROVED", this.#shown(order));
  }

  void(orderId: string): void {
    this.orders.get(orderId)!.status = "VOIDED";
  }

  /** Decides a pending capture. */
  decide(captureId: string, status: "COMPLETED" | "DECLINED"): void {
    const capture = this.#capture(captureId)!;
    capture.status = status;
    this.emit(`PAYMENT.CAPTURE.${status === "DECLINED" ? "DENIED" : status}`, this.#shownCapture(capture));
  }

  /** Payments v2: refund a capture. */
  refundCapture(captureId: string, body: unknown, requestId: string | undefined): Reply {
    const input = valid(RefundCapture, body);
    const capture = this.#capture(captureId);
    if (!capture) return notFound();
    return this.#once(`refund ${captureId} ${requestId ?? newId()}`, body, CACHE_MS.payments, () => {
      const left = minor(capture.amount) - total(capture);
      const value = input.amount ?? amount(left, capture.amount.currency_code);
      const no = this.#mayNotRefund(capture, value, left);
      if (no) return () => no;
      const refund = this.#giveBack(capture, value, input.custom_id);
      return () => ({ status: 201, body: this.#shownRefund(capture, refund) });
    });
  }

  #mayNotRefund(capture: Capture, target: Amount, left: number): Reply | null {
    const wish = this.refundOutcomes[0];
    if (wish?.startsWith("!")) return unprocessable(this.refundOutcomes.shift()!.slice(1));
    if (capture.status === "PENDING") return unprocessable("PENDING_CAPTURE");
    if (left === 0) return unprocessable("CAPTURE_FULLY_REFUNDED");
    if (target.currency_code !== capture.amount.currency_code) return unprocessable("REFUND_CAPTURE_CURRENCY_MISMATCH");
    if (minor(target) > left) return unprocessable("REFUND_AMOUNT_EXCEEDED");
    if (this.clock().getTime() - capture.at.getTime() > 180 * 24 * HOUR)
      return unprocessable("REFUND_TIME_LIMIT_EXCEEDED");
    return null;
  }

  #giveBack(capture: Capture, wish: Amount, custom_id?: string): Refund {
    const status = (this.refundOutcomes.shift() ?? "COMPLETED") as Refund["status"];
    const refund: Refund = { id: newId(), status, amount: wish, custom_id, at: this.clock() };
    capture.refunds.push(refund);
    this.#countRefunds(capture);
    this.emit(
      status === "COMPLETED" ? "PAYMENT.CAPTURE.REFUNDED" : `PAYMENT.REFUND.${status}`,
      this.#shownRefund(capture, refund),
    );
    return refund;
  }

  #countRefunds(capture: Capture): void {
    const back = total(capture);
    if (capture.status === "COMPLETED" || capture.status.endsWith("REFUNDED"))
      capture.status = back === 0 ? "COMPLETED" : back === minor(capture.amount) ? "REFUNDED" : "PARTIALLY_REFUNDED";
  }

  /** The seller refunds on PayPal's own site. */
  refundByHand(captureId: string, value: string): string {
    const capture = this.#capture(captureId)!;
    return this.#giveBack(capture, { currency_code: capture.amount.currency_code, value }).id;
  }

  /** Ends a pending refund. */
  refundBecomes(refundId: string, status: "COMPLETED" | "FAILED"): void {
    for (const order of this.orders.values())
      for (const capture of order.captures)
        for (const refund of capture.refunds)
          if (refund.id === refundId) {
            refund.status = status;
            this.#countRefunds(capture);
            const type = status === "COMPLETED" ? "PAYMENT.CAPTURE.REFUNDED" : "PAYMENT.REFUND.FAILED";
            this.emit(type, this.#shownRefund(capture, refund));
          }
  }

  /** The payer opens a dispute; returns its id. */
  dispute(captureId: string, reason = "MERCHANDISE_OR_SERVICE_NOT_RECEIVED"): string {
    const id = `PP-D-${newId().slice(0, 6)}`;
    const { amount: disputed } = this.#capture(captureId)!;
    this.disputes.set(id, { id, captureId, status: "OPEN", amount: disputed, reason });
    this.emit("CUSTOMER.DISPUTE.CREATED", this.#shownDispute(this.disputes.get(id)!));
    return id;
  }

  resolve(disputeId: string, outcome: string): void {
    const dispute = this.disputes.get(disputeId)!;
    Object.assign(dispute, { status: "RESOLVED", outcome });
    this.emit("CUSTOMER.DISPUTE.RESOLVED", this.#shownDispute(dispute));
  }

  /** Disputes v1: show. */
  showDispute(id: string): Reply {
    const dispute = this.disputes.get(id);
    return dispute ? { status: 200, body: this.#shownDispute(dispute) } : notFound();
  }

  /** Transaction Search v1: list. Lags by `REPORT_LAG_MS`. */
  listTransactions(query: Record<string, string>): Reply {
    const filter = valid(ListTransactions, query);
    const [from, until] = [Date.parse(filter.start_date), Date.parse(filter.end_date)];
    const newest = this.clock().getTime() - REPORT_LAG_MS;
    const lines = this.#moves().filter(({ at }) => +at >= from && +at <= until && +at <= newest);
    const size = Math.min(filter.page_size, this.largestPage);
    const start = (filter.page - 1) * size;
    return {
      status: 200,
      body: {
        transaction_details: lines.slice(start, start + size).map(({ info }) => ({ transaction_info: info })),
        page: filter.page,
        total_items: lines.length,
        total_pages: Math.ceil(lines.length / size),
      },
    };
  }

  #moves() {
    const line = (at: Date, info: object) => ({
      at,
      info: {
        transaction_status: "S",
        transaction_initiation_date: at.toISOString().replace(/\.\d+Z/, "+0000"),
        ...info,
      },
    });
    const moves = Array.from(this.orders.values()).flatMap(({ captures }) =>
      captures
        .filter(({ status }) => status !== "PENDING" && status !== "DECLINED")
        .flatMap((capture) => [
          line(capture.at, {
            transaction_id: capture.id,
            transaction_event_code: "T0006",
            transaction_amount: capture.amount,
            fee_amount: { ...capture.amount, value: `-${feeOf(capture.amount.value)}` },
          }),
          ...capture.refunds
            .filter(({ status }) => status === "COMPLETED")
            .map((refund) =>
              line(refund.at, {
                transaction_id: refund.id,
                paypal_reference_id: capture.id,
                paypal_reference_id_type: "TXN",
                transaction_event_code: "T1107",
                transaction_amount: { ...refund.amount, value: `-${refund.amount.value}` },
              }),
            ),
        ]),
    );
    return moves.toSorted((a, b) => +a.at - +b.at);
  }

  /** The URL where a payer approves. */
  payerPage = (orderId: string): string => `${this.origin}/checkoutnow?token=${orderId}`;

  #order(id: string): Order | undefined {
    const order = this.orders.get(id);
    const isForgotten = order?.status !== "COMPLETED" && +this.clock() - +(order?.updated ?? 0) > ORDER_LIFE_MS;
    return isForgotten ? undefined : order;
  }

  #capture = (id: string): Capture | undefined =>
    Array.from(this.orders.values())
      .flatMap((order) => order.captures)
      .find((capture) => capture.id === id);

  #shown(order: Order): object {
    const link = (rel: string, href: string, method = "GET") => ({ href, rel, method });
    const self = `${this.origin}/v2/checkout/orders/${order.id}`;
    return {
      id: order.id,
      intent: order.asked.intent,
      status: order.status,
      create_time: order.created.toISOString(),
      // an APPROVED order is also published without it
      ...(this.tellsUpdates ? { update_time: order.updated.toISOString() } : {}),
      purchase_units: order.asked.purchase_units.map((unit) => ({
        reference_id: "default",
        ...unit,
        ...(order.captures.length > 0
          ? {
              payments: {
                captures: order.captures.map((capture) => this.#shownCapture(capture)),
                refunds: order.captures.flatMap((capture) =>
                  capture.refunds.map((refund) => this.#shownRefund(capture, refund)),
                ),
              },
            }
          : {}),
      })),
      links: [
        link("self", self),
        ...(order.status === "PAYER_ACTION_REQUIRED" ? [link("payer-action", this.payerPage(order.id))] : []),
        ...(order.status === "APPROVED" ? [link("capture", `${self}/capture`, "POST")] : []),
      ],
    };
  }

  #shownCapture(capture: Capture): object {
    const unit = this.orders.get(capture.orderId)!.asked.purchase_units[0]!;
    return {
      id: capture.id,
      status: capture.status,
      amount: capture.amount,
      final_capture: true,
      custom_id: unit.custom_id,
      invoice_id: unit.invoice_id,
      supplementary_data: { related_ids: { order_id: capture.orderId } },
      ...(capture.status === "PENDING" || capture.status === "DECLINED"
        ? {}
        : {
            seller_receivable_breakdown: {
              gross_amount: capture.amount,
              paypal_fee: { ...capture.amount, value: feeOf(capture.amount.value) },
            },
          }),
      links: [
        { href: `${this.origin}/v2/payments/captures/${capture.id}`, rel: "self", method: "GET" },
        { href: `${this.origin}/v2/checkout/orders/${capture.orderId}`, rel: "up", method: "GET" },
      ],
    };
  }

  #shownRefund(capture: Capture, { id, status, amount: money, custom_id }: Refund): object {
    return {
      id,
      status,
      amount: money,
      ...(custom_id ? { custom_id } : {}),
      ...(status === "COMPLETED" ? {} : { status_details: { reason: "ECHECK" } }),
      links: [
        { href: `${this.origin}/v2/payments/refunds/${id}`, rel: "self", method: "GET" },
        { href: `${this.origin}/v2/payments/captures/${capture.id}`, rel: "up", method: "GET" },
      ],
    };
  }

  #shownDispute({ id, captureId, status, outcome, amount: disputed, reason }: Dispute): object {
    return {
      dispute_id: id,
      status,
      reason,
      dispute_amount: disputed,
      disputed_transactions: [{ seller_transaction_id: captureId }],
      ...(outcome ? { dispute_outcome: { outcome_code: outcome } } : {}),
    };
  }

  /** Processes a request once per id; a repeated one gets the current state. A different body is refused. */
  #once(key: string, body: unknown, count: number, work: () => () => Reply): Reply {
    const text = JSON.stringify(body);
    const entry = this.#answers.get(key);
    if (entry && +this.clock() - +entry.at <= entry.kept)
      return entry.body === text ? entry.reply() : unprocessable("PAYPAL_REQUEST_ID_PREVIOUSLY_USED");
    const reply = work();
    this.#answers.set(key, { at: this.clock(), body: text, reply, kept: count });
    return reply();
  }
}

/** What PayPal keeps of a payment here: 3.95 % and 4. */
const feeOf = (value: string): string => (Number(value) * 0.0395 + 4).toFixed(2);

const total = ({ refunds }: Capture) =>
  refunds
    .filter(({ status }) => status === "COMPLETED" || status === "PENDING")
    .reduce((sum, refund) => sum + minor(refund.amount), 0);

/** A request that PayPal rejects as invalid. */
export class Refused extends Error {
  reply: Reply;
  constructor(reply: Reply) {
    super(JSON.stringify(reply.body));
    this.reply = reply;
  }
}

/** The request body if valid; throws `Refused` otherwise. */
function valid<Shape extends z.ZodType>(shape: Shape, body: unknown): z.infer<Shape> {
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  const details = [
    { field: `/${issue.path.join("/")}`, issue: "INVALID_PARAMETER_SYNTAX", description: issue.message },
  ];
  throw new Refused({ status: 400, body: { name: "INVALID_REQUEST", debug_id: "d0u8le", details } });
}
