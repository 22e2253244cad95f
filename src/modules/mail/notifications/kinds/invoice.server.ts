import { INVOICE_FILES, invoiceFile, invoiceOf } from "#src/modules/books/invoices/queries.server.ts";
import { seeBooking, staffFacts } from "#src/modules/mail/notifications/kinds/booking-words.server.ts";
import { bookingSending, keyed } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail, queueToGuest, queueToStaff } from "#src/modules/mail/notifications/queue-email.server.ts";
import { guestAddress } from "#src/modules/mail/notifications/store.server.ts";
import { bookingLink } from "#src/modules/sales/booking/grant-access.server.ts";
import type { Handlers } from "#src/platform/context.server.ts";

type Invoice = Awaited<ReturnType<typeof invoiceOf>>;

const isRefused = (invoice: Invoice): boolean => invoice?.status === "requested" && invoice.refused_at !== null;
const standsAs = (invoice: Invoice): string => `the invoice is ${invoice?.status ?? "not wanted"}`;

const exampleInvoice = (): Invoice =>
  ({
    status: "requested",
    rfc: "PME010101AB1",
    legal_name: "PULQUES Y MEZCALES",
    tax_regime: "601",
    postal_code: "06000",
    cfdi_use: "G03",
    email: "sofia@example.com",
    refused_at: null,
    refusal: "The tax certificate shows another postal code.",
    issued: { fiscal_uuid: NOBODY },
  }) as Invoice;

export const INVOICE_SENDINGS = {
  /** Its files go with it. Whoever else was to get it, a bookkeeper for example, gets no link: it would make them the guest. */
  invoice_issued: bookingSending("invoice_issued", {
    read: async (ctx, { id }, { payload }) => ({ invoice: await invoiceOf(ctx, id), invoiceId: payload.invoiceId }),
    whyWithheld: ({ invoice, invoiceId }) => {
      if (invoice?.status !== "issued") return standsAs(invoice);
      return invoice.issued?.id === invoiceId ? null : "the invoice is another one";
    },
    words(context, { booking, invoice }, keys) {
      const { t, locale, reference } = context;
      const isGuests = invoice?.email.toLowerCase() === booking.email.toLowerCase();
      return {
        subject: t("emails.invoice.issued.subject", { reference }),
        preview: t("emails.invoice.issued.preview"),
        title: t("emails.invoice.issued.title"),
        paragraphs: [t("emails.invoice.issued.text", { reference })],
        facts: [
          ["RFC", invoice?.rfc ?? ""],
          [t("emails.invoice.name"), invoice?.legal_name ?? ""],
          [t("emails.invoice.uuid"), invoice?.issued?.fiscal_uuid.toUpperCase() ?? ""],
        ],
        ...(isGuests && {
          action: seeBooking(
            context,
            keyed(keys, (ctx) => bookingLink(ctx, booking, locale)),
          ),
        }),
      };
    },
    files: (ctx, { booking }) => Promise.all(INVOICE_FILES.map((file) => invoiceFile(ctx, booking.id, file))),
    example: () => ({ invoice: exampleInvoice(), invoiceId: NOBODY }),
  }),
  invoice_refused: bookingSending("invoice_refused", {
    read: async (ctx, { id }) => ({ invoice: await invoiceOf(ctx, id) }),
    whyWithheld: ({ invoice }) => (isRefused(invoice) ? null : standsAs(invoice)),
    words: ({ t, locale, reference }, { booking, invoice }, keys) => ({
      subject: t("emails.invoice.refused.subject", { reference }),
      preview: t("emails.invoice.refused.preview"),
      title: t("emails.invoice.refused.title"),
      paragraphs: [t("emails.invoice.refused.text", { reference })],
      points: [[t("emails.invoice.refused.why"), invoice?.refusal ?? ""]],
      action: {
        href: keyed(keys, (ctx) => `${bookingLink(ctx, booking, locale, "/manage")}&do=invoice`),
        label: t("emails.invoice.refused.action"),
      },
    }),
    example: () => ({ invoice: exampleInvoice() }),
  }),
  staff_invoice_request: bookingSending("staff_invoice_request", {
    read: async (ctx, { id }) => ({ invoice: await invoiceOf(ctx, id) }),
    whyWithheld: ({ invoice }) => {
      if (isRefused(invoice)) return "the invoice is refused";
      return invoice?.status === "requested" ? null : standsAs(invoice);
    },
    words(context, { booking, invoice }) {
      const { t, reference } = context;
      return {
        subject: t("emails.staff.invoice.subject", { reference }),
        preview: t("emails.staff.invoice.text"),
        title: t("emails.staff.invoice.title"),
        paragraphs: [t("emails.staff.invoice.text")],
        facts: [
          ...staffFacts(context, booking),
          ["RFC", invoice?.rfc ?? ""],
          [t("emails.staff.invoice.name"), invoice?.legal_name ?? ""],
          [t("emails.staff.invoice.regime"), invoice?.tax_regime ?? ""],
          [t("emails.staff.invoice.postalCode"), invoice?.postal_code ?? ""],
          [t("emails.staff.invoice.use"), invoice?.cfdi_use ?? ""],
          [t("emails.staff.invoice.email"), invoice?.email ?? ""],
        ],
        reason: t("emails.staff.reason"),
      };
    },
    example: () => ({ invoice: exampleInvoice() }),
  }),
};

export const INVOICE_ANSWERS = {
  // to the address that was given for it, once each time it is issued
  "invoice.issued": [
    async (ctx, tx, { bookingId, invoiceId, at }) => {
      const [booking, invoice] = [await guestAddress(tx, bookingId), await invoiceOf({ db: tx }, bookingId)];
      if (!booking || !invoice) throw new Error(`no invoice of booking ${bookingId} to send`);
      await queueEmail(ctx, tx, {
        kind: "invoice_issued",
        payload: { invoiceId },
        dedupeKey: `booking.${bookingId}.invoice_issued.${at}`,
        language: booking.language === "es" ? "es" : "en",
        recipient: invoice.email,
        bookingId,
      });
    },
  ],
  // why it can't be issued as it was asked for, and where to correct it
  "invoice.refused": [
    (ctx, tx, { bookingId, at }) =>
      queueToGuest(ctx, tx, bookingId, { kind: "invoice_refused", key: `invoice_refused.${at}`, payload: {} }),
  ],
  // a guest wants one, or has corrected its details: once per request and correction
  "invoice.requested": [
    async (ctx, tx, { bookingId }) => {
      const invoice = await invoiceOf({ db: tx }, bookingId);
      const key = `booking.${bookingId}.invoice.${invoice!.updated_at.getTime()}`;
      await queueToStaff(ctx, tx, key, { kind: "staff_invoice_request", payload: {}, bookingId });
    },
  ],
} satisfies Partial<Handlers>;
