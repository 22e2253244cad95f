import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { OpeningSteps } from "#src/modules/office/opening/admin/opening-steps.tsx";
import { STEPS, type Step, type StepState } from "#src/modules/office/opening/rules/opening.ts";
import type { Opening } from "#src/modules/office/opening/schema.ts";

const states = (...all: StepState[]) =>
  Object.fromEntries(STEPS.map((step, index) => [step, all[index]!])) as Record<Step, StepState>;

const EMPTY: Opening = {
  isOpen: false,
  since: null,
  states: states("next", "ready", "done", "ready", "later", "later", "ready", "ready", "ready", "later", "later"),
  brand: { name: "Ronda", founded: 2022, prefix: "RND", shipped: ["brand_name"] },
  home: { text: "A guided pub crawl through Mexico City", own: false },
  mail: { from: "Ronda <hola@ronda.test>", server: true, own: false, tried: false },
  company: { name: "", rfc: "", address: "" },
  money: { currencies: ["MXN", "USD"], ratesOf: "2026-11-20", old: false },
  cities: [],
  crawls: { shown: [], hidden: 0, byTitle: [] },
  nights: { count: 0, first: null },
  payments: { live: false, providers: [], byHand: null },
  bookings: 0,
};
const NIGHT = "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11";
const SELLABLE: Opening = {
  ...EMPTY,
  states: states("done", "done", "done", "done", "done", "done", "done", "done", "done", "next", "ready"),
  company: { name: "Noches <b>SA</b>", rfc: "", address: "Calle 1" },
  cities: ["Oaxaca", "Puebla", "Mérida", "Cancún", "Tulum", "Bacalar"],
  crawls: { shown: ["Noche en Oaxaca"], hidden: 1, byTitle: [] },
  nights: { count: 8, first: { id: NIGHT, date: "2026-12-04" } },
  payments: { live: true, providers: ["stripe", "paypal"], byHand: null },
};

async function page(locale: "en" | "es", opening: Opening): Promise<string> {
  const i18n = await i18nFor(locale);
  const element = (
    <PageTexts value={i18n}>
      <OpeningSteps opening={opening} openAct={<button type="button">open-act</button>} />
    </PageTexts>
  );
  const path = locale === "es" ? "/es/admin/opening" : "/admin/opening";
  const router = createMemoryRouter([{ path, element }], { initialEntries: [path] });
  return renderToString(<RouterProvider router={router} />);
}
const links = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll("&amp;", "&"));

test("an empty one leads to what can be done now, and to nothing that waits", async () => {
  const html = await page("en", EMPTY);
  expect(links(html)).toEqual([
    "/admin/general-options?section=brand",
    "/admin/general-options?section=receipts",
    "/admin/general-options?section=contact",
    "/admin/general-options?section=currencies",
    "/admin/cities",
    "/admin/home-content?section=hero",
    "/admin/general-options?section=mail",
    "/admin/general-options?section=payments",
  ]);
  expect(html).toContain("Guests pay in MXN and USD.");
  // what is as it came is named
  for (const message of [
    "Still as it came: Brand name.",
    "hola@ronda.test&gt;, which no mail server serves",
    "They are ours",
  ])
    expect(html).toContain(message);
  expect(html).toContain("the text that came with the product: “A guided pub crawl through Mexico City”");
  expect(html).toContain("open-act");
});

test("one that can sell tells what is there, in the viewer’s language, and leads to a test booking", async () => {
  const html = await page("es", SELLABLE);
  for (const message of ["Oaxaca, Puebla, Mérida, Cancún y 2 más", "8 noches", "Stripe y PayPal", "sin RFC"])
    expect(html).toContain(message);
  expect(html).not.toContain("<b>SA</b>");
  expect(links(html)).toContain(`/es/checkout?departure=${NIGHT}`);
  expect(links(html)).toContain(`/es/admin/bookings/new?departure_id=${NIGHT}`);
});

test("a crawl that is only hidden is to be shown, not added again", async () => {
  const hidden: Opening = {
    ...SELLABLE,
    states: states("done", "done", "done", "done", "next", "later", "ready", "ready", "ready", "later", "later"),
    crawls: { shown: [], hidden: 2, byTitle: [] },
  };
  const html = await page("en", hidden);
  expect(html).toContain("2 crawls are there, but hidden from guests.");
  expect(links(html)).toContain("/admin/pub-crawls");
  expect(links(html).join(" ")).not.toContain("add-pub-crawl");
});
