import { renderToString } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { Locale } from "#src/kernel/localized.ts";
import { i18nFor } from "#src/locales/i18n.ts";
import { PageTexts } from "#src/locales/use-text.ts";
import { PartnerTable } from "#src/modules/partners/commission/admin/partner-list.tsx";
import type { ListedPartner } from "#src/modules/partners/commission/rules/listed-partner.ts";
import {
  PARTNER_LIST,
  partnerQueryOf,
  type PartnerValues,
} from "#src/modules/partners/commission/rules/partner-list.ts";
import { useList } from "#src/ui/admin/list/use-list.ts";

const PARTNER: ListedPartner = {
  id: "a",
  name: "Hostel Jacaranda",
  code: "jacaranda",
  isActive: true,
  city: null,
  rate: null,
  visits: 0,
  bookings: 0,
  came: 0,
  commission: 72_000,
  statement: "paid",
};

function Table() {
  const query = partnerQueryOf(new URLSearchParams("month=2026-11"), "2026-11-20");
  const list = useList<PartnerValues>(PARTNER_LIST, "/admin/affiliates", query);
  return <PartnerTable partners={[PARTNER]} query={query} opened={null} list={list} empty={null} />;
}

const Page = createRoutesStub([{ path: "*", Component: Table }]);

// beside November's commission stands October's statement
test.each<[Locale, string]>([
  ["en", "October: Paid"],
  ["es", "octubre: Pagado"],
])(
  "on a phone, which has no heads of columns, a statement says of which month it is (%s)",
  async (locale, expected) => {
    const html = renderToString(
      <PageTexts value={await i18nFor(locale)}>
        <Page />
      </PageTexts>,
    );
    expect(html).toContain(expected);
  },
);
