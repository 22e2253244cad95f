import { isUuid } from "#src/kernel/codes.ts";
import { dateIn, dayAndYear, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale, type Locale } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { fail, ok } from "#src/kernel/result.ts";
import { type Column, momentCell, moneyCell, sheetOf } from "#src/kernel/sheet.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { can } from "#src/modules/base/identity/rules/permissions.ts";
import { appSettings } from "#src/modules/base/settings/queries.server.ts";
import { emailTextsFor } from "#src/modules/base/settings/read-texts.server.ts";
import { practises } from "#src/modules/base/settings/rules/practice.ts";
import { brandOn } from "#src/modules/site/media/draw-logo.server.ts";
import { drawnPaper } from "#src/modules/site/media/keep-papers.server.ts";
import { creditsOf } from "#src/modules/money/credits/queries.server.ts";
import { hasVoucher, refundableParts } from "#src/modules/money/payments/queries.server.ts";
import type { GiftCardSheet } from "#src/modules/sales/gift-cards/draw-card.server.ts";
import { cardState, lastDayOf, laterWaysOf, mayReturn } from "#src/modules/sales/gift-cards/rules/gift-card.ts";
import type { ListedGiftCard, OwnGiftCard } from "#src/modules/sales/gift-cards/schema.ts";
import {
  cardById,
  type CardRow,
  countCards,
  listCards,
  namesOf,
  receivedCards,
} from "#src/modules/sales/gift-cards/store.server.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";
import type { File } from "#src/platform/stream-file.server.ts";

const nightOf = ({ people, crawl, crawl_es: spanish }: CardRow, locale: Locale) =>
  people === null ? null : { people, crawl: inLocale(locale, crawl ?? "", spanish ?? "") };

/** A card for whoever has the address of its page: what they ordered, and what became of it; never its code. Null if there is none. */
export async function ownGiftCard(ctx: Context, id: string): Promise<OwnGiftCard | null> {
  const row = isUuid(id) ? await cardById(ctx.db, id) : undefined;
  if (!row || row.forgotten_at !== null || row.gesture !== null) return null;
  const settings = await appSettings(ctx);
  const bill = { amount_minor: row.amount, currency: row.currency, send_at: row.send_at };
  return {
    id: row.id,
    reference: row.reference,
    state: cardState(row, ctx.now),
    amount: row.amount,
    left: row.left,
    currency: row.currency,
    night: nightOf(row, ctx.locale),
    receiver: row.receiver_name,
    send_on: dateIn(row.send_at, HOME_ZONE),
    until: row.expires_at && lastDayOf(row.expires_at),
    later: row.state === "unpaid" && !(await hasVoucher(ctx.db, id)) ? laterWaysOf(settings, bill, ctx.now) : [],
    returnable: mayReturn(row, settings.giftCards.refundDays, ctx.now),
    practice: row.test,
  };
}

/** The cards that an address received, for a data export to whoever it is of; none without one. */
export const storedReceived = async ({ db }: Pick<Context, "db">, email: string | null) =>
  email === null ? [] : receivedCards(db, email.toLowerCase());

/** What can be refunded of each payment of a card, newest first. */
export const returnableParts = async (on: Db | Tx, id: string) =>
  (await refundableParts(on, id)).filter(({ left }) => left > 0);

/** A card for an email about it, with its code: whoever gets it can spend it. Undefined where it is gone. */
export async function giftCardToMail(ctx: Pick<Context, "db" | "now">, id: string) {
  const row = await cardById(ctx.db, id);
  if (!row) return undefined;
  const [credit] = await creditsOf(ctx, id);
  // a buyer who was forgotten before it was sent gives it by us, as a gesture does
  const buyer_name = row.buyer_name || (await appSettings(ctx)).operator.name;
  return { ...row, buyer_name, standing: cardState(row, ctx.now), code: credit?.code ?? null };
}
export type MailedGiftCard = NonNullable<Awaited<ReturnType<typeof giftCardToMail>>>;

