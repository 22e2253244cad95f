import { type ReactNode, useState } from "react";
import { type useFetcher, useLocation } from "react-router";
import { dayAndYear } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { RecordHistory } from "#src/modules/base/audit/admin/record-history.tsx";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { lastDayOf } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import type { ListedGiftCard } from "#src/modules/sales/gift-cards/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField, AdminInput } from "#src/ui/admin/field.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { PanelPart, SidePanel } from "#src/ui/admin/side-panel.tsx";
import type { FormAnswer } from "#src/ui/form/answer.ts";

type GiftCardPanelProps = {
  card: ListedGiftCard;
  history: readonly AuditLogEntry[];
  mayChange: boolean;
  closeHref: string;
  previousHref: string | null;
  nextHref: string | null;
  act: ReturnType<typeof useFetcher<FormAnswer>>;
};

type Ending = Record<"label" | "title" | "text", string> & { form: Record<string, string | number> };

/** How a card can be ended now, in words: voided, or refunded if it was paid; null where it can't. */
function endingOf(card: ListedGiftCard, t: ReturnType<typeof useText>["t"], amount: string): Ending | null {
  const { reference, state, gesture, left } = card;
  const isUsable = state === "live" || state === "waiting";
  if (gesture === null && isUsable)
    return {
      form: { intent: "refund", amount: left },
      label: t("gift-cards-admin.refund", { amount }),
      title: t("gift-cards-admin.refundTitle", { reference }),
      text: t("gift-cards-admin.refundText", { amount }),
    };
  // a booking that was paid with a void card may return something to it
  if (state !== "unpaid" && (gesture === null || !(isUsable || (state === "void" && left > 0)))) return null;
  return {
    form: { intent: "void" },
    label: t("gift-cards-admin.void"),
    title: t("gift-cards-admin.voidTitle", { reference }),
    text: t(state === "unpaid" ? "gift-cards-admin.voidUnpaid" : "gift-cards-admin.voidText", { amount }),
  };
}

/** One card: what it is, sending it again, and ending it. */
export function GiftCardPanel({ card, history, mayChange, act, ...links }: GiftCardPanelProps) {
  const { t, locale } = useText();
  const { pathname } = useLocation();
  // the key of what is asked to be confirmed
  const [asking, setAsking] = useState<string | null>(null);
  const money = (amount: number) => formatMoney({ amount, currency: card.currency }, locale);
  const isUsable = card.state === "live" || card.state === "waiting";
  const ending = endingOf(card, t, money(card.left));
  const answer = act.data?.id === card.id ? act.data : undefined;
  const error = answer?.fieldErrors?.[0];
  const facts: (readonly [string, ReactNode])[] = [
    [t("gift-cards-admin.column.state"), t(`gift-cards-admin.state.${card.state}`)],
    [t("gift-cards-admin.column.amount"), money(card.amount)],
    [t("gift-cards-admin.column.left"), money(card.left)],
    ...(card.gesture === null
      ? [[t("gift-cards-admin.column.buyer"), `${card.buyer} · ${card.buyer_email}`] as const]
      : [
          [t("gift-cards-admin.column.gesture"), card.gesture] as const,
          ...(card.issued_by ? [[t("gift-cards-admin.issuedBy"), card.issued_by] as const] : []),
        ]),
    [t("gift-cards-admin.column.receiver"), `${card.receiver} · ${card.receiver_email}`],
    [t("gift-cards-admin.column.created"), <Moment key="created" at={card.created_at} />],
    [
      t(card.sent_at ? "gift-cards-admin.column.sent" : "gift-cards-admin.sendsAt"),
      <Moment key="sent" at={card.sent_at ?? card.send_at} />,
    ],
    ...(card.until
      ? [[t("gift-cards-admin.column.until"), dayAndYear(lastDayOf(new Date(card.until)), locale)] as const]
      : []),
  ];
  return (
    <SidePanel title={card.reference} {...links}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 py-3">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-text-3">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {mayChange && isUsable && (
        <PanelPart title={t(card.sent_at ? "gift-cards-admin.again" : "gift-cards-admin.address")}>
          <act.Form method="post" action={pathname} noValidate className="grid gap-3 py-2">
            <input type="hidden" name="intent" value="send" />
            <input type="hidden" name="id" value={card.id} />
            <AdminField
              id="card-receiver"
              label={t("gift-cards-admin.column.receiverEmail")}
              {...(card.sent_at ? { help: t("gift-cards-admin.againHelp") } : {})}
              {...(error ? { error: t(error.message) } : {})}
            >
              {(aria) => (
                <AdminInput
                  {...aria}
                  type="email"
                  name="receiver_email"
                  defaultValue={card.receiver_email}
                  maxLength={254}
                />
              )}
            </AdminField>
            <AdminButton type="submit" busy={act.state !== "idle"} className="justify-self-start">
              {t(card.sent_at ? "gift-cards-admin.sendAgain" : "gift-cards-admin.saveAddress")}
            </AdminButton>
          </act.Form>
        </PanelPart>
      )}
      {mayChange && ending && (
        <PanelPart title={ending.label}>
          <AdminButton kind="danger" className="my-2" onClick={() => setAsking(crypto.randomUUID())}>
            {ending.label}
          </AdminButton>
          <ConfirmDialog
            open={asking !== null}
            title={ending.title}
            confirmLabel={ending.label}
            cancelLabel={t("admin.cancel")}
            dangerous
            busy={act.state !== "idle"}
            onConfirm={() => {
              void act.submit(
                { ...ending.form, id: card.id, key: asking },
                {
                  method: "post",
                  action: pathname,
                },
              );
              setAsking(null);
            }}
            onClose={() => setAsking(null)}
          >
            <p>{ending.text}</p>
          </ConfirmDialog>
        </PanelPart>
      )}
      <PanelPart title={t("audit.history")}>
        <RecordHistory entries={history} />
      </PanelPart>
    </SidePanel>
  );
}
