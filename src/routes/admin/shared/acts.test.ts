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

const NIGHT = {
  crawl_id: ID,
  date: "2026-12-01",
  start_time: "20:00",
  end_time: "23:30",
  total_spots: "40",
  price: "",
};
const SERIES = { type: "weekly", every: "1", weekdays: "2", ending: "count", count: "4", until: "" };
const TILL = { till_id: ID, round: "1" };
const CASH = { kind: "banked", amount: "20", currency: "MXN", day: "2026-11-20", receipt: "", note: "" };
const SALE = { departure_id: ID, people: "2", currency: "MXN", way: "cash", expected: "", language: "es", given: "" };
const GUEST = { first_name: "Ana", last_name: "", email: "ana@example.test", phone: "" };
const HAND = {
  people: "2",
  currency: "MXN",
  way: "cash",
  total: "",
  ...GUEST,
  country: "MX",
  language: "es",
  requests: "",
};
const QUOTED = { version: "1", difference: "0", currency: "MXN" };
const WORDS = { subject_en: "Rain", text_en: "Bring a coat.", subject_es: "Lluvia", text_es: "Trae abrigo." };
const LETTER = { key: ID, ...WORDS };
const ROWS = JSON.stringify([{ line: 2, key: "a", en: "A", es: "B", fingerprint: "f" }]);
const CANCEL = { word: "CDMX", note_en: "", note_es: "", choice: "on" };

const routes = import.meta.glob<{ action: (input: object) => Promise<unknown> }>([
  "../**/*.tsx",
  "../**/night-guides.ts",
]);

