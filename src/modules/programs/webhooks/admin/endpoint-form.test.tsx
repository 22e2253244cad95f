import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { EndpointForm } from "#src/modules/programs/webhooks/admin/endpoint-form.tsx";

async function form(partner: string): Promise<string> {
  const choices = { partners: [{ id: "p", name: "Viajes Sol", isOn: true }], cities: [] };
  const values = { url: "", description: "", types: [], partner_id: partner, cities: [] };
  const element = <EndpointForm id="e" version={1} values={values} choices={choices} answer={null} />;
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToString(
    <PageTexts value={await i18nFor("en")}>
      <RouterProvider router={router} />
    </PageTexts>,
  );
}

test("a night that is called off is offered to the house's systems alone, and said to be for them", async () => {
  const [house, partner] = [await form(""), await form("p")];
  expect(house).toContain("night.cancelled");
  expect(house).toContain("Only for our own systems");
  expect(partner).toContain("booking.cancelled");
  expect(partner).not.toContain("night.cancelled");
});
