import { type ExpressionBuilder, type Insertable, sql } from "kysely";
import type { Tables } from "#db/tables.ts";
import type { Currency } from "#src/kernel/money.ts";
import type { Db, Tx } from "#src/platform/db.server.ts";

type NewCard = Omit<Insertable<Tables["gift_cards"]>, "id" | "found_by">;

export const insertCard = (tx: Tx, card: NewCard) =>
  tx.insertInto("gift_cards").values(card).returning("id").executeTakeFirstOrThrow();

/** The card that a form has ordered already. */
export const cardOfKey = (db: Db | Tx, key: string) =>
  db.selectFrom("gift_cards").select("id").where("order_key", "=", key).executeTakeFirst();

/** What is left of the credit that a card is: 0 until it is paid. */
const left = (e: ExpressionBuilder<Tables, "gift_cards">) =>
  e
    .selectFrom("credits as c")
    .whereRef("c.purchase_id", "=", "gift_cards.id")
    .select(
      sql<number>`greatest(0, c.amount - c.voided - coalesce((select sum(u.amount) from credit_uses u
        where u.credit_id = c.id and u.state <> 'released'), 0))::int`.as("left"),
    )
    .limit(1);

const cards = (db: Db | Tx) =>
  db
    .selectFrom("gift_cards")
    .select([
      "id",
      "reference",
      "state",
      "amount",
      "people",
      "crawl",
      "crawl_es",
      "site_tag",
      "language",
      "buyer_name",
      "buyer_email",
      "receiver_name",
      "receiver_email",
      "message",
      "send_at",
      "sent_at",
      "gesture",
      "issued_by",
      "test",
      "created_at",
      "paid_at",
      "forgotten_at",
    ])
    .select(sql<Currency>`gift_cards.currency`.as("currency"))
    .select((e) => e.fn.coalesce(left(e), sql<number>`0`).as("left"))
    .select((e) =>
      e
        .selectFrom("credits as c")
        .whereRef("c.purchase_id", "=", "gift_cards.id")
        .select("c.expires_at")
        .limit(1)
        .as("expires_at"),
    );

export const cardById = (db: Db | Tx, id: string) => cards(db).where("id", "=", id).executeTakeFirst();
export type CardRow = NonNullable<Awaited<ReturnType<typeof cardById>>>;

/**
 * A card, locked until the transaction ends with the credit that it is, and only then read: bookings that use it lock the credit alone,
 * so that without it what is left could be spent before the caller decides by it. Always in this order.
 */
export async function lockCard(tx: Tx, id: string): Promise<CardRow | undefined> {
  await tx.selectFrom("gift_cards").select("id").where("id", "=", id).forUpdate().execute();
  await tx.selectFrom("credits").select("id").where("purchase_id", "=", id).orderBy("id").forUpdate().execute();
  return cardById(tx, id);
}

/** The payment that a card's credit came from: the one of all that was not paid twice. Null where nothing was paid. */
export const paymentOfCard = async (db: Db | Tx, id: string): Promise<string | null> =>
  (await db.selectFrom("credits").select("payment_id").where("purchase_id", "=", id).executeTakeFirst())?.payment_id ??
  null;

