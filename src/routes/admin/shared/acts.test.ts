import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { missingRight, requestContext, type RequestContext, unknownGuest } from "#src/platform/context.server.ts";

// Each form as its page posts it is understood: what refuses it is the use case, to somebody who has no right.

const ID = "0b6c8f0e-6a31-4c55-9a27-0d1f6f0c2a11";
const OTHER = "5f0d1c7a-94f4-4f0e-8a51-7c1f3a9b2e10";
const PICTURE = "0f".repeat(16);
const VERSION = { version: "1" };
const WHERE = { address: "", map_url: "", city_id: "cdmx" };
const BAR = { name: "La Luna", ...WHERE, guide_note: "", picture: "", voucher_price: "25", voucher_currency: "MXN" };
const QR = { partner_id: "", campaign: "", placement: "", target: "/", foreground: "#000000", background: "#ffffff" };
const COUPON = { code: "HOLA10", description: "", discount_type: "percentage", value: "10", currency: "" };
const PARTNER = { name: "Hostal", code: "hostal", contact_name: "", email: "", phone: "", city_id: "", note: "" };
const BANK = { desk_credit_limit: "0", account_holder: "", clabe: "", rfc: "" };
const TERMS = { kind: "percentage", value: "12,5", basis: "came", valid_from: "2026-12-01" };
const CRAWL = {
  title: "Roma",
  description: "Bars.",
  is_active: "on",
  city_id: "cdmx",
  slug: "",
  price: "20",
  currency: "USD",
};
const MORE = {
  sales_cutoff_minutes: "0",
  colour: "agave",
  duration: "3 h",
  group_size: "20",
  meeting_place: "Fountain",
};
const CITY = { name: "Oaxaca", time_zone: "America/Mexico_City" };
const DRAFT = { version: 1, draft: { texts: { title: "Title" }, items: [] } };
const TRIAL = { reference: "", example: "false", key: ID };
const PARAMS = { id: ID, page: "terms", kind: "booking_code" };

const routes = import.meta.glob<{ action: (asked: object) => Promise<unknown> }>("../**/*.tsx");

test.each<[page: string, form: Record<string, string>]>([
  ["edit-bar", { intent: "save", ...VERSION, ...BAR }],
  ["edit-bar", { intent: "renew", seen: "1" }],
  ["edit-bar", { intent: "activate" }],
  ["new-bar", { id: ID, ...BAR }],
  ["crawl-stops", { seen: "[]" }],
  ["night-headcount", { kind: "out", key: ID, stop: ID, all: "yes", device_at: "" }],
  ["qr-code", { intent: "save", ...VERSION, ...QR }],
  ["qr-code", { intent: "deactivate" }],
  ["new-qr-code", { id: "k7m2p", ...QR }],
  ["night-way", { intent: "arrived", key: ID, stop: ID, device_at: "" }],
  ["night-way", { intent: "tell", ...VERSION }],
  ["partner-widget", { intent: "save", partner: ID, ...VERSION, origins: "https://hostal.example" }],
  ["partner-widget", { intent: "list", partner: ID, origin: "https://hostal.example" }],
  ["affiliate", { intent: "save", ...VERSION, ...PARTNER, ...BANK, language: "es" }],
  ["affiliate", { intent: "terms", seen: "1", ...TERMS }],
  ["affiliate", { intent: "activate" }],
  ["new-affiliate", { id: ID, ...PARTNER, ...BANK, language: "es" }],
  ["affiliates", { intent: "deactivate", id: ID }],
  ["affiliates", { intent: "own", id: ID, booking: OTHER }],
  ["affiliates", { intent: "undecide", id: ID, booking: OTHER, had: "own" }],
  ["partner-link", { intent: "email", seen: "" }],
  ["partner-link", { intent: "revoke", ...VERSION }],
  ["coupons", { intent: "save", id: "new", ...VERSION, ...COUPON }],
  ["coupons", { intent: "save", id: ID, ...VERSION, ...COUPON }],
  ["coupons", { intent: "switch", id: ID, active: "true" }],
  ["coupons", { intent: "delete", id: ID }],
  ["media", { intent: "save", id: PICTURE, ...VERSION, alt: "", alt_es: "", focus_x: "50", focus_y: "50" }],
  ["media", { intent: "trash", id: PICTURE }],
  ["media", { intent: "replace", id: PICTURE, by: PICTURE }],
  ["gallery", { intent: "add", site: "cdmx", src: "/pictures/bar-1" }],
  ["gallery", { intent: "save", id: ID, ...VERSION, alt: "A bar", alt_es: "" }],
  ["gallery", { intent: "move", id: ID, after: "" }],
  [
    "instagram",
    {
      intent: "save",
      id: "new",
      link: "https://www.instagram.com/p/Cabc123/",
      picture: "/pictures/bar-1",
      caption: "",
    },
  ],
  ["instagram", { intent: "switch", id: ID, active: "false" }],
  ["edit-crawl", { ...VERSION, ...CRAWL, ...MORE }],
  ["add-crawl", { id: ID, ...CRAWL, ...MORE }],
  ["crawls", { intent: "show_everywhere", id: ID }],
  ["edit-city", { ...VERSION, ...CITY }],
  ["new-city", { id: "", is_active: "on", ...CITY }],
  ["cities", { intent: "activate", id: "oaxaca" }],
  ["cities", { intent: "order", was: "a,b", now: "b,a" }],
  ["email-template", { intent: "save", base: "1", texts: '{"en":{},"es":{}}' }],
  ["email-template", { intent: "restore", base: "2", version: "1" }],
  ["email-template", { intent: "test", language: "en", texts: '{"en":{},"es":{}}', ...TRIAL }],
  ["home-content", { intent: "save", sections: JSON.stringify([{ ...DRAFT, key: "hero" }]) }],
  ["home-content", { intent: "publish", versions: '{"hero":1}', note: "" }],
  ["home-content", { intent: "discard", versions: "{}" }],
  ["home-content", { intent: "share" }],
  ["page", { intent: "save", sections: JSON.stringify([{ ...DRAFT, key: "terms" }]) }],
  ["page", { intent: "publish", versions: '{"terms":1}', note: "Autumn" }],
  ["page", { intent: "restore", id: "own", versions: '{"terms":1}' }],
])("%s understands %o", async (page, form) => {
  const context = new RouterContextProvider();
  context.set(missingRight, null);
  const nobody = unknownGuest("192.0.2.1", null, "");
  const ctx: Partial<RequestContext> = { now: new Date("2026-11-20T18:00:00Z"), user: () => Promise.resolve(nobody) };
  context.set(requestContext, ctx as RequestContext);
  const request = new Request("http://localhost/", { method: "POST", body: new URLSearchParams(form) });
  const [, load] = Object.entries(routes).find(
    ([file]) => file.endsWith(`/${page}.tsx`) && !file.includes("/components/"),
  )!;
  const { action } = await load();
  await expect(action({ context, request, params: PARAMS })).rejects.toMatchObject({ init: { status: 403 } });
});
