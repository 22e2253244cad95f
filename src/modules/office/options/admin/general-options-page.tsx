import type { Route } from "#routes/admin/+types/general-options.ts";
import { History } from "#src/ui/lucide/icons.ts";
import { Link, useLocation, useNavigate } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { AuditLogEntry } from "#src/modules/base/audit/schema.ts";
import { BookingSection } from "#src/modules/office/options/admin/booking-section.tsx";
import { BrandSection } from "#src/modules/office/options/admin/brand-section.tsx";
import { CalendarSection } from "#src/modules/office/options/admin/calendar-section.tsx";
import { ChangesPanel } from "#src/modules/office/options/admin/changes-panel.tsx";
import { ContactSection } from "#src/modules/office/options/admin/contact-section.tsx";
import { CurrenciesSection } from "#src/modules/office/options/admin/currencies-section.tsx";
import { MailSection } from "#src/modules/office/options/admin/mail-section.tsx";
import { NightSection } from "#src/modules/office/options/admin/night-section.tsx";
import { PaymentsSection } from "#src/modules/office/options/admin/payments-section.tsx";
import { PlacesSection } from "#src/modules/office/options/admin/places-section.tsx";
import { PrivacySection } from "#src/modules/office/options/admin/privacy-section.tsx";
import { ReceiptsSection } from "#src/modules/office/options/admin/receipts-section.tsx";
import { SitesSection } from "#src/modules/office/options/admin/sites-section.tsx";
import { type PageSection, SECTIONS, sectionIn } from "#src/modules/office/options/rules/sections.ts";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import { AdminLink } from "#src/ui/admin/button.tsx";
import { AdminSelect } from "#src/ui/admin/field.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";

const SHOWN: Record<PageSection, (opened: OpenSection) => React.ReactNode> = {
  brand: (opened) => <BrandSection opened={opened} />,
  places: (opened) => <PlacesSection opened={opened} />,
  currencies: (opened) => <CurrenciesSection opened={opened} />,
  booking: (opened) => <BookingSection opened={opened} />,
  calendar: (opened) => <CalendarSection opened={opened} />,
  night: (opened) => <NightSection opened={opened} />,
  contact: (opened) => <ContactSection opened={opened} />,
  payments: (opened) => <PaymentsSection opened={opened} />,
  receipts: (opened) => <ReceiptsSection opened={opened} />,
  mail: (opened) => <MailSection opened={opened} />,
  privacy: (opened) => <PrivacySection opened={opened} />,
  sites: (opened) => <SitesSection opened={opened} />,
};

type OptionsProps = {
  opened: OpenSection<PageSection>;
  /** The changes of all sections, newest first; null while they aren't looked at. */
  history: readonly AuditLogEntry[] | null;
};

/** The general options: one section at a time, chosen by the address. */
export function Options({ opened, history }: OptionsProps) {
  const { t, locale } = useText();
  const path = localizedPath("/admin/general-options", locale);
  const { section } = opened;
  const { search } = useLocation();
  const hrefOf = (name: PageSection) => `${path}?section=${name}`;
  // the rest of the address stays: a change of it would pass for leaving the section
  const withChanges = (isOpen: boolean) => {
    const query = new URLSearchParams(search);
    if (isOpen) query.set("changes", "1");
    else query.delete("changes");
    return `${path}?${query}`;
  };
  return (
    <>
      <PageHead
        title={t("options.title")}
        tab={t("admin.tab", { page: t("options.title"), brand: t("common.brand") })}
        meta={t("options.meta")}
        actions={
          <AdminLink to={withChanges(true)} preventScrollReset icon={<History aria-hidden size={15} />}>
            {t("options.changes")}
          </AdminLink>
        }
      />
      <div className="grid items-start gap-4 md:grid-cols-[9.5rem_minmax(0,1fr)]">
        <SectionNav current={section} hrefOf={hrefOf} />
        <div className="min-w-0">{SHOWN[section](opened)}</div>
      </div>
      {history && <ChangesPanel history={history} closeHref={withChanges(false)} />}
    </>
  );
}

type SectionNavProps = { current: PageSection; hrefOf: (section: PageSection) => string };

function SectionNav({ current, hrefOf }: SectionNavProps) {
  const { t } = useText();
  const navigate = useNavigate();
  return (
    <>
      <nav aria-label={t("options.sections")} className="grid gap-0.5 max-md:hidden">
        {SECTIONS.map((section) => (
          <Link
            key={section}
            to={hrefOf(section)}
            aria-current={section === current ? "page" : undefined}
            className="rounded-md border border-transparent px-2.5 py-1.5 font-medium text-text-2 no-underline hover:bg-hover hover:text-text aria-[current]:border-border aria-[current]:bg-surface aria-[current]:font-semibold aria-[current]:text-text"
          >
            {t(`options.section.${section}`)}
          </Link>
        ))}
      </nav>
      <label className="grid gap-1 font-semibold md:hidden">
        {t("options.sections")}
        <AdminSelect value={current} onChange={(event) => void navigate(hrefOf(sectionIn(event.target.value)))}>
          {SECTIONS.map((section) => (
            <option key={section} value={section}>
              {t(`options.section.${section}`)}
            </option>
          ))}
        </AdminSelect>
      </label>
    </>
  );
}

export default function GeneralOptionsPage({ loaderData }: Route.ComponentProps) {
  return <Options key={loaderData.opened.section} {...loaderData} />;
}
