import { Plus } from "#src/ui/lucide/icons.ts";
import { useFetcher, useNavigate } from "react-router";
import { dateIn, dayOf, HOME_ZONE } from "#src/kernel/local-time.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { GiftCardPanel } from "#src/modules/sales/gift-cards/admin/gift-card-panel.tsx";
import { IssuePanel } from "#src/modules/sales/gift-cards/admin/issue-panel.tsx";
import { CARD_LIST } from "#src/modules/sales/gift-cards/rules/card-list.ts";
import type { CardState } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import type { ListedGiftCard } from "#src/modules/sales/gift-cards/schema.ts";
import type { Route } from "#routes/admin/sales/+types/gift-cards.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { ListFailure } from "#src/ui/admin/list/list-failure.tsx";
import { ListPage } from "#src/ui/admin/list/list-page.tsx";
import { useList } from "#src/ui/admin/list/use-list.ts";
import type { Column } from "#src/ui/admin/table.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

const PAGE = 50;

const TONES: Record<CardState, Tone> = {
  unpaid: "none",
  waiting: "waiting",
  live: "done",
  used: "none",
  ended: "none",
  void: "failed",
};

/** The gift cards: what each was, what is left of it, and of whom; the panel of one, and a new one as a gesture. */
export default function GiftCardsPage({ loaderData }: Route.ComponentProps) {
  const { t, locale } = useText();
  const { cards, total, filter, mayChange, opened, history, issue } = loaderData;
  const list = useList(CARD_LIST, "/admin/gift-cards", filter);
  const act = useFetcher<FormAnswer>();
  const navigate = useNavigate();
  useFlash(act.data);
  useAnswer(act.data?.intent === "issue" && act.data.done ? act.data : null, () => {
    void navigate(list.hrefOf({ open: null }), { preventScrollReset: true });
  });
  const money = ({ currency }: ListedGiftCard, amount: number) => formatMoney({ amount, currency }, locale);
  const day = (at: string) => dayOf(dateIn(new Date(at), HOME_ZONE), locale);
  const from = ({ gesture, buyer }: ListedGiftCard) => (gesture === null ? buyer : t("gift-cards-admin.isGesture"));
  const state = ({ state: of }: ListedGiftCard) => <Badge tone={TONES[of]}>{t(`gift-cards-admin.state.${of}`)}</Badge>;
  const columns: Column<ListedGiftCard>[] = [
    { id: "reference", head: t("gift-cards-admin.column.reference"), cell: ({ reference }) => reference },
    { id: "state", head: t("gift-cards-admin.column.state"), cell: state },
    { id: "buyer", head: t("gift-cards-admin.column.buyer"), cell: from },
    { id: "receiver", head: t("gift-cards-admin.column.receiver"), grows: true, cell: ({ receiver }) => receiver },
    { id: "day", head: t("gift-cards.own.day"), cell: (card) => day(card.sent_at ?? card.send_at) },
    {
      id: "amount",
      head: t("gift-cards-admin.column.amount"),
      numeric: true,
      cell: (card) => money(card, card.amount),
    },
    { id: "left", head: t("gift-cards-admin.column.left"), numeric: true, cell: (card) => money(card, card.left) },
  ];
  const add = mayChange && (
    <AdminLink kind="ink" icon={<Plus aria-hidden size={15} />} to={list.hrefOf({ open: "new" })} preventScrollReset>
      {t("gift-cards-admin.issue")}
    </AdminLink>
  );
  return (
    <ListPage
      list={list}
      title={t("gift-cards-admin.title")}
      meta={t("gift-cards-admin.meta", { count: total })}
      file={{ name: "cards.csv", label: t("gift-cards-admin.export") }}
      actions={add}
      search={{ label: t("gift-cards-admin.search") }}
      columns={columns}
      rows={cards}
      phone={(card) => ({
        first: card.reference,
        second: `${from(card)} → ${card.receiver}`,
        end: money(card, card.left),
        endSecond: state(card),
      })}
      opens="open"
      opened={opened?.id ?? null}
      empty={
        filter.q === ""
          ? { title: t("gift-cards-admin.empty.title"), text: t("gift-cards-admin.empty.text") }
          : { title: t("gift-cards-admin.none.title"), text: t("gift-cards-admin.none.text") }
      }
      pages={{ size: PAGE, total }}
      panel={
        issue ? (
          <IssuePanel issue={issue} closeHref={list.hrefOf({ open: null })} act={act} />
        ) : (
          opened && (
            <GiftCardPanel
              key={opened.id}
              card={opened}
              history={history}
              mayChange={mayChange}
              {...list.panelLinks("open", cards, opened.id)}
              act={act}
            />
          )
        )
      }
    />
  );
}

export function GiftCardsFailure() {
  const { t } = useText();
  return (
    <ListFailure
      title={t("gift-cards-admin.error.fetching")}
      text={t("coupons.error.nothing")}
      retry={t("coupons.retry")}
    />
  );
}
