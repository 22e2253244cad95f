import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { SubscriptionPanel } from "#src/modules/programs/webhooks/admin/subscription-panel.tsx";

const VALUES = {
  url: "https://system.example/hook",
  description: "",
  types: ["booking.held", "crawl.changed"],
  partner_id: "p",
  cities: [],
};

async function panel(counts: boolean): Promise<string> {
  const partners = [{ id: "p", name: "Viajes Sol", isOn: true }];
  const element = <SubscriptionPanel of={{ name: "Shop", counts }} values={VALUES} partners={partners} />;
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToString(
    <PageTexts value={await i18nFor("en")}>
      <RouterProvider router={router} />
    </PageTexts>,
  );
}

test("a subscription is shown, with nothing to change in it", async () => {
  const html = await panel(true);
  for (const text of [
    "“Shop”",
    "https://system.example/hook",
    "Viajes Sol",
    "Places held, not paid yet · Crawl changed",
  ])
    expect(html).toContain(text);
  expect(html).not.toMatch(/<(form|input|button)/);
  expect(html).not.toContain("The key has ended");
});

test("that its key has ended is said", async () => expect(await panel(false)).toContain("The key has ended"));
