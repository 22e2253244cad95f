import { useEffect } from "react";
import { useLocation } from "react-router";
import { localeOfPath, localizedPath } from "#src/kernel/localized.ts";
import { tabTitle } from "#src/kernel/brand.ts";
import { useText } from "#src/locales/use-text.ts";
import { Answered, type PartnerAnswer } from "#src/modules/partners/commission/components/answered.tsx";
import { PartnerBookings } from "#src/modules/partners/commission/components/partner-bookings.tsx";
import { PartnerMonth } from "#src/modules/partners/commission/components/partner-month.tsx";
import {
  FirstSteps,
  PartnerPosters,
  PartnerShare,
} from "#src/modules/partners/commission/components/partner-share.tsx";
import { PartnerStatements, StatementReady } from "#src/modules/partners/commission/components/partner-statements.tsx";
import { PartnerPayout, PartnerTerms } from "#src/modules/partners/commission/components/partner-terms.tsx";
import type { PartnerPage as Page } from "#src/modules/partners/commission/rules/partner-page.ts";
import { ThemeToggle } from "#src/modules/site/content/components/theme-toggle.tsx";
import { Button, ButtonLink } from "#src/ui/button.tsx";
import { Logo } from "#src/ui/logo.tsx";
import { Notice } from "#src/ui/notice.tsx";
import { Bunting, Flag } from "#src/ui/papel-picado.tsx";
import { CutEdge } from "#src/ui/sheet.tsx";
import { toast, ToastRegion } from "#src/ui/toasts.tsx";

type PartnerPageProps = {
  opened: { state: "open"; page: Page } | { state: "gone" } | null;
  answer: PartnerAnswer | null;
};

/** A partner's own page, behind their secret link: figures, bookings, what they agreed to, and what they share. */
export function PartnerPage({ opened, answer }: PartnerPageProps) {
  const { t } = useText();
  if (opened?.state !== "open") return <ClosedPage isGone={opened?.state === "gone"} answer={answer} />;
  const { page } = opened;
  const isAboutLine = answer?.line != null && page.list.some(({ key }) => key === answer.line);
  return (
    <Frame title={page.name} eyebrow={t("commission-page.eyebrow")} lead={t("commission-page.lead")}>
      <NotedVisit />
      <div className="grid gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:grid-rows-[auto_1fr]">
        <div className="grid min-w-0 content-start gap-12">
          {!isAboutLine && <Answered answer={answer} />}
          {!page.isActive && <Notice title={t("commission-page.off.title")}>{t("commission-page.off.text")}</Notice>}
          {page.isNew && page.isActive && <FirstSteps hasCode={page.codes.length > 0} />}
          <StatementReady page={page} />
          <PartnerMonth page={page} />
        </div>
        <div className="grid min-w-0 content-start gap-12 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          {page.isActive && (
            <PartnerShare code={page.code} link={page.link} snippet={page.snippet} onCopied={announce} />
          )}
          {page.isActive && <PartnerPosters codes={page.codes} />}
        </div>
        <div className="grid min-w-0 content-start gap-12">
          <PartnerBookings page={page} answer={isAboutLine ? answer : null} />
          <PartnerStatements page={page} />
        </div>
        <div className="grid content-start gap-x-14 gap-y-12 lg:col-span-2 lg:grid-cols-2">
          <PartnerTerms terms={page.terms} />
          <PartnerPayout payout={page.payout} />
          <p className="text-small text-text-2 lg:col-span-2">{t("commission-page.privacy")}</p>
        </div>
      </div>
    </Frame>
  );
}

const announce = (title: string) => toast({ title, tone: "good" });

/** Tells the server from where the page was looked at: opening an address changes nothing, so the browser says it by itself. */
function NotedVisit() {
  const { pathname } = useLocation();
  // once per look, whatever month is shown
  useEffect(() => {
    navigator.sendBeacon(`${pathname}/seen`, new URLSearchParams({ seen: "1" }));
  }, [pathname]);
  return null;
}

function ClosedPage({ isGone, answer }: { isGone: boolean; answer: PartnerAnswer | null }) {
  const { t, locale } = useText();
  return (
    <Frame title={t("commission-page.closed.title")} eyebrow={t("commission-page.eyebrow")}>
      <div className="grid max-w-[38rem] justify-items-start gap-5">
        <Flag motif="calavera" className="h-24 text-brand" />
        <p className="text-lead">{t(isGone ? "commission-page.closed.gone" : "commission-page.closed.unknown")}</p>
        <Answered answer={answer} />
        {isGone && !answer && (
          <form method="post" className="grid justify-items-start gap-2">
            <input type="hidden" name="intent" value="link" />
            <Button type="submit">{t("commission-page.closed.ask")}</Button>
            <p className="text-small text-text-2">{t("commission-page.closed.askHint")}</p>
          </form>
        )}
        <ButtonLink kind="secondary" to={localizedPath("/contact", locale)}>
          {t("commission-page.closed.contact")}
        </ButtonLink>
      </div>
    </Frame>
  );
}

type FrameProps = { title: string; eyebrow: string; lead?: string; children: React.ReactNode };

/** Whose page it is, by night under the bunting; the other language; then what the page is about, on paper. */
function Frame({ title, eyebrow, lead, children }: FrameProps) {
  const { t, locale } = useText();
  const { pathname, search } = useLocation();
  const other = locale === "en" ? "es" : "en";
  const plain = localeOfPath(pathname) === "es" ? pathname.slice(3) : pathname;
  return (
    <>
      <title>{tabTitle(t("commission-page.title", { partner: title }), t("common.brand"))}</title>
      <meta name="robots" content="noindex" />
      <header className="night [--c-flag-pale:var(--c-paper)] [--c-rope:var(--c-paper)]">
        <div className="wrap flex h-16 items-center gap-1 md:h-19">
          <Logo label={t("common.brand")} on="night" className="mr-auto h-9.5 md:h-11" />
          <a
            href={localizedPath(plain, other) + search}
            lang={other}
            className="inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline"
          >
            {t("tickets.otherLanguage")}
          </a>
          <ThemeToggle />
        </div>
        <Bunting sway flags={18} scale={0.5} sag={18} className="max-md:hidden" />
        <Bunting sway width={390} flags={7} scale={0.46} sag={10} className="md:hidden" />
        <div className="wrap grid gap-2 pt-6 pb-7 md:pt-2 md:pb-10">
          <p className="font-semibold text-text-2">{eyebrow}</p>
          <h1 className="text-h1 wrap-break-word">{title}</h1>
          {lead && <p className="max-w-[44rem] text-lead text-text-2">{lead}</p>}
        </div>
      </header>
      <CutEdge className="bg-night" />
      <main id="main" tabIndex={-1} className="wrap pt-6 pb-20 md:pt-10">
        {children}
      </main>
      <ToastRegion label={t("site.messages")} closeLabel={t("site.close")} />
    </>
  );
}
