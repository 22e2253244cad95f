import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { KeyPanel, NewKeyPanel } from "#src/modules/programs/api-keys/admin/key-panel.tsx";
import type { AdminKey } from "#src/modules/programs/api-keys/schema.ts";

const NOW = "2026-11-20T18:00:00Z";
const UNTIL = "2026-11-21T18:00:00Z";
const key: AdminKey = {
  id: "a-key",
  version: 1,
  name: "Web shop",
  partner: null,
  cantSell: false,
  scopes: ["catalog:read"],
  sites: null,
  cityNames: null,
  test: false,
  perMinute: 60,
  expiresOn: null,
  state: "in_use",
  used: null,
  secrets: [{ prefix: "ronda_live_abc", since: NOW, until: UNTIL, used: null }],
  formValues: {
    name: "Web shop",
    partner_id: "",
    kind: "live",
    scopes: ["catalog:read"],
    sites: [],
    cities: [],
    per_minute: "60",
    expires_on: "",
  },
};
const fresh = { id: "a-key", name: "Web shop", text: "ronda_live_whole", test: false, oldUntil: UNTIL };

const panel = (over: Partial<Parameters<typeof KeyPanel>[0]>): Promise<string> =>
  rendered(<KeyPanel of={key} cities={[]} fresh={null} refused={null} now={NOW} closeHref="/" {...over} />);

async function rendered(element: ReactNode): Promise<string> {
  const router = createMemoryRouter([{ path: "/", element }]);
  return renderToString(
    <PageTexts value={await i18nFor("en")}>
      <RouterProvider router={router} />
    </PageTexts>,
  );
}

test("a new secret stands alone, where nobody scrolls past the only time that it is shown", async () => {
  expect(await panel({})).toContain("<form");
  const html = await panel({ fresh });
  expect(html).toContain("ronda_live_whole");
  expect(html).not.toContain("<form");
});

test("who looks at a key that can't sell is told why, and led to the limit", async () => {
  expect(await panel({})).not.toContain("can’t sell");
  const of = { ...key, partner: { id: "a-partner", name: "Viajes Sol" }, cantSell: true };
  for (const html of [await panel({ of }), await panel({ of, fresh })]) {
    expect(html).toContain("Viajes Sol can’t sell by this key yet");
    expect(html).toContain('href="/admin/affiliates/a-partner#desk_credit_limit"');
  }
  const newPanel = (
    <NewKeyPanel {...{ partners: [], cities: [], partnerId: null, fresh, newKey: of, refused: null }} closeHref="/" />
  );
  expect(await rendered(newPanel)).toContain("Viajes Sol can’t sell by this key yet");
  expect(await panel({ of: { ...of, state: "revoked" } })).not.toContain("can’t sell");
});

test("no secret of a revoked key is said to work until later", async () => {
  expect(await panel({})).toContain("Works until");
  expect(await panel({ of: { ...key, state: "revoked" } })).not.toContain("Works until");
});