test.each<[page: string, form: Record<string, string | File>]>([
  ["edit-bar", { intent: "save", ...VERSION, ...BAR }],
  ["edit-bar", { intent: "renew", seen: "1" }],
  ["edit-bar", { intent: "activate" }],
  ["new-bar", { id: ID, ...BAR }],
  ["new-booking", { ...HAND, key: ID, departure_id: ID, names: "Luz" }],
  ["booking", { act: "note", key: ID, text: "Comes late" }],
  ["booking", { act: "take", key: ID, way: "cash", amount: "2000", currency: "MXN" }],
  ["booking", { act: "change", kind: "add", key: ID, money: "price", ...QUOTED, names: "Luz", collect: "cash" }],
  ["booking", { act: "change", kind: "date", key: ID, money: "keeps", ...QUOTED, departure_id: ID }],
  ["booking", { act: "cancel", choice: "none", ...VERSION, refund: "0", currency: "MXN" }],
  ["booking", { act: "refund", key: ID, payment_id: ID, amount: "12,50", reason: "goodwill", words: "" }],
  ["booking", { act: "contact", key: ID, ...GUEST, expected: "Ana" }],
  ["booking", { act: "doubt", verdict: "own", partner_id: ID }],
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
  ["messages", { intent: "answer", id: ID, text: "Welcome!", key: ID, seen: "0", done: "on" }],
  ["messages", { intent: "close", id: ID }],
  ["messages", { intent: "reopen", id: ID }],
  ["messages", { intent: "trust", id: ID }],
  ["people", { intent: "invite", email: "ana@example.test", role: "guide", language: "es", city: "cdmx" }],
  ["people", { intent: "revoke", id: ID, email: "ana@example.test" }],
  ["people", { intent: "role", id: ID, role: "guide", was: "support", was_cities: "", sure: "yes" }],
  ["people", { intent: "sign_out", id: ID, name: "Ana" }],
  ["emails", { intent: "resend", refused: "true" }],
  ["health", { intent: "resend", refused: "false" }],
  ["email", { intent: "retry", key: ID }],
  ["night-waiting", { intent: "offer", id: ID }],
  ["night-waiting", { intent: "remove", id: ID }],
  ["saved-replies", { intent: "save", id: ID, name: "Groups", text_en: "Hi", text_es: "" }],
  ["saved-replies", { intent: "delete", id: ID }],
  ["schedule", { intent: "bulk", ids: ID, with_seats: "on", total_spots: "40", consent: "" }],
  ["schedule-new", { intent: "preview", kind: "series", key: ID, expected: "", ...NIGHT, ...SERIES }],
  ["schedule-new", { intent: "create", kind: "series", key: ID, expected: "4", ...NIGHT, ...SERIES }],
  ["schedule-new", { intent: "create", kind: "one", key: ID, ...NIGHT }],
  ["till", { intent: "open", key: ID, city_id: "cdmx", float_MXN: "500", float_USD: "" }],
  ["till", { intent: "pay_out", key: ID, till_id: ID, amount: "20", currency: "MXN", reason: "Ice" }],
  ["till", { intent: "count", ...TILL, counted_MXN: "20", expected_MXN: "2000", reason: "", taker_id: OTHER }],
  ["till", { intent: "take_over", ...TILL }],
  ["till", { intent: "send_back", ...TILL }],
  ["tills", { intent: "count", ...TILL, counted_MXN: "20", reason: "Gone", taker_id: "alone" }],
  ["tills", { intent: "look_at", till_id: ID }],
  ["office-cash", { intent: "office_record", key: ID, ...CASH }],
  ["office-cash", { intent: "office_undo", id: ID }],
  ["door-sale", { intent: "sell", key: ID, ...SALE }],
  ["door-sale", { intent: "cancel", booking_id: ID }],
  ["door-sale", { intent: "undo", booking_id: ID }],
  ["guides", { intent: "set_pay", user_id: ID, amount: "12,50", currency: "MXN" }],
  ["guides", { intent: "show", user_id: ID, shown: "yes", portrait: "" }],
  ["guides", { intent: "pay", user_id: ID, month: "2026-11", shift_ids: ID }],
  ["guides", { intent: "unpay", user_id: "", month: "2026-11", shift_ids: ID }],
  ["my-shifts", { intent: "answer", answer: "accept", shift_id: ID, seen: "" }],
  ["my-shifts", { intent: "renew", ...VERSION }],
  ["my-shifts", { intent: "appear", shown: "no" }],
  ["night-guides", { intent: "assign", user_id: ID, part: "guide", note: "" }],
  ["night-guides", { intent: "withdraw", shift_id: ID }],
  ["night-guides", { intent: "ask_again", shift_id: ID }],
  ["reviews", { intent: "answer", id: ID, text: "Thanks!", key: ID, seen: "0" }],
  ["reviews", { intent: "unpublish", id: ID }],
  ["reviews", { intent: "hide", id: ID }],
  ["reviews", { intent: "close", id: ID }],
  ["devices", { intent: "rename", id: ID, name: "Door 2" }],
  ["devices", { intent: "revoke", id: ID }],
  ["devices", { intent: "release", id: ID }],
  ["door-alerts", { intent: "look", id: ID }],
  ["door-alerts", { intent: "settle", id: ID }],
  ["invoices", { intent: "issue", id: ID, xml: new File(["<x/>"], "a.xml"), pdf: new File(["%PDF"], "a.pdf") }],
  ["invoices", { intent: "refuse", id: ID, refusal: "The RFC is another one." }],
  ["payments", { intent: "close", id: ID, note: "By transfer" }],
  ["payments", { intent: "check", id: ID }],
  ["cancel-departure", { intent: "cancel", fingerprint: "f", ...CANCEL }],
  ["cancel-departure", { intent: "retry", refund_id: ID }],
  ["cancel-departures", { intent: "cancel", night: `${ID}:f`, ...CANCEL }],
  ["opening", { intent: "open" }],
  ["bookings", { intent: "save-view", id: "", name: "Mine", query: "?q=ana" }],
  ["bookings", { intent: "rename-view", id: ID, name: "Mine" }],
  ["bookings", { intent: "delete-view", id: ID }],
  ["bookings", { intent: "foresee", night: ID, foreseen: "", trial: ID, ...LETTER }],
  ["bookings", { intent: "try", ids: ID, all: "", query: "", foreseen: "3", trial: "", ...LETTER }],
  ["bookings", { intent: "send", ids: "", all: "1", query: "?q=ana", foreseen: "3", trial: ID, ...LETTER }],
  ["bookings", { intent: "preview-tag", name: "VIP", way: "add", ids: ID, all: "", query: "" }],
  ["bookings", { intent: "tag", name: "VIP", way: "remove", ids: ID }],
  ["general-options", { intent: "save", section: "brand", brand_name: "Ronda", "was.brand_name": "" }],
  ["general-options", { intent: "rates", confirmed: "true", rate_MXN: "17.5", "was.rate_MXN": "17" }],
  ["general-options", { intent: "test_mail", key: ID }],
  ["general-options", { intent: "take_back", entry: "12" }],
  ["schedule-edit", { intent: "edit", ...VERSION, ...NIGHT, price: "20", scope: "one", consent: "" }],
  ["schedule-edit", { intent: "duplicate", date: "2026-12-04", key: ID }],
  ["schedule-edit", { intent: "delete" }],
  ["night", { intent: "enter", key: ID, tickets: `${ID},${OTHER}` }],
  ["night", { intent: "undo", key: ID, entries: ID, reason: "Another guest" }],
  ["night", { intent: "there", booking: ID }],
  ["night", { intent: "looked", entry: ID }],
  ["night", { intent: "phone", party: ID }],
  ["cancel-bookings", { key: ID, fingerprint: "f", count: "1", word: "cancel 1" }],
  ["languages-import", { intent: "preview", file: new File(["key,place,en,es,state,fingerprint\n"], "texts.csv") }],
  ["languages-import", { intent: "apply", rows: ROWS }],
  ["move-bookings", { key: ID, fingerprint: "f" }],
  ["erase-person", { intent: "find", who: "ana@example.com" }],
  ["erase-person", { intent: "erase", of: `booking.${ID}`, seen: "f", word: "delete" }],
  ["opening", { intent: "close" }],
  ["opening", { intent: "confirm" }],
  ["desks", { intent: "bind", partner_id: ID, name: "Reception" }],
  ["desks", { intent: "renew", id: ID }],
  ["desks", { intent: "rename", id: ID, name: "Reception" }],
  ["desks", { intent: "unlock", id: ID }],
  ["desks", { intent: "revoke", id: ID }],
  ["statements", { intent: "close", month: "2026-10" }],
  ["statements", { intent: "pay_sheet", statements: `${ID},${OTHER}`, sum: "1200" }],
  ["statement", { intent: "agree", statement_id: ID, commission: "1200", cash: "0" }],
  ["statement", { intent: "pay", statement_id: ID, reference: "SPEI 1" }],
  ["statement", { intent: "answer", question_id: ID, text: "It came later." }],
])("%s understands %o", async (page, form) => {
  const context = new RouterContextProvider();
  context.set(missingRight, null);
  const nobody = unknownGuest("192.0.2.1", null, "");
  const ctx: Partial<RequestContext> = { now: new Date("2026-11-20T18:00:00Z"), user: () => Promise.resolve(nobody) };
  context.set(requestContext, ctx as RequestContext);
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.append(name, value);
  const request = new Request(`http://localhost/?ids=${ID}&to=${ID}`, { method: "POST", body });
  const [, load] = Object.entries(routes).find(
    ([file]) => /[^/]+$/.exec(file)![0].startsWith(`${page}.ts`) && !file.includes("/components/"),
  )!;
  const { action } = await load();
  const answer = await action({ context, request, params: PARAMS }).catch((thrown: unknown) => thrown);
  expect(answer).toMatchObject({ init: { status: 403 } });
});
