import { randomUUID } from "node:crypto";
import { contactAsShown } from "#src/modules/sales/booking/rules/contact.ts";
import type { Change } from "#src/modules/sales/booking/schema.ts";
import { changePartner } from "#src/modules/office/booking-admin/change-partner.server.ts";
import { decideDoubt } from "#src/modules/office/booking-admin/decide-doubt.server.ts";
import { actOnBooking } from "#src/modules/office/booking-admin/act-on-booking.server.ts";
import { previewBulkCancel, previewBulkMove } from "#src/modules/office/booking-admin/preview-bulk-act.server.ts";
import { startBulkAct } from "#src/modules/office/booking-admin/start-bulk-act.server.ts";
import { tagBookings } from "#src/modules/office/booking-admin/tag-bookings.server.ts";
import { deleteView } from "#src/modules/office/booking-admin/delete-view.server.ts";
import { enterBooking } from "#src/modules/office/booking-admin/enter-booking.server.ts";
import { exportBookings } from "#src/modules/office/booking-admin/export-bookings.server.ts";
import { emailBookings } from "#src/modules/office/booking-admin/email-bookings.server.ts";
import { testLetter } from "#src/modules/office/booking-admin/test-letter.server.ts";
import { changeQuotes } from "#src/modules/office/booking-admin/read-panel.server.ts";
import { renameView } from "#src/modules/office/booking-admin/rename-view.server.ts";
import type { AdminAct, HandBooking } from "#src/modules/office/booking-admin/rules/admin-acts.ts";
import type { BulkAct } from "#src/modules/office/booking-admin/rules/bulk-acts.ts";
import { saveView } from "#src/modules/office/booking-admin/save-view.server.ts";
import { startTable } from "#src/modules/sales/booking/start-table.server.ts";
import { submitRefund } from "#src/modules/money/payments/submit-refund.server.ts";
import { resendFailedEmails } from "#src/modules/mail/notifications/resend-failed-emails.server.ts";
import { retryEmail } from "#src/modules/mail/notifications/retry-email.server.ts";
import { addPartner, credit } from "#tests/crediting.ts";
import { forgetAddOns } from "#src/modules/sales/add-ons/queries.server.ts";
import { addAddOn } from "#tests/add-ons.ts";
import { NOON } from "#tests/database.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

const PAID = ["booking.confirmed", "payment.succeeded"];

