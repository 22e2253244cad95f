import { Link } from "react-router";
import { shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { CouponUse, OpenCoupon } from "#src/modules/sales/coupons/schema.ts";
import { Badge, type Tone } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { PanelPart } from "#src/ui/admin/side-panel.tsx";

const TONES: Record<string, Tone> = { used: "done", reserved: "waiting", released: "none" };
const WORDS = {
  used: "coupons.use.used",
  reserved: "coupons.use.reserved",
  released: "coupons.use.released",
} as const;

/** A coupon's bookings, newest first. */
export function CouponUses({ coupon: { uses, bookings } }: { coupon: OpenCoupon }) {
  const { t } = useText();
  const aside = bookings > uses.length ? t("coupons.usedByMore", { n: uses.length, all: bookings }) : undefined;
  return (
    <PanelPart title={t("coupons.usedBy")} aside={aside}>
      {uses.length === 0 && <p className="text-text-2">{t("coupons.usedByNobody")}</p>}
      <ul>
        {uses.map((use) => (
          <Use key={use.id} use={use} />
        ))}
      </ul>
    </PanelPart>
  );
}

function Use({ use: { id, reference, name, date, state, discount } }: { use: CouponUse }) {
  const { t, locale } = useText();
  const word = WORDS[state as keyof typeof WORDS];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-border py-1.5 last:border-b-0">
      <span className="truncate font-semibold">{name}</span>
      <span className="text-right tabular-nums">{t("coupons.use.off", { amount: formatMoney(discount, locale) })}</span>
      <span className="text-fine text-text-3">
        <Link to={localizedPath(`/admin/bookings?open=${id}`, locale)} className={`font-mono ${ADMIN_LINK}`}>
          {reference}
        </Link>{" "}
        · {t("coupons.use.date", { date: shortDate(date, locale) })}
      </span>
      <span className="text-right">
        <Badge plain tone={TONES[state] ?? "none"}>
          {t(word)}
        </Badge>
      </span>
    </li>
  );
}
