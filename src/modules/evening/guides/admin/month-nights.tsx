import { Link } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import { Rating } from "#src/modules/evening/guides/admin/rating.tsx";
import { ShiftState } from "#src/modules/evening/guides/admin/shift-state.tsx";
import type { MonthNight } from "#src/modules/evening/guides/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";

/** A guide's nights of a month, with their guests, ratings and pay. */
export function MonthNights({ nights, seesPay }: { nights: readonly MonthNight[]; seesPay: boolean }) {
  const { t } = useText();
  if (nights.length === 0) return <p className="px-3.5 py-3 text-text-2">{t("guides-admin.noNights")}</p>;
  return (
    <ul>
      {nights.map((night) => (
        <Night key={night.shiftId} night={night} seesPay={seesPay} />
      ))}
    </ul>
  );
}

function Night({ night, seesPay }: { night: MonthNight; seesPay: boolean }) {
  const { t, locale } = useText();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-b border-border px-3.5 py-2 last:border-b-0 md:grid-cols-[minmax(0,1fr)_7rem_4.5rem_5rem_7rem]">
      <span className="min-w-0 truncate">
        <Link to={localizedPath(`/admin/nights/${night.departureId}`, locale)} className="font-semibold text-text">
          {shortDate(night.date, locale)} {night.start}
        </Link>{" "}
        <span className="text-text-2">{night.title}</span>
      </span>
      <span className="flex flex-wrap gap-x-3 max-md:order-last max-md:col-span-2 md:contents">
        <span className="text-text-2">
          {night.came === null
            ? t("guides-admin.guests", { count: night.guests })
            : t("guides-admin.cameOf", { came: night.came, count: night.guests })}
        </span>
        <span className="empty:max-md:hidden">{night.rating && <Rating {...night.rating} />}</span>
        <span className="tabular-nums empty:max-md:hidden md:text-right">
          {seesPay && night.pay && formatMoney(night.pay, locale)}
        </span>
      </span>
      <span className="justify-self-end">
        <State night={night} />
      </span>
    </li>
  );
}

function State({ night }: { night: MonthNight }) {
  const { t } = useText();
  if (night.isCancelled) return <Badge tone="failed">{t("guides-admin.state.cancelled")}</Badge>;
  if (night.paidAt) return <Badge tone="done">{t("guides-admin.state.paid")}</Badge>;
  if (night.worked) return <Badge tone="done">{t("guides-admin.state.worked")}</Badge>;
  if (night.part === "backup" && night.state === "accepted")
    return <Badge tone="none">{t("guides-admin.part.backup")}</Badge>;
  return <ShiftState state={night.state} />;
}
