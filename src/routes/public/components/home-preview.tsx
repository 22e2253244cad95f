import { useEffect, useState } from "react";
import { dateIn, HOME_ZONE, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { LanguageProvider } from "#src/modules/content/components/language-provider.tsx";
import { SiteFooter } from "#src/modules/content/components/site-footer.tsx";
import type { Account } from "#src/modules/content/components/site-header.tsx";
import { homeContentFor, type StoredSection } from "#src/modules/content/rules/home-content.ts";
import { shownParts } from "#src/modules/content/rules/home-layout.ts";
import { PREVIEW_READY, readPreviewMessage } from "#src/modules/content/rules/preview-message.ts";
import Home from "#src/routes/public/components/home.tsx";
import { SiteHead } from "#src/routes/public/components/site-head.tsx";
import { buttonClass } from "#src/ui/button.tsx";
import { Eye } from "#src/ui/lucide/icons.ts";
import { fetchParts } from "#src/ui/later.tsx";
import type { Route } from "../+types/home-preview";

type LoaderData = Route.ComponentProps["loaderData"];
type Page = NonNullable<LoaderData["page"]>;

/** The home page with its drafts. In the editor's frame it follows what is typed. */
export default function HomePreview({ loaderData: { page, account } }: Route.ComponentProps) {
  return page ? <Preview page={page} account={account} /> : <Ended />;
}

function Preview({ page, account }: { page: Page; account: Account | null }) {
  const { locale } = useText();
  const { home, reviews, foot, contact, isFrame } = page;
  const sections = useTyped(page);
  const stored = homeContentFor(locale, sections, contact);
  const items = [...reviews, ...stored.testimonials.items].slice(0, MOST_TESTIMONIALS);
  const content = { ...stored, testimonials: { items } };
  return (
    <LanguageProvider>
      <SiteHead account={account} />
      <Home loaderData={{ ...home, content, parts: shownParts(sections) }} index={false} />
      <SiteFooter footer={content.footer} {...foot} />
      {!isFrame && <Bar page={page} />}
    </LanguageProvider>
  );
}

/** Until the parts of a page that was opened just now are in their places. */
const SETTLED_MS = 700;

/** Number of testimonials on the page (spec section 2.5). */
const MOST_TESTIMONIALS = 3;

/** The sections as the editor around this frame has them; as they were stored until it says anything. */
function useTyped({ sections: stored, isFrame }: Page): readonly StoredSection[] {
  const [typed, setTyped] = useState<{ sections: readonly StoredSection[]; shown: string } | null>(null);
  // what is typed arrives from another document
  useEffect(() => {
    fetchParts();
    if (!isFrame || window.parent === window) return;
    const follow = ({ origin, source, data }: MessageEvent) => {
      const message = origin === location.origin && source === window.parent ? readPreviewMessage(data) : null;
      if (!message) return;
      document.documentElement.dataset["theme"] = message.theme;
      setTyped({ sections: message.sections, shown: message.shown });
    };
    addEventListener("message", follow);
    const stay = stayHere();
    window.parent.postMessage(PREVIEW_READY, location.origin);
    return () => {
      removeEventListener("message", follow);
      stay();
    };
  }, [isFrame]);
  const shown = typed?.shown;
  // the part that is edited comes into view; parts are boxless elements around a section
  useEffect(() => {
    if (!shown) return;
    const show = () => {
      const part = document.querySelector(shown);
      const section = part?.matches("[data-later]") ? part.firstElementChild : part;
      if (!section) return;
      // not scrollIntoView: it would scroll the editor's page around the frame as well
      const header = document.querySelector("header")?.offsetHeight ?? 0;
      window.scrollTo({ top: section.getBoundingClientRect().top + scrollY - header, behavior: "instant" });
    };
    show();
    // parts above that load meanwhile move it
    const again = setTimeout(show, SETTLED_MS);
    return () => clearTimeout(again);
  }, [shown]);
  return typed?.sections ?? stored;
}

/** In the frame, links and forms lead nowhere: other pages refuse to be framed. */
function stayHere(): () => void {
  const stop = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (event.type === "click" && (!link || link.getAttribute("href")?.startsWith("#"))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", stop, true);
  document.addEventListener("submit", stop, true);
  return () => {
    document.removeEventListener("click", stop, true);
    document.removeEventListener("submit", stop, true);
  };
}

/** Says that this isn't what guests see, and how long the link opens it. */
function Bar({ page: { version, ends } }: { page: Page }) {
  const { t, locale } = useText();
  const day = (instant: string) => shortDate(dateIn(new Date(instant), HOME_ZONE), locale);
  return (
    <aside
      aria-label={t("content-preview.label")}
      className="fixed inset-x-4 bottom-4 z-40 mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-3 rounded-lg bg-marigold px-4 py-2.5 text-small font-semibold text-on-marigold shadow-lg max-md:top-17 max-md:bottom-auto max-md:py-1.5"
    >
      <Eye aria-hidden size={18} className="shrink-0" />
      <p>
        {version ? t("content-preview.version", { date: day(version) }) : t("content-preview.draft")}{" "}
        {ends && <span className="font-normal">{t("content-preview.until", { date: day(ends) })}</span>}
      </p>
    </aside>
  );
}

/** A link that has ended, was never made, or belongs to somebody who may no longer see drafts. */
function Ended() {
  const { t, locale } = useText();
  return (
    <main id="main" className="wrap section grid justify-items-start gap-5">
      <title>{t("content-preview.ended.title")}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-h1">{t("content-preview.ended.title")}</h1>
      <p className="max-w-[38rem] text-lead text-text-2">{t("content-preview.ended.text")}</p>
      <a href={localizedPath("/", locale)} className={buttonClass({})}>
        {t("content-preview.ended.home")}
      </a>
    </main>
  );
}
