import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { Locale } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { ErasurePreview } from "#src/modules/office/privacy/admin/erasure-preview.tsx";
import type { Erasure } from "#src/modules/office/privacy/rules/erasure.ts";

const ERASURE: Erasure = {
  of: "booking.0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11",
  name: "Sofía Navarro",
  contact: "sofia.navarro@guest.test",
  blocks: { upcoming: [], money: [], staff: false, till: false },
  gone: { bookings: 1, pending: 0, messages: 0, emails: 2, imported: false, account: "none" },
  kept: { payments: 1, receipts: 1, invoices: 1, invoicesUntil: "2031-12-02", reviews: 0, partners: [] },
  seen: "as it is",
};

async function render(locale: Locale, over: Partial<Erasure> = {}) {
  const Page = createRoutesStub([
    { path: "*", Component: () => <ErasurePreview erasure={{ ...ERASURE, ...over }} wrongWord={false} /> },
  ]);
  return renderToString(
    <PageTexts value={await i18nFor(locale)}>
      <Page />
    </PageTexts>,
  );
}

test.each<[Locale, string]>([
  ["en", "December 2, 2031"],
  ["es", "2 de diciembre de 2031"],
])("a term of years says its year, and what there is none of isn't listed (%s)", async (locale, end) => {
  const html = await render(locale);
  expect(html).toContain(end);
  // of what is erased: bookings, what comes with them, emails, and words of staff
  const [gone = ""] = /<ul.*?<\/ul>/.exec(html) ?? [];
  expect(gone.match(/<li/g)).toHaveLength(4);
});

test.each<[Locale, string, string]>([
  ["en", "cancel it, or wait until it’s over", "finish its payments and refunds"],
  ["es", "cancélala o espera a que pase", "termina sus pagos y reembolsos"],
])("what stands in the way says what to do about it, and nothing can be erased (%s)", async (locale, night, money) => {
  const booking = { id: "0f6c1f62-4a0e-4f0e-9c57-2d1f5f4f9a11", reference: "RND-AAAAAA" };
  const html = await render(locale, { blocks: { upcoming: [booking], money: [booking], staff: false, till: false } });
  expect(html).toContain(night);
  expect(html).toContain(money);
  expect(html).not.toContain('name="word"');
  expect(await render(locale)).toContain('name="word"');
});