/** Acts on a booking, on several, and on the list of them. */
export function bookingRows(stage: StaffStage): Row[] {
  const needs = ["bookings.change"] as const;
  const withMoney = ["bookings.change", "payments.change"] as const;

  const admin = (id: string, act: AdminAct) => does((ctx) => actOnBooking(ctx, id, act), ["booking", id]);
  const booked = async () => stage.books(await stage.newDeparture());

  type Deal = { money: "price" | "keeps" } & { collect?: "link" | "cash" };
  const changes = async (change: Change, { money, collect = "link" }: Deal, id?: string) => {
    const booking = id ?? (await stage.paid());
    const { version, difference } = granted(await changeQuotes(stage.as("admin"), booking, change))[money];
    const agreed = { version, difference: difference.amount_minor, currency: difference.currency, money, collect };
    return admin(booking, { act: "change", key: randomUUID(), ...change, ...agreed });
  };
  const moves = async (price: number, deal: Deal) =>
    changes({ kind: "date", departure_id: await stage.newDeparture({ price }) }, deal);

  const cancels = async (choice: "none" | "guest") => {
    const refund = choice === "none" ? 0 : 80_000;
    return admin(await stage.paid(), { act: "cancel", choice, version: 1, refund, currency: "MXN" });
  };
  const refunds = async () => {
    const id = await stage.paid();
    const [payment] = await stage.payments(id);
    const part = {
      payment_id: payment!.id,
      amount: 30_000,
      reason: "goodwill",
      words: "One venue was closed",
    } as const;
    return admin(id, { act: "refund", key: randomUUID(), ...part });
  };
  const handSale = async (way: HandBooking["way"]): Promise<HandBooking> => {
    const guest = { first_name: "Ana", last_name: "Ruiz", email: "ana@guest.test", phone: "", country: "MX" } as const;
    const trip = { departure_id: await stage.newDeparture(), people: 2, requests: "", language: "es" } as const;
    return {
      key: randomUUID(),
      ...guest,
      ...trip,
      currency: "MXN",
      way,
      total: null,
      coupon_code: "",
      names: [],
      expected: null,
    };
  };
  const handsOver = async () => {
    const sold = granted(await enterBooking(stage.as("admin"), await handSale("cash")));
    const [payment] = await stage.payments(sold.booking_id);
    const part = { payment_id: payment!.id, amount: 30_000, reason: "goodwill", words: "" } as const;
    granted(await actOnBooking(stage.as("admin"), sold.booking_id, { act: "refund", key: randomUUID(), ...part }));
    const [refund] = await stage.refunds(sold.booking_id);
    await submitRefund(stage.as("admin"), refund!.id);
    return admin(sold.booking_id, { act: "hand_over", refund_id: refund!.id, handed: "in hand" });
  };
  const enters = async (way: HandBooking["way"], over: Partial<HandBooking> = {}) => {
    const input = { ...(await handSale(way)), ...over };
    return does(
      (ctx) => enterBooking(ctx, input),
      ({ booking_id: id }) => ["booking", id],
    );
  };
  /** A booking in doubt of being the partner's own, and the partner. */
  const doubtful = async () => {
    const [id, partner] = [await booked(), await addPartner(stage.db())];
    await credit(stage.db(), id, partner, { partner_doubts: ["email"] });
    return { id, partner };
  };
  const credits = { needs: ["affiliates.change"], leaves: "booking.partner_changed", again: "done" } as const;
  const decides = { needs: ["affiliates.change"], leaves: "booking.partner_judged", again: "done" } as const;
  const view = async () => granted(await saveView(stage.as("admin"), { name: randomUUID(), query: "people=6" })).id;
  const bulkEmail = () => ({
    key: randomUUID(),
    subject_en: "We start at nine",
    text_en: "Tonight we start at nine.",
    subject_es: "Empezamos a las nueve",
    text_es: "Hoy empezamos a las nueve.",
  });

  const tags = async (way: "add" | "remove") => {
    const ids = [await booked(), await booked()];
    const name = randomUUID().slice(0, 8);
    if (way === "remove") granted(await tagBookings(stage.as("admin"), { ids }, { name, way: "add" }));
    return does(
      (ctx) => tagBookings(ctx, { ids }, { name, way }),
      ids.map((id) => ["booking", id] as const),
    );
  };
  const startsBulk = async (act: BulkAct) => {
    const ids = [await stage.paid(), await stage.paid()];
    const chosen = { ids };
    const ctx = stage.as("admin");
    const preview =
      act.act === "cancel" ? await previewBulkCancel(ctx, chosen, act.choice) : await previewBulkMove(ctx, chosen, act);
    const { fingerprint } = granted(preview);
    return does(
      (by) => startBulkAct(by, { key: ids[0]!, chosen, act, fingerprint }),
      ({ id }) => ["bookings", id],
    );
  };

  const change = {
    of: ["office/booking-admin/change-guests", "changes/change/change-booking"],
    leaves: "booking.changed",
    again: "done",
  };
  const enter = { of: ["office/booking-admin/enter-booking"], needs, leaves: "booking.held", again: "done" };
  const views = { needs: ["bookings.read"] } as const;

  return [
    {
      act: "booking: tag",
      of: ["office/booking-admin/tag-bookings"],
      needs,
      leaves: "booking.tagged",
      again: "done",
      prepare: async () => admin(await booked(), { act: "tag", name: randomUUID().slice(0, 8), way: "add" }),
    },
    {
      act: "bookings: add a tag",
      of: ["office/booking-admin/tag-bookings"],
      needs,
      leaves: "booking.tagged",
      again: "done",
      prepare: async () => tags("add"),
    },
    {
      act: "bookings: remove a tag",
      of: ["office/booking-admin/tag-bookings"],
      needs,
      leaves: "booking.untagged",
      again: "done",
      prepare: async () => tags("remove"),
    },
    {
      act: "bookings: cancel several",
      of: ["office/booking-admin/start-bulk-act"],
      needs: withMoney,
      leaves: "bookings.cancel_asked",
      again: "done",
      prepare: async () => startsBulk({ act: "cancel", choice: "operator" }),
    },
    {
      act: "bookings: move several",
      of: ["office/booking-admin/start-bulk-act"],
      needs,
      leaves: "bookings.move_asked",
      again: "done",
      prepare: async () => startsBulk({ act: "move", departure_id: await stage.newDeparture(), money: "keeps" }),
    },
    {
      act: "booking: partner",
      of: ["office/booking-admin/change-partner"],
      ...credits,
      prepare: async () => admin(await booked(), { act: "partner", partner_id: await addPartner(stage.db()) }),
    },
    {
      act: "bookings: credit a partner, from the partner's page",
      of: ["office/booking-admin/change-partner"],
      ...credits,
      prepare: async () => {
        const { id, partner: expected } = await doubtful();
        return does((ctx) => changePartner(ctx, { booking_id: id, partner_id: null, expected }), ["booking", id]);
      },
    },
    {
      act: "booking: doubt",
      of: ["office/booking-admin/decide-doubt"],
      ...decides,
      prepare: async () => {
        const { id, partner } = await doubtful();
        return admin(id, { act: "doubt", verdict: "theirs", partner_id: partner });
      },
    },
    {
      act: "bookings: decide a doubt, from the partner's page",
      of: ["office/booking-admin/decide-doubt"],
      ...decides,
      prepare: async () => {
        const { id: booking_id, partner: partner_id } = await doubtful();
        const expected = { partner_id, verdict: null };
        return does((ctx) => decideDoubt(ctx, { booking_id, verdict: "own", expected }), ["booking", booking_id]);
      },
    },
    {
      act: "booking: note",
      of: ["office/booking-admin/add-note"],
      needs,
      leaves: "booking.noted",
      again: "done",
      prepare: async () => admin(await booked(), { act: "note", key: randomUUID(), text: "They come late" }),
    },
    {
      act: "booking: take",
      of: ["money/payments/take-payment"],
      needs,
      leaves: "payment.taken_by_hand",
      along: PAID,
      again: "done",
      prepare: async () =>
        admin(await booked(), { act: "take", key: randomUUID(), way: "cash", amount: 80_000, currency: "MXN" }),
    },
    {
      act: "booking: change, dearer, paid by its guest",
      ...change,
      needs,
      leaves: "booking.change_held",
      prepare: () => moves(2300, { money: "price" }),
    },
    {
      act: "booking: change, dearer, paid in cash",
      ...change,
      needs,
      along: ["booking.change_held", "payment.taken_by_hand", "payment.succeeded"],
      prepare: () => moves(2300, { money: "price", collect: "cash" }),
    },
    {
      act: "booking: change, cheaper, with money back",
      ...change,
      needs: withMoney,
      along: ["refund.requested"],
      prepare: () => moves(1800, { money: "price" }),
    },
    {
      act: "booking: change, more people",
      ...change,
      needs,
      prepare: () => changes({ kind: "add", names: ["Luz"] }, { money: "keeps" }),
    },
    {
      act: "booking: change, fewer people",
      ...change,
      needs,
      prepare: () => changes({ kind: "remove", positions: [2] }, { money: "keeps" }),
    },
    {
      act: "booking: change, more add-ons",
      ...change,
      needs,
      prepare: async () => {
        const id = await addAddOn(stage.db());
        forgetAddOns({ db: stage.db() });
        return changes({ kind: "add_ons", add_ons: [{ id, quantity: 1 }] }, { money: "keeps" });
      },
    },
    {
      act: "booking: names",
      of: ["evening/tickets/name-guests"],
      needs,
      // guests can do this too: without the permission, it is as if there were no booking
      refusal: "booking_not_found",
      leaves: "booking.guests_named",
      again: "done",
      prepare: async () =>
        admin(await stage.paid(), { act: "names", version: 1, names: [{ position: 2, name: "Luz" }] }),
    },
    {
      act: "booking: contact",
      of: ["office/booking-admin/correct-contact"],
      needs,
      leaves: "booking.contact_corrected",
      again: "done",
      prepare: async () => {
        const id = await booked();
        const { first_name, last_name, email, phone } = await stage.bookingRow(id);
        const before = { first_name, last_name, email, phone };
        const contact = { ...before, email: "corrected@guest.test" };
        return admin(id, { act: "contact", key: randomUUID(), ...contact, expected: contactAsShown(before) });
      },
    },
    {
      act: "booking: cancel, with nothing back",
      of: ["changes/cancellation/cancel-as-admin"],
      needs,
      leaves: "booking.cancelled",
      again: "already_cancelled",
      prepare: () => cancels("none"),
    },
    {
      act: "booking: cancel, with money back",
      of: ["changes/cancellation/cancel-as-admin"],
      needs: withMoney,
      leaves: "booking.cancelled",
      along: ["refund.requested"],
      again: "already_cancelled",
      prepare: () => cancels("guest"),
    },
    {
      act: "booking: hand_over",
      of: ["money/payments/hand-over-cash"],
      needs: ["payments.change"],
      leaves: "refund.closed_by_hand",
      again: "done",
      prepare: handsOver,
    },
    {
      act: "booking: refund",
      of: ["office/booking-admin/refund-guest", "money/payments/refund-part"],
      needs: withMoney,
      leaves: "refund.requested",
      along: ["booking.noted"],
      again: "done",
      prepare: refunds,
    },
    {
      act: "booking: resend",
      of: ["mail/notifications/resend-email"],
      needs,
      leaves: "email.sent_again",
      again: "done",
      prepare: async () => {
        const id = await stage.paid();
        const emails = stage.db().selectFrom("emails").select("id").where("booking_id", "=", id);
        const { id: email_id } = await emails.executeTakeFirstOrThrow();
        return admin(id, { act: "resend", key: randomUUID(), email_id });
      },
    },
    {
      act: "send the emails that were given up again",
      of: ["mail/notifications/resend-failed-emails"],
      needs: ["emails.change"],
      leaves: "emails.sent_again",
      again: "done",
      prepare: async () => {
        const emails = stage.db().updateTable("emails").set({ status: "failed" });
        await emails.where("booking_id", "=", await stage.paid()).execute();
        return does((ctx) => resendFailedEmails(ctx, { refused: true }), ["emails", "all"]);
      },
    },
    {
      act: "send an email that was given up again",
      of: ["mail/notifications/retry-email"],
      needs: ["emails.change"],
      leaves: "email.retried",
      again: "done",
      prepare: async () => {
        const id = await stage.paid();
        const emails = stage.db().updateTable("emails").set({ status: "failed" }).where("booking_id", "=", id);
        const { id: email_id } = await emails.returning("id").executeTakeFirstOrThrow();
        return does((ctx) => retryEmail(ctx, { email_id }), ["booking", id]);
      },
    },
    {
      act: "booking: link",
      of: ["mail/notifications/send-link"],
      needs,
      leaves: "booking.link_sent",
      again: "done",
      prepare: async () => admin(await booked(), { act: "link", key: randomUUID() }),
    },
    {
      act: "booking: there",
      of: ["evening/door/undo-absence"],
      needs,
      leaves: "booking.there",
      again: "done",
      prepare: async () => {
        const id = await booked();
        await stage.db().updateTable("bookings").set({ no_show_at: NOON }).where("id", "=", id).execute();
        return admin(id, { act: "there" });
      },
    },
    {
      act: "booking: close_table",
      of: ["sales/booking/close-table"],
      needs,
      leaves: "departure.table_closed",
      again: "no_table",
      prepare: async () => {
        const id = await stage.paid();
        const row = await stage
          .db()
          .selectFrom("bookings")
          .select("scheduled_crawl_id")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        granted(await startTable(stage.as("admin"), { booking_id: id, token: null, places: 3 }));
        return does((ctx) => actOnBooking(ctx, id, { act: "close_table" }), ["departure", row.scheduled_crawl_id]);
      },
    },
    {
      act: "booking: resize_table",
      of: ["sales/booking/resize-table"],
      needs,
      leaves: "departure.table_resized",
      again: "done",
      prepare: async () => {
        const id = await stage.paid();
        const row = await stage
          .db()
          .selectFrom("bookings")
          .select("scheduled_crawl_id")
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        granted(await startTable(stage.as("admin"), { booking_id: id, token: null, places: 3 }));
        const wish = { act: "resize_table", places: 2 } as const;
        return does((ctx) => actOnBooking(ctx, id, wish), ["departure", row.scheduled_crawl_id]);
      },
    },
    {
      act: "booking: new_link",
      of: ["mail/notifications/send-link"],
      needs,
      leaves: "booking.link_renewed",
      again: "done",
      prepare: async () => admin(await booked(), { act: "new_link", key: randomUUID() }),
    },
    {
      act: "enter a booking by hand, in cash",
      ...enter,
      along: ["payment.taken_by_hand", ...PAID],
      prepare: () => enters("cash"),
    },
    {
      act: "enter a booking by hand, by invoice",
      ...enter,
      along: ["payment.taken_by_hand", ...PAID],
      prepare: () => enters("invoice"),
    },
    {
      act: "enter a booking by hand, for free",
      ...enter,
      along: ["payment.taken_by_hand", ...PAID],
      prepare: () => enters("free"),
    },
    {
      act: "enter a booking by hand, credited to a partner",
      ...enter,
      needs: ["bookings.change", "affiliates.change"],
      along: ["payment.taken_by_hand", ...PAID],
      prepare: async () => enters("cash", { partner_id: await addPartner(stage.db()) }),
    },
    {
      act: "write to the guests of several bookings",
      of: ["office/booking-admin/email-bookings"],
      needs,
      // one message is one record, however many it goes to: the emails belong to the bookings
      leaves: "bookings.mailed",
      again: "done",
      prepare: async () => {
        const sending = { chosen: { ids: [await booked(), await booked()] }, bulkEmail: bulkEmail(), foreseen: 2 };
        return does((ctx) => emailBookings(ctx, sending), ["letter", sending.bulkEmail.key]);
      },
    },
    {
      act: "try out an email to the guests of bookings",
      of: ["office/booking-admin/test-letter"],
      needs,
      leaves: "letter.tested",
      again: "done",
      prepare: async () => {
        const key = randomUUID();
        const testing = { chosen: { ids: [await booked()] }, bulkEmail: bulkEmail(), key };
        return does((ctx) => testLetter(ctx, testing), ["letter", key]);
      },
    },
    {
      act: "take bookings out as a file",
      of: ["office/booking-admin/export-bookings"],
      needs: ["bookings.read"],
      leaves: "bookings.exported",
      again: "another act",
      prepare: async () => {
        const chosen = { ids: [await booked()] };
        return does((ctx) => exportBookings(ctx, chosen, "csv"), ["bookings", "csv"]);
      },
    },
    {
      act: "save a view",
      of: ["office/booking-admin/save-view"],
      ...views,
      leaves: "view.saved",
      again: "name_taken",
      prepare: async () => {
        const wish = { name: randomUUID(), query: "people=6" };
        return does(
          (ctx) => saveView(ctx, wish),
          ({ id }) => ["saved_view", id],
        );
      },
    },
    {
      act: "rename a view",
      of: ["office/booking-admin/rename-view"],
      ...views,
      leaves: "view.renamed",
      again: "done",
      prepare: async () => {
        const wish = { id: await view(), name: randomUUID() };
        return does((ctx) => renameView(ctx, wish), ["saved_view", wish.id]);
      },
    },
    {
      act: "delete a view",
      of: ["office/booking-admin/delete-view"],
      ...views,
      leaves: "view.deleted",
      again: "view_not_found",
      prepare: async () => {
        const id = await view();
        return does((ctx) => deleteView(ctx, { id }), ["saved_view", id]);
      },
    },
  ];
}
