import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { tellDecision } from "#src/modules/affiliates/components/tell-consent.ts";
import { decisionOf } from "#src/modules/affiliates/rules/consent.ts";
import { Button, LINK } from "#src/ui/button.tsx";
import { chooseConsent, useConsent } from "#src/ui/consent.ts";

type ConsentBannerProps = {
  /** Opened by the user: then it takes the focus, and restores it when closed. */
  reopened: boolean;
  onDone: () => void;
};

/** One question with two equal answers. Covers a corner, away from Book Now, and blocks nothing behind it. */
export function ConsentBanner({ reopened, onDone }: ConsentBannerProps) {
  const { t, locale } = useText();
  const consent = useConsent();
  const section = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (!reopened) return;
    before.current = document.activeElement;
    section.current?.focus();
  }, [reopened]);
  const choose = (choice: "granted" | "denied") => {
    if (choice === "denied")
      void import("#src/modules/affiliates/components/pixel.ts").then((pixel) => pixel.withdraw());
    chooseConsent(choice);
    void tellDecision(decisionOf(choice, consent), locale);
    if (before.current instanceof HTMLElement) before.current.focus();
    onDone();
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t("affiliates.title")}
      // above the Book Now bar on a phone
      className="fixed inset-x-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-30 grid gap-3.5 rounded-lg border border-border bg-surface p-4 text-text shadow-lg transition-transform max-md:[body:has([data-phone-bar]:not([inert]))_&]:-translate-y-20 md:right-5 md:bottom-5 md:left-auto md:w-[25rem] md:p-5"
    >
      <p className="text-[0.9375rem] leading-snug">
        {t("affiliates.text")}{" "}
        <Link to={localizedPath("/privacy", locale)} className={LINK}>
          {t("affiliates.privacy")}
        </Link>
      </p>
      <div className="grid grid-cols-2 gap-2.5">
        <Button kind="secondary" small wide onClick={() => choose("denied")}>
          {t("affiliates.reject")}
        </Button>
        <Button kind="secondary" small wide onClick={() => choose("granted")}>
          {t("affiliates.accept")}
        </Button>
      </div>
    </section>
  );
}
