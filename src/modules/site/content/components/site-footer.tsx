import type { ReactNode } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { telLink } from "#src/kernel/tel-link.ts";
import { useText } from "#src/locales/use-text.ts";
import { isRealLink } from "#src/modules/site/content/rules/social-link.ts";
import type { HomeContent } from "#src/modules/site/content/schema.ts";
import { Logo } from "#src/ui/logo.tsx";
import { Bunting } from "#src/ui/papel-picado.tsx";

type SiteFooterProps = {
  footer: HomeContent["footer"];
  /** The menu's cities, named in the page's language. */
  destinations: { id: string; name: string }[];
  year: number;
  /** Whether gift cards are sold. */
  sellsGiftCards?: boolean;
  /** Additional items (`<li>`) of the information list. */
  children?: ReactNode;
};

const LINK = "inline-flex min-h-11 items-center no-underline underline-offset-4 hover:underline";

/** About, destinations, information and contact, below a row of flags. */
export function SiteFooter({ footer, destinations, year, sellsGiftCards = false, children }: SiteFooterProps) {
  const { t, locale } = useText();
  return (
    <footer className="night relative overflow-hidden pb-8 text-[0.9688rem] text-text-2 max-md:[body:has([data-phone-bar])_&]:pb-28">
      <FooterFlags />
      <div className="wrap grid grid-cols-2 gap-x-8 gap-y-9 pt-12 md:grid-cols-3 lg:grid-cols-[5fr_3fr_3fr_3fr]">
        <div className="max-lg:col-span-full">
          <Logo label={t("common.brand")} on="night" className="mb-4 h-13 text-text" />
          <p className="max-w-92">{footer.description ?? t("site.footer.description")}</p>
        </div>
        {destinations.length > 0 && (
          <FooterList title={t("site.footer.destinations")}>
            {destinations.map(({ id, name }) => (
              <li key={id}>
                <Link to={localizedPath(`/cities/${id}`, locale)} className={LINK}>
                  {name}
                </Link>
              </li>
            ))}
          </FooterList>
        )}
        <Information sellsGiftCards={sellsGiftCards}>{children}</Information>
        <Connect footer={footer} />
      </div>
      <div className="wrap">
        <p className="mt-10 flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-border pt-5 text-[0.875rem]">
          <span>{t("site.footer.copyright", { year: String(year), brand: t("common.brand") })}</span>
          <span>{t("site.footer.age")}</span>
        </p>
      </div>
    </footer>
  );
}

function Information({ sellsGiftCards, children }: { sellsGiftCards: boolean; children: ReactNode }) {
  const { t, locale } = useText();
  const pages = [
    ["/about", t("site.about")],
    ["/terms", t("site.terms")],
    ["/privacy", t("site.privacy")],
    ["/contact", t("site.contactUs")],
    ...(sellsGiftCards ? [["/gift-cards", t("site.giftCards")] as const] : []),
  ] as const;
  return (
    <FooterList title={t("site.footer.information")}>
      {pages.map(([path, name]) => (
        <li key={path}>
          <Link to={localizedPath(path, locale)} className={LINK}>
            {name}
          </Link>
        </li>
      ))}
      {children}
    </FooterList>
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
    ...(phone ? [[telLink(phone), phone] as const] : []),
  ];
  if (links.length === 0) return null;
  return (
    <FooterList title={t("site.footer.connect")} className="max-md:col-span-full">
      {links.map(([href, name]) => (
        <li key={name}>
          <a href={href} className={LINK}>
            {name}
          </a>
        </li>
      ))}
    </FooterList>
  );
}

type FooterListProps = { title: string; className?: string; children: ReactNode };

function FooterList({ title, className, children }: FooterListProps) {
  return (
    <div className={className}>
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
