import { useText } from "#src/locales/use-text.ts";
import { LanguageProvider } from "#src/modules/site/content/components/language-provider.tsx";
import { SiteFooter } from "#src/modules/site/content/components/site-footer.tsx";
import { pageIn } from "#src/modules/site/content/rules/page-content.ts";
import AboutUs from "#src/modules/site/content/components/about-page.tsx";
import Faq from "#src/modules/site/content/components/faq-page.tsx";
import { dayIn, PreviewBar, PreviewEnded } from "#src/modules/site/content/components/preview-bar.tsx";
import { SiteHead } from "#src/modules/site/content/components/site-head.tsx";
import Terms from "#src/modules/site/content/components/terms-page.tsx";
import { useTyped } from "#src/modules/site/content/components/use-typed.ts";
import type { Route } from "#routes/public/+types/page-preview.ts";

type Data = Route.ComponentProps["loaderData"];
type Page = NonNullable<Data["page"]>;

/** A plain page with its draft, or one of its versions. In the editor's frame it follows what is typed. */
export default function PagePreview({ loaderData: { page, account } }: Route.ComponentProps) {
  return page ? <Preview page={page} account={account} /> : <PreviewEnded />;
}

function Preview({ page, account }: { page: Page; account: Data["account"] }) {
  const { t, locale } = useText();
  const { shown: view, footer, foot, isFrame, version } = page;
  const [typed] = useTyped({ sections: [{ section_key: view.page, content: page.content }], isFrame });
  return (
    <LanguageProvider>
      <SiteHead account={account} destinations={foot.destinations} />
      <Shown page={page} content={typed?.content} />
      <SiteFooter footer={footer} {...foot} />
      {!isFrame && (
        <PreviewBar
          version={version && t("content-preview.pageVersion", { date: dayIn(version.at, locale) })}
          ends={null}
        />
      )}
    </LanguageProvider>
  );
}

function Shown({ page: { shown: view, live, updated, footer }, content }: { page: Page; content: unknown }) {
  const { locale } = useText();
  const rest = { locale, content, live, updated };
  const reach = { email: footer.email, phone: footer.phone };
  switch (view.page) {
    case "about":
      return <AboutUs loaderData={pageIn({ ...view, ...rest })} index={false} />;
    case "faq":
      return <Faq loaderData={pageIn({ ...view, ...rest })} index={false} />;
    default:
      // the terms and the privacy policy look alike
      return <Terms loaderData={{ document: pageIn({ ...view, ...rest }), ...reach }} index={false} />;
  }
}
