import type { Session } from "#tests/mocks/stripe/objects.ts";

type Words = Record<
  | "title"
  | "pay"
  | "apple"
  | "card"
  | "declined"
  | "insufficient"
  | "voucher"
  | "account"
  | "back"
  | "over"
  | "done"
  | "code"
  | "refused",
  string
>;

const WORDS: Record<"en" | "es", Words> = {
  en: {
    title: "Pay at Stripe's double",
    pay: "Book",
    apple: "Book with Apple Pay",
    card: "Card number",
    declined: "Pay with a card that is declined",
    insufficient: "Pay with a card without funds",
    voucher: "Take an OXXO voucher",
    account: "Get the account for a transfer",
    back: "Back",
    over: "This page has expired.",
    done: "This has been paid already.",
    code: "No money moves here.",
    refused: "Your card was declined. Try another one.",
  },
  es: {
    title: "Paga en el doble de Stripe",
    pay: "Reservar",
    apple: "Reservar con Apple Pay",
    card: "Número de tarjeta",
    declined: "Pagar con una tarjeta rechazada",
    insufficient: "Pagar con una tarjeta sin fondos",
    voucher: "Tomar una ficha de OXXO",
    account: "Ver la cuenta para transferir",
    back: "Volver",
    over: "Esta página ya venció.",
    done: "Esto ya se pagó.",
    code: "Aquí no se mueve dinero.",
    refused: "Tu tarjeta fue rechazada. Prueba con otra.",
  },
};

/** Text escaped for HTML. */
export const plain = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** The page of a session in its language, with a button for each outcome. */
export function hostedPage(session: Session, name: string, refused: boolean): string {
  const language = session.locale.startsWith("es") ? "es" : "en";
  const words = WORDS[language];
  const total = `${(session.amount_total / 100).toFixed(2)} ${session.currency.toUpperCase()}`;
  const isApple = session.metadata["method"] === "apple_pay";
  const button = (outcome: string, label: string) =>
    `<p><button name="outcome" value="${outcome}">${plain(label)}</button></p>`;
  const offered = (type: string) => session.allowed_payment_method_types.includes(type);
  const back = session.cancel_url ? `<p><a href="${plain(session.cancel_url)}">${words.back}</a></p>` : "";
  const form = `<form method="post">
${
  offered("card")
    ? `<p><label>${words.card} <input name="number" inputmode="numeric" value="4242 4242 4242 4242"></label></p>
${button("pay", isApple ? words.apple : words.pay)}${button("card_declined", words.declined)}${button("insufficient_funds", words.insufficient)}`
    : ""
}${offered("oxxo") ? button("voucher", words.voucher) : ""}${offered("customer_balance") ? button("account", words.account) : ""}</form>`;
  const state = { open: form, expired: `<p>${words.over}</p>`, complete: `<p>${words.done}</p>` }[session.status];
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<title>${words.title}</title><main><h1>${plain(name)}</h1><p><strong>${total}</strong> · ${words.code}</p>
${refused ? `<p role="alert">${words.refused}</p>` : ""}${state}${back}</main></html>`;
}
