import type { Account } from "#tests/mocks/stripe/account.ts";
import { plain } from "#tests/mocks/stripe/hosted-page.ts";

/** Actions of the merchant, a guest's bank or a shop's till, by button. */
const ACTS: Record<string, (account: Account, id: string) => unknown> = {
  "Voucher is paid": (account, id) => account.voucherIsPaid(id),
  "Voucher lapses": (account, id) => account.voucherLapses(id),
  Refund: (account, id) => account.createRefund({ payment_intent: id, metadata: {}, expand: [] }),
  "Guest disputes": (account, id) => account.isDisputed(id),
  "Bank warns": (account, id) => account.warns(id),
  "Dispute is won": (account, id) => account.disputeBecomes(id, "won"),
  "Dispute is lost": (account, id) => account.disputeBecomes(id, "lost"),
  "Refund arrives": (account, id) => account.refundBecomes(id, "succeeded"),
  "Refund fails": (account, id) => account.refundBecomes(id, "failed"),
  "Refunds go through": (account) => (account.refunding.becomes = "succeeded"),
  "Refunds wait for the balance": (account) => (account.refunding.becomes = "insufficient_funds"),
};

/** Runs a button's action. */
export function does(account: Account, act: string, id: string): void {
  if (!Object.hasOwn(ACTS, act)) throw new Error(`nothing is called ${act}`);
  ACTS[act]!(account, id);
}

type Row = { id: string; text: string; acts: string[] };

/** Everything in the account, with the actions possible on each object. */
export function dashboardPage(account: Account): string {
  const money = (one: { amount: number; currency: string }) =>
    `${(one.amount / 100).toFixed(2)} ${one.currency.toUpperCase()}`;
  const sessions = account.listSessions().map((one): Row => {
    const isVoucher = one.status === "complete" && one.payment_status === "unpaid";
    const text = `${money({ amount: one.amount_total, currency: one.currency })} ${one.status}, ${one.payment_status}`;
    return { id: one.id, text, acts: isVoucher ? ["Voucher is paid", "Voucher lapses"] : [] };
  });
  const charges = account.listCharges({}).map((one): Row => {
    const state = one.disputed ? "disputed" : `${money({ ...one, amount: one.amount_refunded })} refunded`;
    const acts = one.disputed ? [] : ["Refund", "Guest disputes", "Bank warns"];
    return { id: one.payment_intent, text: `${money(one)}, ${state}`, acts };
  });
  const refunds = account.listRefunds({}).map((one): Row => {
    const acts = { pending: ["Refund arrives", "Refund fails"], succeeded: ["Refund fails"] }[one.status as string];
    return { id: one.id, text: `${money(one)} ${one.status}`, acts: acts ?? [] };
  });
  const disputes = account.listDisputes().map((one): Row => {
    const isOver = one.status === "won" || one.status === "lost";
    return {
      id: one.id,
      text: `${money(one)} ${one.status}`,
      acts: isOver ? [] : ["Dispute is won", "Dispute is lost"],
    };
  });
  const { becomes } = account.refunding;
  const next = becomes === "succeeded" ? "Refunds wait for the balance" : "Refunds go through";
  const settings = [{ id: "", text: `Refunds asked for from now on: ${becomes}`, acts: [next] }];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Stripe's double</title>
<link rel="icon" href="data:,"><main><h1>Stripe's double</h1>${section("Settings", settings)}${section("Pages", sessions)}
${section("Charges", charges)}${section("Refunds", refunds)}${section("Disputes", disputes)}</main></html>`;
}

const section = (title: string, rows: Row[]) => `<h2>${title}</h2><ul>${rows.map(listed).join("")}</ul>`;

const listed = ({ id, text, acts }: Row) =>
  `<li><form method="post">${plain(`${id} ${text}`)} <input type="hidden" name="id" value="${plain(id)}">${acts
    .map((act) => `<button name="act" value="${plain(act)}">${plain(act)}</button>`)
    .join(" ")}</form></li>`;
