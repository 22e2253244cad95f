import { dateIn, HOME_ZONE, longDate } from "#src/kernel/local-time.ts";
import { type Locale, localizedPath } from "#src/kernel/localized.ts";
import { type Currency, formatMoney, type Money } from "#src/kernel/money.ts";
import { ACCOUNTS } from "#src/modules/base/ledger/rules/accounts.ts";
import type { EmailContext } from "#src/modules/mail/notifications/emails/layout.tsx";
import { type Keys, sending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueToStaff } from "#src/modules/mail/notifications/queue-email.server.ts";
import { deadEvent, differencesOfTills } from "#src/modules/money/payments/queries.server.ts";
import { runOf } from "#src/modules/books/reconciliation/queries.server.ts";
import type { Run, ShownDifference } from "#src/modules/books/reconciliation/schema.ts";
import type { Handlers } from "#src/platform/context.server.ts";
import { COMPANIES } from "#src/modules/base/settings/rules/payment-companies.ts";

/** Maximum differences listed in an email; its page shows the rest. */
const MOST_NAMED = 20;

/** What all of them end with. */
const toPayments = ({ t, locale }: EmailContext, { base }: Keys) => ({
  action: { href: base + localizedPath("/admin/payments", locale), label: t("emails.money.open") },
  reason: t("emails.staff.reason"),
});

type Event = Awaited<ReturnType<typeof deadEvent>>;

export const MONEY_SENDINGS = {
  staff_event_died: sending("staff_event_died", {
    read: async (ctx, { payload }) => ({ event: await deadEvent(ctx, payload.eventId) }),
    whyWithheld: ({ event }) => (event ? null : "the message is tried again"),
    words(context, { event }, keys) {
      const { t } = context;
      if (!event?.dead_reason) throw new Error("no email about a message that is alive");
      const lost = event.dead_reason === "money_without_booking";
      const text = lost ? t("emails.money.lost.text") : t("emails.money.died.text");
      return {
        subject: lost
          ? t("emails.money.lost.subject", { provider: event.provider })
          : t("emails.money.died.subject", { provider: event.provider }),
        preview: text,
        title: lost ? t("emails.money.lost.title") : t("emails.money.died.title"),
        paragraphs: [text],
        facts: [
          [t("emails.money.provider"), event.provider],
          [t("emails.money.message"), `${event.type}, ${event.event_id}`],
          [t("emails.staff.payment"), event.external_id ?? event.charge_ref ?? event.payment_ref ?? "–"],
          [t("emails.staff.why"), event.last_error ?? "–"],
        ],
        ...toPayments(context, keys),
      };
    },
    example: (_now, at) => ({
      event: {
        provider: COMPANIES[0]!,
        type: "charge.succeeded",
        event_id: "evt_example",
        external_id: "pi_example",
        dead_reason: at === "moneyLost" ? "money_without_booking" : "failed",
        last_error: null,
      } as Event,
    }),
  }),
  staff_money_differs: sending("staff_money_differs", {
    read: async (ctx, { payload }) => ({ run: await runOf(ctx, payload.runId) }),
    whyWithheld: ({ run }) => (run ? (run.lookedAt ? "somebody has looked already" : null) : "the comparison is gone"),
    words(context, { run }, keys) {
      const { t, locale } = context;
      if (!run) throw new Error("no email about a comparison that is gone");
      const values = { provider: run.provider, day: longDate(run.day, locale), count: run.differences.length };
      return {
        subject: t("emails.money.differs.subject", values),
        preview: t("emails.money.differs.text", values),
        title: t("emails.money.differs.title", values),
        paragraphs: [t("emails.money.differs.text", values)],
        points: run.differences.slice(0, MOST_NAMED).map((one) => pointOf(context, one)),
        ...toPayments(context, keys),
      };
    },
    example: (now) => ({ run: exampleRun(now) }),
  }),
  staff_tills_differ: sending("staff_tills_differ", {
    read: async (ctx) => ({ tills: await differencesOfTills(ctx) }),
    whyWithheld: ({ tills }) => (tills.length > 0 ? null : "the books agree again"),
    words(context, { tills }, keys) {
      const { t, locale } = context;
      return {
        subject: t("emails.money.tills.subject"),
        preview: t("emails.money.tills.text"),
        title: t("emails.money.tills.title"),
        paragraphs: [t("emails.money.tills.text")],
        facts: tills.slice(0, MOST_NAMED).map(({ account, provider, currency, expected, actual }) => {
          const figures = { expected: money(expected, currency, locale), actual: money(actual, currency, locale) };
          const accountName = ACCOUNTS.find((one) => one === account);
          const name = [
            accountName ? t(`reconciliation.account.${accountName}`) : account,
            ...(provider ? [provider] : []),
          ];
          return [name.join(", "), t("emails.staff.books.figures", figures)] as const;
        }),
        ...toPayments(context, keys),
      };
    },
    example: (now) => ({
      tills: [
        {
          purchase_id: null,
          account: "office_cash",
          provider: null,
          found_at: now,
          currency: "MXN" as const,
          expected: 80_000,
          actual: 79_000,
        },
      ],
    }),
  }),
};

const money = (amount: number, currency: Currency, locale: Locale) => formatMoney({ amount, currency }, locale);

function pointOf({ t, locale }: EmailContext, one: ShownDifference): readonly [string, string] {
  const text = (sum: Money | null) => (sum ? formatMoney(sum, locale) : t("reconciliation.nothing"));
  const name = [one.reference, one.externalId].filter((part) => part !== null).join(" · ");
  const figures = { name, ours: text(one.ours), theirs: text(one.theirs) };
  return [t(`reconciliation.difference.${one.kind}`), t("emails.money.differs.one", figures)];
}

const exampleRun = (now: Date): Run => ({
  id: NOBODY,
  provider: COMPANIES[0]!,
  day: dateIn(now, HOME_ZONE),
  ranAt: now.toISOString(),
  movements: 12,
  lookedAt: null,
  differences: [
    {
      id: NOBODY,
      kind: "charge_differs",
      externalId: "pi_example",
      reference: "RND-EXAMPLE",
      ours: { amount: 80_000, currency: "MXN" },
      theirs: { amount: 79_000, currency: "MXN" },
      mended: false,
    },
  ],
});

export const MONEY_ANSWERS = {
  // a webhook that was given up: once per time it was
  "provider_event.died": [
    (ctx, tx, { eventId, at }) =>
      queueToStaff(ctx, tx, `event.${eventId}.died.${at}`, {
        kind: "staff_event_died",
        payload: { eventId },
        bookingId: null,
      }),
  ],
  // a day on which a provider's report and our ledger differ
  "money.differs": [
    (ctx, tx, { runId }) =>
      queueToStaff(ctx, tx, `reconciliation.${runId}`, {
        kind: "staff_money_differs",
        payload: { runId },
        bookingId: null,
      }),
  ],
  // once per difference, with all of them in one email
  "tills.differ": [
    (ctx, tx, { key }) =>
      queueToStaff(ctx, tx, `books.${key}`, { kind: "staff_tills_differ", payload: {}, bookingId: null }),
  ],
} satisfies Partial<Handlers>;