/** The drawn card, as a PDF of one page; null where it can't be used any more. The caller checks access: its code is on it. */
export async function giftCardPdf(ctx: Context, id: string, locale: Locale): Promise<File | null> {
  const card = await giftCardToMail(ctx, id);
  if (!card?.code || card.state !== "live") return null;
  const [brand, { t }] = await Promise.all([brandOn(ctx), emailTextsFor(ctx, locale)]);
  const night = nightOf(card, locale);
  const sheet: GiftCardSheet = {
    title: `${t("gift-cards.name")} · ${brand.name}`,
    brand,
    name: t("gift-cards.name"),
    amount: formatMoney({ amount: card.amount, currency: card.currency }, locale),
    night: night ? t("gift-cards.card.night", night) : "",
    to: card.receiver_name === "" ? "" : t("gift-cards.card.to", { name: card.receiver_name }),
    from: card.buyer_name === "" ? "" : t("gift-cards.card.from", { name: card.buyer_name }),
    message: card.message,
    codeLabel: t("gift-cards.card.code"),
    code: card.code,
    small: [
      card.expires_at
        ? t("gift-cards.card.until", { date: dayAndYear(lastDayOf(card.expires_at), locale) })
        : t("gift-cards.card.noEnd"),
      t("gift-cards.card.how"),
    ],
    test: card.test ? t("ticket.test") : null,
  };
  return {
    filename: `${card.reference}.pdf`,
    contentType: "application/pdf",
    content: await drawnPaper("gift-card", sheet),
  };
}

const PER_PAGE = 50;

/** A page of all cards for staff. Requires `payments.read`. Refusals: forbidden {missing}. */
export async function listGiftCards(ctx: Context, { search, page }: { search: string; page: number }) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  const rows = await listCards(ctx.db, {
    search,
    test: practises(ctx),
    before: (page - 1) * PER_PAGE,
    limit: PER_PAGE,
  });
  return ok({ cards: await asListed(ctx, rows), total: await countCards(ctx.db, { search, test: practises(ctx) }) });
}

/** One card for staff; null if there is none. Requires `payments.read`. */
export async function giftCardForStaff(ctx: Context, id: string): Promise<ListedGiftCard | null> {
  if (!can(ctx.actor, "payments.read")) return null;
  const row = isUuid(id) ? await cardById(ctx.db, id) : undefined;
  return row ? (await asListed(ctx, [row]))[0]! : null;
}

async function asListed(ctx: Pick<Context, "db" | "now">, rows: readonly CardRow[]): Promise<ListedGiftCard[]> {
  const issuers = new Set(rows.flatMap(({ issued_by: id }) => id ?? []));
  const names = await namesOf(ctx.db, [...issuers]);
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    state: cardState(row, ctx.now),
    amount: row.amount,
    left: row.left,
    currency: row.currency,
    buyer: row.buyer_name,
    buyer_email: row.buyer_email,
    receiver: row.receiver_name,
    receiver_email: row.receiver_email,
    gesture: row.gesture,
    issued_by: names.get(row.issued_by ?? "") ?? null,
    created_at: row.created_at.toISOString(),
    send_at: row.send_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    until: row.expires_at?.toISOString() ?? null,
    test: row.test,
  }));
}

/** All cards that were paid or issued as a file, without their codes. Requires `payments.read`. Refusals: forbidden {missing}. */
export async function giftCardsSheet(ctx: Context) {
  if (!can(ctx.actor, "payments.read")) return fail("forbidden", { missing: "payments.read" as const });
  const { t } = await i18nFor(ctx.locale);
  const columns: Column<ListedGiftCard>[] = [
    [t("gift-cards-admin.column.reference"), ({ reference }) => reference],
    [t("gift-cards-admin.column.state"), ({ state }) => t(`gift-cards-admin.state.${state}`)],
    [t("gift-cards-admin.column.currency"), ({ currency }) => currency],
    [t("gift-cards-admin.column.amount"), ({ amount }) => moneyCell(amount)],
    [t("gift-cards-admin.column.left"), ({ left }) => moneyCell(left)],
    [t("gift-cards-admin.column.buyer"), ({ buyer }) => buyer],
    [t("gift-cards-admin.column.buyerEmail"), ({ buyer_email: email }) => email],
    [t("gift-cards-admin.column.receiver"), ({ receiver }) => receiver],
    [t("gift-cards-admin.column.receiverEmail"), ({ receiver_email: email }) => email],
    [t("gift-cards-admin.column.gesture"), ({ gesture }) => gesture ?? ""],
    [t("gift-cards-admin.column.created"), ({ created_at: at }) => momentCell(new Date(at), HOME_ZONE)],
    [t("gift-cards-admin.column.sent"), ({ sent_at: at }) => momentCell(at === null ? null : new Date(at), HOME_ZONE)],
    [t("gift-cards-admin.column.until"), ({ until }) => momentCell(until === null ? null : new Date(until), HOME_ZONE)],
  ];
  return ok({ sheet: sheetOf(columns, cardsInParts(ctx)) });
}

async function* cardsInParts(ctx: Context): AsyncGenerator<ListedGiftCard[]> {
  const PART = 500;
  for (let before = 0; ; before += PART) {
    const rows = await listCards(ctx.db, { search: "", test: practises(ctx), before, limit: PART });
    if (rows.length > 0) yield asListed(ctx, rows);
    if (rows.length < PART) return;
  }
}
