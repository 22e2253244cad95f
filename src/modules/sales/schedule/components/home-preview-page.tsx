import { useText } from "#src/locales/use-text.ts";
import { LanguageProvider } from "#src/modules/site/content/components/language-provider.tsx";
import { SiteFooter } from "#src/modules/site/content/components/site-footer.tsx";
import type { Account } from "#src/modules/site/content/rules/profile-menu.ts";
import { homeContentFor } from "#src/modules/site/content/rules/home-content.ts";
import { shownParts } from "#src/modules/site/content/rules/home-layout.ts";
import Home from "#src/modules/sales/schedule/components/home-page.tsx";
import { dayIn, PreviewBar, PreviewEnded } from "#src/modules/site/content/components/preview-bar.tsx";
import { SiteHead } from "#src/modules/site/content/components/site-head.tsx";
import { useTyped } from "#src/modules/site/content/components/use-typed.ts";
import type { Route } from "#routes/public/+types/home-preview.ts";

type LoaderData = Route.ComponentProps["loaderData"];
type Page = NonNullable<LoaderData["page"]>;

/** The home page with its drafts. In the editor's frame it follows what is typed. */
export default function HomePreview({ loaderData: { page, account } }: Route.ComponentProps) {
  return page ? <Preview page={page} account={account} /> : <PreviewEnded />;
}

function Preview({ page, account }: { page: Page; account: Account | null }) {
  const { t, locale } = useText();
  const { home, reviews, foot, contact, isFrame, version, ends } = page;
  const sections = useTyped(page);
  const stored = homeContentFor(locale, sections, contact);
  const items = [...reviews, ...stored.testimonials.items].slice(0, MOST_TESTIMONIALS);
  const content = { ...stored, testimonials: { items } };
  return (
    <LanguageProvider>
      <SiteHead account={account} destinations={foot.destinations} />
      <Home loaderData={{ ...home, content, parts: shownParts(sections) }} index={false} />
      <SiteFooter footer={content.footer} {...foot} />
      {!isFrame && (
        <PreviewBar version={version && t("content-preview.version", { date: dayIn(version, locale) })} ends={ends} />
      )}
    </LanguageProvider>
  );
}

/** Number of testimonials on the page (spec section 2.5). */
const MOST_TESTIMONIALS = 3;
