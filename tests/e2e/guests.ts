import { randomBytes, randomUUID } from "node:crypto";
import { expect, type Page } from "#tests/e2e/story.ts";
import type { Departure } from "#src/modules/sales/schedule/schema.ts";

const MEXICO_CITY = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";

export type Booked = { id: string; token: string; departure: Departure };

/** A paid booking for three (the guest and `names`) on a Mexico City departure at the regular price, made through the API. */
export async function booked(
  page: Page,
  names: string[] = ["Diego Ferrer", "Ana Ruiz"],
  { outcome = "approve", ...over }: { email?: string; language?: string; outcome?: string } = {},
): Promise<Booked> {
  const { redirectUrl, ...booking } = await goingToPay(page, names, over);
  await approved(page, redirectUrl, outcome);
  return booking;
}

type Wishes = { email?: string; language?: string; coupon?: string; days?: number; own?: boolean };

/** The same before payment: the provider's page is open. `at` says whose page. */
export async function goingToPay(
  page: Page,
  names?: string[],
  { at = { provider: "sandbox", method: "card" }, ...over }: Wishes & { at?: object } = {},
): Promise<Booked & { redirectUrl: string }> {
  const booking = await holding(page, names, over);
  const { redirect_url } = await post(page, `/api/bookings/${booking.id}/payments`, at, over.own);
  return { ...booking, redirectUrl: redirect_url! };
}

/** The same before choosing a payment method: the seats are held. `own`: this browser has booked, as its pages would have. */
export async function holding(
  page: Page,
  names: string[] = ["Diego Ferrer", "Ana Ruiz"],
  { email = "sofia.navarro@example.test", language = "en", coupon, days = 3, own = false }: Wishes = {},
): Promise<Booked> {
  const listed = await page.request.get("/api/scheduled-crawls");
  const departures = (await listed.json()) as Departure[];
  const departure = departures.find(
    (one) =>
      one.crawl_id === MEXICO_CITY &&
      one.is_available &&
      !one.on_sale &&
      one.price === null &&
      !one.external_booking_link &&
      one.availability_level === "high" &&
      Date.parse(one.starts_at) > Date.now() + days * 86_400_000,
  )!;
  if (own) {
    const value = randomBytes(32).toString("base64url");
    await page.context().addCookies([{ name: "ronda_browser", value, url: new URL(listed.url()).origin }]);
  }
  const order = {
    scheduled_crawl_id: departure.id,
    number_of_people: names.length + 1,
    customer: {
      first_name: "Sofía",
      last_name: "Navarro",
      email,
      phone: "+52 55 1234 5678",
      country: "ES",
    },
    additional_names: names,
    currency: "MXN",
    coupon_code: coupon,
    language,
    agreed_to_terms: true,
  };
  const { id, access_token } = await post(page, "/api/bookings", order, own);
  return { id: id!, token: access_token!, departure };
}

/** Calls the API as a program, or as one of our own pages. */
async function post(page: Page, path: string, data: object, own = false): Promise<Record<string, string>> {
  const from: Record<string, string> = own ? { "sec-fetch-site": "same-origin" } : {};
  const answer = await page.request.post(path, { data, headers: { ...from, "idempotency-key": randomUUID() } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Record<string, string>;
}

/** The checkout step on which a held booking is paid. */
export const paymentPath = ({ id, departure }: Booked, language = "") =>
  `${language}/checkout?departure=${departure.id}&booking=${id}`;

/** Pays at the provider's page through its form, until it has redirected back. */
export async function approved(page: Page, redirectUrl: string, outcome = "approve"): Promise<void> {
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await page.request.post(redirectUrl, { form: { outcome }, headers });
  expect(answer.url()).toContain("/booking-confirmation/");
}

/** Presses a button of the sandbox's hosted page, by its outcome. */
export async function atProvider(page: Page, outcome: string) {
  await page.waitForURL(/\/sandbox\/pay\//);
  await page.locator(`button[value="${outcome}"]`).click();
}

/** Ids of captured emails of a kind (and to an address), newest first: reading one renders it again, so only those are read. */
export async function emailIds(page: Page, kind: RegExp, email: string | null): Promise<string[]> {
  const list = await (await page.request.get("/dev/mail")).text();
  return list.split("<tr").flatMap((row) => {
    const id = /\/dev\/mail\/([0-9a-f-]{36})"/.exec(row)?.[1];
    const cells = Array.from(row.matchAll(/<td[^>]*>([^<]*)<\/td>/g), ([, text = ""]) => text);
    return id && cells.some((text) => kind.test(text)) && (email === null || cells.includes(email)) ? [id] : [];
  });
}

/** The path of the link in the newest captured email of a kind, once there is one; `email` is the recipient. */
export async function emailedLink(page: Page, kind: RegExp, to: RegExp, email: string | null = null): Promise<string> {
  let found: string | undefined;
  const look = async () => {
    for (const id of await emailIds(page, kind, email)) {
      const html = await (await page.request.get(`/dev/mail/${id}`)).text();
      found = to.exec(html)?.[1];
      if (found) return found;
    }
    return found;
  };
  await expect.poll(look, { timeout: 30_000 }).toBeDefined();
  return found!;
}

/** The link target of the newest email about an account, by kind. */
export const accountLink = (
  page: Page,
  email: string,
  kind: "account_verify" | "account_reset" | "account_email_change" | "sign_in_link",
) =>
  emailedLink(
    page,
    new RegExp(`^${kind}$`),
    /https?:\/\/[^"\s&]+?((?:\/es)?\/(?:verify-email|reset-password)\?token=[\w.-]+)/,
    email,
  );
