import { randomUUID } from "node:crypto";
import type { Failure, Ok } from "#src/kernel/result.ts";
import { issueInvoice } from "#src/modules/books/invoices/issue-invoice.server.ts";
import { refuseInvoice } from "#src/modules/books/invoices/refuse-invoice.server.ts";
import { requestInvoice } from "#src/modules/books/invoices/request-invoice.server.ts";
import { cancelBooking } from "#src/modules/changes/cancellation/cancel-booking.server.ts";
import { actOnMoney } from "#src/modules/books/reconciliation/act-on-money.server.ts";
import type { Act } from "#src/modules/books/reconciliation/rules/admin.ts";
import type { Context } from "#src/platform/context.server.ts";
import { does, granted, type Row, type StaffStage, type Subject } from "#tests/audit-matrix/stage.ts";
import { cfdiFiles } from "#tests/cfdi-file.ts";
import { NOON } from "#tests/database.ts";

/** Acts on the money page. */
export function moneyRows(stage: StaffStage): Row[] {
  const needs = ["payments.change"] as const;
  const pressed = (act: Act, id: string, about: Subject) =>
    does((ctx) => actOnMoney(ctx, { act, id, note: "Paid by bank transfer" }), about);

  const paidWrongly = async (act: Act) => {
    const booking = await stage.books(await stage.newDeparture());
    const { externalId, paymentId } = await stage.goesToPay(booking);
    stage.provider.pays(externalId, { amount: 90_000 });
    await stage.webhook(externalId);
    return pressed(act, paymentId, ["booking", booking]);
  };
  const leftToAPerson = async (act: Act) => {
    const booking = await stage.paid();
    const cancelled = { booking_id: booking, token: null, expected_refund: { amount_minor: 80_000, currency: "MXN" } };
    granted(await cancelBooking(stage.as("admin", { minutes: 2 }), cancelled as Parameters<typeof cancelBooking>[1]));
    const [refund] = await stage.refunds(booking);
    await stage.db().updateTable("refunds").set({ status: "manual" }).where("id", "=", refund!.id).execute();
    return pressed(act, refund!.id, ["booking", booking]);
  };
  const givenUp = async () => {
    const event = { provider: "sandbox", event_id: randomUUID(), type: "x", topic: "other", mode: "sandbox" };
    const { id } = await stage
      .db()
      .insertInto("provider_events")
      .values({ ...event, dead_at: NOON, dead_reason: "failed", attempts: 9 })
      .returning("id")
      .executeTakeFirstOrThrow();
    return pressed("reprocess", id, ["provider_event", id]);
  };
  const compared = async () => {
    const { id } = await stage
      .db()
      .insertInto("reconciliation_runs")
      .values({ provider: "sandbox", day: "2026-11-19", ran_at: NOON, movements: 3 })
      .onConflict((c) => c.columns(["provider", "day"]).doUpdateSet({ looked_at: null }))
      .returning("id")
      .executeTakeFirstOrThrow();
    return pressed("look", id, ["reconciliation_run", id]);
  };

  const invoiceAsked = async (answer: (ctx: Context, id: string) => Promise<Ok | Failure>) => {
    const booking = await stage.paid();
    const recipient = { rfc: "NUSO900101AB1", legal_name: "SOFÍA NÚÑEZ", tax_regime: "612", cfdi_use: "G03" } as const;
    const request = { ...recipient, postal_code: "06700", email: "factura@guest.test" };
    granted(await requestInvoice(stage.as("admin"), { ...request, booking_id: booking, token: null }));
    return does((ctx) => answer(ctx, booking), ["booking", booking]);
  };

  return [
    {
      act: "money: accept",
      of: ["money/payments/resolve-review"],
      needs,
      leaves: "payment.reviewed",
      along: ["booking.confirmed", "payment.succeeded", "refund.requested"],
      again: "not_in_review",
      prepare: () => paidWrongly("accept"),
    },
    {
      act: "money: give_back",
      of: ["money/payments/resolve-review"],
      needs,
      leaves: "payment.reviewed",
      along: ["refund.requested"],
      again: "not_in_review",
      prepare: () => paidWrongly("give_back"),
    },
    {
      act: "money: check",
      of: ["money/payments/check-payment"],
      needs,
      leaves: null,
      again: "done",
      prepare: () => paidWrongly("check"),
    },
    {
      act: "money: close",
      of: ["money/payments/close-manual-refund"],
      needs,
      leaves: "refund.closed_by_hand",
      again: "not_manual",
      prepare: () => leftToAPerson("close"),
    },
    {
      act: "money: retry",
      of: ["money/payments/retry-refund"],
      needs,
      leaves: "refund.retried",
      // asking again means retrying
      again: "another act",
      prepare: () => leftToAPerson("retry"),
    },
    {
      act: "money: reprocess",
      of: ["money/payments/reprocess-event"],
      needs,
      leaves: "provider_event.revived",
      again: "done",
      prepare: givenUp,
    },
    {
      act: "money: look",
      of: ["books/reconciliation/acknowledge-run"],
      needs,
      leaves: "reconciliation.looked_at",
      again: "done",
      prepare: compared,
    },
    {
      act: "an invoice: issue",
      of: ["books/invoices/issue-invoice"],
      needs,
      leaves: "invoice.issued",
      again: "done",
      prepare: () => {
        const files = cfdiFiles({ total: "800.00" });
        return invoiceAsked((ctx, id) => issueInvoice(ctx, { booking_id: id, ...files, any_total: false }));
      },
    },
    {
      act: "an invoice: refuse",
      of: ["books/invoices/refuse-invoice"],
      needs,
      leaves: "invoice.refused",
      again: "not_requested",
      prepare: () => invoiceAsked((ctx, id) => refuseInvoice(ctx, { booking_id: id, refusal: "Another postal code" })),
    },
  ];
}
