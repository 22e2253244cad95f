import type { ReactNode } from "react";
import { useText } from "#src/locales/use-text.ts";
import { isRealLink } from "#src/modules/content/rules/social-link.ts";
import type { HomeContent } from "#src/modules/content/schema.ts";
import { Logo } from "#src/ui/logo.tsx";
import { Bunting } from "#src/ui/papel-picado.tsx";

type SiteFooterProps = {
  footer: HomeContent["footer"];
  /** Names of the cities with crawls, in the page's language. */
  destinations: string[];
  year: number;
  /** Further entries of the list of pages, each an `li`. */
  children?: ReactNode;
};

/** Under a row of flags: what this is, where it is, and how to reach it. */
export function SiteFooter({ footer, destinations, year, children }: SiteFooterProps) {
  const { t } = useText();
  return (
    <footer className="night relative overflow-hidden pb-28 text-[0.9688rem] text-text-2 md:pb-8">
      <FooterFlags />
      <div className="wrap grid gap-x-8 gap-y-9 pt-12 sm:grid-cols-2 md:grid-cols-[5fr_3fr_3fr]">
        <div className="sm:max-md:col-span-2">
          <Logo label={t("common.brand")} onNight className="mb-4 h-13 text-text" />
          <p className="max-w-92">{footer.description ?? t("site.footer.description")}</p>
        </div>
        {destinations.length > 0 && (
          <FooterList title={t("site.footer.destinations")}>
            {destinations.map((city) => (
              <li key={city} className="flex min-h-11 items-center">
                {city}
              </li>
            ))}
          </FooterList>
        )}
        <Connect footer={footer} />
      </div>
      <div className="wrap">
        <p className="mt-10 flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-border pt-5 text-[0.875rem]">
          <span>{t("site.footer.copyright", { year: String(year), brand: t("common.brand") })}</span>
          <span>{t("site.footer.age")}</span>
        </p>
        {children && <ul>{children}</ul>}
      </div>
    </footer>
  );
}

const SOCIAL = [
  ["facebook", "Facebook"],
  ["instagram", "Instagram"],
  ["twitter", "Twitter"],
] as const;

function Connect({ footer }: { footer: HomeContent["footer"] }) {
  const { t } = useText();
  const { email, phone } = footer;
  const links = [
    ...SOCIAL.map(([key, name]) => [footer[key], name] as const).filter(([href]) => isRealLink(href)),
    ...(email ? [[`mailto:${email}`, email] as const] : []),
    ...(phone ? [[`tel:${phone.replace(/[^+\d]/g, "")}`, phone] as const] : []),
  ];
  if (links.length === 0) return null;
  return (
    <FooterList title={t("site.footer.connect")}>
      {links.map(([href, name]) => (
        <li key={name}>
          <a href={href} className="inline-flex min-h-11 items-center no-underline underline-offset-4 hover:underline">
            {name}
          </a>
        </li>
      ))}
    </FooterList>
  );
}

function FooterList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-1.5 font-text text-base font-bold text-text">{title}</h2>
      <ul>{children}</ul>
    </div>
  );
}

function FooterFlags() {
  return (
    <div className="[--c-rope:var(--n-line)]">
      <Bunting flags={14} scale={0.6} sag={16} bows={2} className="max-md:hidden" />
      <Bunting width={390} flags={6} scale={0.55} sag={12} className="md:hidden" />
    </div>
  );
}
