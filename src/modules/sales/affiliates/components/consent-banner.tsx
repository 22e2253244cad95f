import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { tellDecision } from "#src/modules/sales/affiliates/components/tell-consent.ts";
import { decisionOf } from "#src/modules/sales/affiliates/rules/consent.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { chooseConsent, useConsent } from "#src/ui/consent.ts";

type ConsentBannerProps = {
  /** Opened by the user: then it takes the focus, and restores it when closed. */
  reopened: boolean;
  /** Whether there is a question about advertising. */
  asksAds: boolean;
  onDone: () => void;
};

/**
 * One question with two equal answers; reopened, also what was allowed to Instagram, to be taken back. Covers a corner, away from Book
 * Now, and blocks nothing behind it.
 */
export function ConsentBanner({ reopened, asksAds, onDone }: ConsentBannerProps) {
  const { t, locale } = useText();
  const consent = useConsent();
  const posts = useConsent("instagram");
  const section = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (!reopened) return;
    before.current = document.activeElement;
    section.current?.focus();
  }, [reopened]);
  const choose = (choice: "granted" | "denied") => {
    if (choice === "denied")
      void import("#src/modules/sales/affiliates/components/pixel.ts").then((pixel) => pixel.withdraw());
    chooseConsent(choice);
    void tellDecision(decisionOf(choice, consent), locale);
    close();
  };
  const close = () => {
    if (before.current instanceof HTMLElement) before.current.focus();
    onDone();
  };
  const stopPosts = () => {
    chooseConsent("denied", "instagram");
    if (asksAds) section.current?.focus();
    else close();
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t(asksAds ? "affiliates.title" : "site.cookieSettings")}
      // above the Book Now bar on a phone
      className="fixed inset-x-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-30 grid gap-3.5 rounded-lg border border-border bg-surface p-4 text-text shadow-lg transition-transform max-md:[body:has([data-phone-bar]:not([inert]))_&]:-translate-y-20 md:right-5 md:bottom-5 md:left-auto md:w-[25rem] md:p-5"
    >
      {asksAds && (
        <>
          <p className={TEXT}>
            {t("affiliates.text")} <Privacy />
          </p>
          <div className="grid grid-cols-2 gap-2.5">
            <Button kind="secondary" small wide onClick={() => choose("denied")}>
              {t("affiliates.reject")}
            </Button>
            <Button kind="secondary" small wide onClick={() => choose("granted")}>
              {t("affiliates.accept")}
            </Button>
          </div>
        </>
      )}
      {reopened && posts === "granted" && (
        <div className={classNames("grid gap-3.5", asksAds && "border-t border-border pt-3.5")}>
          <p className={TEXT}>
            {t("affiliates.instagram.text")} {!asksAds && <Privacy />}
          </p>
          <div className={classNames("grid gap-2.5", !asksAds && "grid-cols-2")}>
            <Button kind="secondary" small wide onClick={stopPosts}>
              {t("affiliates.instagram.stop")}
            </Button>
            {!asksAds && (
              <Button kind="secondary" small wide onClick={close}>
                {t("affiliates.instagram.keep")}
              </Button>
            )}
          </div>
        </div>
      )}
    </section>
  );
}

const TEXT = "text-[0.9375rem] leading-snug";

function Privacy() {
  const { t, locale } = useText();
  return (
    <Link to={localizedPath("/privacy", locale)} className={LINK}>
      {t("affiliates.privacy")}
    </Link>
  );
}
