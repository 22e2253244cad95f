import { useEffect, useRef } from "react";
import type { MessageId } from "#src/locales/i18n.ts";
import { useText } from "#src/locales/use-text.ts";
import { Notice } from "#src/ui/notice.tsx";

/** How an act of the page ended; `line`: the key of the booking that it was about, `typed`: a question that wasn't taken. */
export type PartnerAnswer = { said: MessageId; tone: "good" | "bad"; line?: string; typed?: string };

/** What a form has done, where the reader looks: it takes the focus. */
export function Answered({ answer }: { answer: PartnerAnswer | null }) {
  const { t } = useText();
  const place = useRef<HTMLDivElement>(null);
  // the page stays where it was when a form is answered
  useEffect(() => {
    if (answer) place.current?.focus();
  }, [answer]);
  return (
    <div ref={place} tabIndex={-1} className="outline-none empty:hidden">
      {answer && (
        <Notice tone={answer.tone} live>
          {t(answer.said)}
        </Notice>
      )}
    </div>
  );
}