/** Cards of practice, or real ones, newest first; those that were never paid only where they are searched for. */
export const listCards = (db: Db, { search, test, before, limit }: CardSearch) =>
  cards(db)
    .where("test", "=", test)
    .$if(search !== "", (q) => q.where(sql<boolean>`found_by like '%' || findable(${search}) || '%'`))
    .$if(search === "", (q) => q.where("state", "<>", "unpaid"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(before)
    .execute();
type CardSearch = { search: string; test: boolean; before: number; limit: number };

/** How many `listCards` has in all. */
export const countCards = async (db: Db, { search, test }: Pick<CardSearch, "search" | "test">): Promise<number> =>
  (
    await db
      .selectFrom("gift_cards")
      .select(sql<number>`count(*)::int`.as("n"))
      .where("test", "=", test)
      .$if(search !== "", (q) => q.where(sql<boolean>`found_by like '%' || findable(${search}) || '%'`))
      .$if(search === "", (q) => q.where("state", "<>", "unpaid"))
      .executeTakeFirstOrThrow()
  ).n;

/** The names of accounts, by id. */
export const namesOf = async (db: Db, ids: readonly string[]): Promise<Map<string, string>> =>
  ids.length === 0
    ? new Map()
    : new Map(
        (await db.selectFrom("user").select(["id", "name"]).where("id", "in", ids).execute()).map(({ id, name }) => [
          id,
          name,
        ]),
      );

/** Marks a card as paid for; it is worth what was paid (minor units). */
export const markPaid = (tx: Tx, id: string, amount: number, now: Date) =>
  tx.updateTable("gift_cards").set({ state: "live", amount, paid_at: now }).where("id", "=", id).execute();

export const markVoid = (tx: Tx, id: string, now: Date) =>
  tx.updateTable("gift_cards").set({ state: "void", void_at: now }).where("id", "=", id).execute();

export const readdress = (tx: Tx, id: string, email: string) =>
  tx.updateTable("gift_cards").set({ receiver_email: email }).where("id", "=", id).execute();

/** Marks a card as sent; false if it was before, or has nobody to go to. */
export const takeSending = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (
    await tx
      .updateTable("gift_cards")
      .set({ sent_at: now })
      .where("id", "=", id)
      .where("state", "=", "live")
      .where("sent_at", "is", null)
      .where("receiver_email", "<>", "")
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

export const dueCards = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom("gift_cards")
      .select("id")
      .where("state", "=", "live")
      .where("sent_at", "is", null)
      .where("receiver_email", "<>", "")
      .where("send_at", "<=", now)
      .orderBy("send_at")
      .execute()
  ).map(({ id }) => id);

/** Cards that were sent, of which something is left, and that end before a time; whose holders weren't reminded. */
export const endingCards = async (db: Db, { now, until }: { now: Date; until: Date }): Promise<string[]> =>
  (
    await db
      .selectFrom("gift_cards")
      .innerJoin("credits as c", "c.purchase_id", "gift_cards.id")
      .select("gift_cards.id")
      .where("gift_cards.state", "=", "live")
      .where("gift_cards.sent_at", "is not", null)
      .where("gift_cards.reminded_at", "is", null)
      .where("gift_cards.receiver_email", "<>", "")
      .where("c.expires_at", ">", now)
      .where("c.expires_at", "<=", until)
      .execute()
  ).map(({ id }) => id);

export const takeReminder = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (
    await tx
      .updateTable("gift_cards")
      .set({ reminded_at: now })
      .where("id", "=", id)
      .where("reminded_at", "is", null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n;

const NO_RECEIVER = { receiver_name: "", receiver_email: "", message: "" };
/** A card that was paid for and wasn't sent: without its receiver it would be lost. */
const isToSend = sql<boolean>`(state = 'live' and sent_at is null)`;

/** Takes buyers out of cards, and receivers, but not of those that are yet to be sent. */
export async function forgetPeople(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable("gift_cards")
    .set({ buyer_name: "", buyer_email: "" })
    .set((e) => ({ forgotten_at: e.fn.coalesce("forgotten_at", e.val(now)) }))
    .where("id", "in", ids)
    .execute();
  await tx
    .updateTable("gift_cards")
    .set(NO_RECEIVER)
    .where("id", "in", ids)
    .where((e) => e.not(isToSend))
    .execute();
}

/** Takes receivers out of cards, as they wish: a card that is yet to be sent waits for another address. */
export const forgetReceivers = (tx: Tx, ids: readonly string[]) =>
  tx.updateTable("gift_cards").set(NO_RECEIVER).where("id", "in", ids).execute();

/** The cards that somebody receives, locked. */
export const cardsOfReceiver = async (tx: Tx, email: string): Promise<string[]> =>
  (
    await tx
      .selectFrom("gift_cards")
      .select("id")
      .where(sql<boolean>`lower(receiver_email) = ${email}`)
      .orderBy("id")
      .forUpdate()
      .execute()
  ).map(({ id }) => id);

/** Cards of which somebody is to be forgotten, locked: bought before a time, or never paid and ordered before one. */
export const cardsToForget = async (tx: Tx, as: "paid" | "unpaid", before: Date, limit: number): Promise<string[]> =>
  (
    await tx
      .selectFrom("gift_cards")
      .select("id")
      .where((e) => e.or([e("forgotten_at", "is", null), e.and([e("receiver_email", "<>", ""), e.not(isToSend)])]))
      .$if(as === "paid", (q) => q.where("paid_at", "<", before))
      .$if(as === "unpaid", (q) => q.where("paid_at", "is", null).where("created_at", "<", before))
      .orderBy("id")
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
  ).map(({ id }) => id);

/** What is stored of cards, for whoever bought them. */
export const storedCards = (db: Db | Tx, ids: readonly string[]) =>
  db
    .selectFrom("gift_cards")
    .select([
      "reference",
      "state",
      "amount",
      "currency",
      "buyer_name",
      "buyer_email",
      "receiver_name",
      "receiver_email",
    ])
    .select(["message", "send_at", "sent_at", "created_at", "paid_at"])
    .where("id", "in", ids)
    .execute();

/** What is stored of cards that others bought, for whoever receives them. `email` is in small letters. */
export const receivedCards = (db: Db | Tx, email: string) =>
  db
    .selectFrom("gift_cards")
    .select([
      "reference",
      "state",
      "amount",
      "currency",
      "receiver_name",
      "receiver_email",
      "message",
      "send_at",
      "sent_at",
    ])
    .where(sql<boolean>`lower(receiver_email) = ${email}`)
    .orderBy("id")
    .execute();
