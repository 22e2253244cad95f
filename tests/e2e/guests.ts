import { randomUUID } from "node:crypto";
import { expect, type Page } from "#tests/e2e/story.ts";
import type { Departure } from "#src/modules/schedule/schema.ts";

const MEXICO_CITY = "5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b01";

export type Booked = { id: string; token: string; night: Departure };

/** Three people (the guest and `names`) booked and paid for a night of Mexico City at the regular price, as a program would do it. */
export async function booked(
  page: Page,
  names: string[] = ["Diego Ferrer", "Ana Ruiz"],
  { email = "sofia.navarro@example.test", language = "en" } = {},
): Promise<Booked> {
  const nights = (await (await page.request.get("/api/scheduled-crawls")).json()) as Departure[];
  const night = nights.find(
    (one) =>
      one.crawl_id === MEXICO_CITY &&
      one.is_available &&
      !one.on_sale &&
      one.price === null &&
      !one.external_booking_link &&
      one.availability_level === "high" &&
      Date.parse(one.starts_at) > Date.now() + 72 * 3_600_000,
  )!;
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data, headers: { "idempotency-key": randomUUID() } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Record<string, string>;
  };
  const { id, access_token } = await post("/api/bookings", {
    scheduled_crawl_id: night.id,
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
    language,
    agreed_to_terms: true,
  });
  const { redirect_url } = await post(`/api/bookings/${id}/payments`, { provider: "sandbox", method: "card" });
  const company = await page.context().newPage();
  await company.goto(redirect_url!);
  await atProvider(company, "approve");
  await company.waitForURL(/booking-confirmation/);
  await company.close();
  return { id: id!, token: access_token!, night };
}

/** Presses a button of the sandbox's hosted page, by the outcome that it makes happen. */
export async function atProvider(page: Page, outcome: string) {
  await page.waitForURL(/\/sandbox\/pay\//);
  await page.locator(`button[value="${outcome}"]`).click();
}

/** The path of the link in the newest captured mail with this subject to an address; `to` is the page that it leads to. */
export async function mailedLink(
  page: Page,
  email: string,
  subject: string,
  to = "verify-email|reset-password",
): Promise<string> {
  const link = new RegExp(`https?://[^"\\s&]+?((?:/es)?/(?:${to})\\?token=[\\w.-]+)`);
  let found: string | undefined;
  const look = async () => {
    const list = await (await page.request.get("/dev/mail")).text();
    for (const [, id] of list.matchAll(/\/dev\/mail\/([0-9a-f-]{36})"/g)) {
      const mail = await (await page.request.get(`/dev/mail/${id}`)).text();
      if (mail.includes(email) && mail.includes(subject)) found = link.exec(mail)?.[1];
      if (found) return found;
    }
    return found;
  };
  await expect.poll(look, { timeout: 20_000 }).toBeDefined();
  return found!;
}
