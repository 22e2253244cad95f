import type { CreateOrder } from "#tests/mocks/paypal/shapes.ts";

const TEXTS = {
  en: {
    title: "Double of PayPal",
    pay: "You pay",
    approve: "Pay now",
    declined: "Pay with a card that is declined",
    cancel: "Cancel and return",
  },
  es: {
    title: "Doble de PayPal",
    pay: "Pagas",
    approve: "Pagar ahora",
    declined: "Pagar con una tarjeta que será rechazada",
    cancel: "Cancelar y volver",
  },
};

const escaped = (text: string) =>
  text.replaceAll(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]!);

/** The page where a payer approves, in the language that the shop asked for. */
export function payerPage(orderId: string, order: CreateOrder): string {
  const { locale, brand_name, cancel_url } = order.payment_source.paypal.experience_context;
  const language = locale.startsWith("es") ? "es" : "en";
  const text = TEXTS[language];
  const { amount, description } = order.purchase_units[0]!;
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text.title}</title><h1>${text.title}</h1>
<p>${escaped(brand_name ?? "Merchant")}: ${escaped(description ?? "")}</p><p>${text.pay} <strong>${amount.value} ${amount.currency_code}</strong></p>
<form method="post"><input type="hidden" name="token" value="${orderId}">
<button name="funding" value="good">${text.approve}</button> <button name="funding" value="declined">${text.declined}</button></form>
<p><a href="${escaped(withNames(cancel_url, { token: orderId }))}">${text.cancel}</a></p></html>`;
}

/** A URL of the shop with PayPal's parameters added. */
export function withNames(address: string, names: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(names)) url.searchParams.append(name, value);
  return url.href;
}
