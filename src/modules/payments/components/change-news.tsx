import { clockIn } from "#src/kernel/local-time.ts";
import { useText } from "#src/locales/use-text.ts";
import type { PaymentState } from "#src/modules/payments/schema.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Notice, type NoticeTone } from "#src/ui/notice.tsx";
import { Spinner } from "#src/ui/spinner.tsx";

type ChangeNewsProps = {
  /** How paying for the newest change stands. */
  state: PaymentState["change"];
  /** Until when the places of a change that waits are kept; null when none waits. */
  keptUntil: string | null;
  timeZone: string;
  /** The guest has just come back from the provider. */
  returned: boolean;
  /** Where it can be paid or dropped; null where this visitor may not. */
  managePath: string | null;
};

const TONES = {
  failed: "bad",
  cancelled: "warning",
  open: "warning",
  made: "good",
  lost: "bad",
  review: "warning",
} as const;

/** What became of a change of the booking that had to be paid; nothing once that is no news any more. */
export function ChangeNews({ state, keptUntil, timeZone, returned, managePath }: ChangeNewsProps) {
  const { t } = useText();
  const waits = keptUntil !== null;
  if (waits && returned && state === "open")
    return (
      <p role="status" className="mb-6 flex items-center gap-3 font-semibold">
        <Spinner />
        {t("manage.news.waiting")}
      </p>
    );
  const news = waits ? (state === "failed" || state === "cancelled" ? state : "open") : returned ? state : null;
  if (news === null || news === "none" || (!waits && (news === "open" || news === "failed" || news === "cancelled")))
    return null;
  const time = keptUntil ? clockIn(new Date(keptUntil), timeZone) : "";
  return (
    <Notice tone={TONES[news] satisfies NoticeTone} live={returned} className="mb-6 max-w-[44rem]">
      <p>{t(`manage.news.${news}`, { time })}</p>
      {waits && managePath && (
        <ButtonLink to={managePath} small className="mt-3">
          {t("manage.news.action")}
        </ButtonLink>
      )}
    </Notice>
  );
}
