import { Link } from "react-router";
import { clockIn, dateIn, shortDate } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { formatMoney } from "#src/kernel/money.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Party } from "#src/modules/office/night/schema.ts";
import { Badge, Count } from "#src/ui/admin/badge.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { ChevronDown } from "#src/ui/lucide/icons.ts";

type FoldedProps = { title: string; parties: readonly Party[]; zone: string };

/** Bookings without a place at the door, folded: those that aren't paid yet, and cancelled ones. */
export function FoldedParties({ title, parties, zone }: FoldedProps) {
  if (parties.length === 0) return null;
  return (
    <details className="group rounded-panel border border-border bg-surface print:hidden">
      <summary className="flex min-h-10 list-none items-center gap-2 px-3.5 py-2 text-sub max-md:min-h-12 [&::-webkit-details-marker]:hidden">
        <span className="font-semibold">{title}</span>
        <Count>{parties.length}</Count>
        <ChevronDown aria-hidden size={16} className="ml-auto text-text-3 group-open:rotate-180" />
      </summary>
      <ul className="border-t border-border">
        {parties.map((party) => (
          <FoldedParty key={party.id} party={party} zone={zone} />
        ))}
      </ul>
    </details>
  );
}

/** What keeps places for longer than an ordinary hold. */
const UNTIL = { voucher: "night.voucherUntil", bank: "night.bankUntil", by_hand: "night.byHandUntil" } as const;

function FoldedParty({ party, zone }: { party: Party; zone: string }) {
  const { t, locale } = useText();
  const { booking, until, state } = party;
  const at = until === null ? null : new Date(until);
  const when =
    at &&
    (state === "cancelled"
      ? t("night.cancelledOn", { when: shortDate(dateIn(at, zone), locale) })
      : t(UNTIL[state as keyof typeof UNTIL] ?? "night.holdUntil", {
          time: clockIn(at, zone),
          date: shortDate(dateIn(at, zone), locale),
        }));
  return (
    <li className="flex min-h-(--row) flex-wrap items-center gap-x-3 gap-y-1 border-b border-border px-3.5 py-2 last:border-b-0">
      <span className="mr-auto min-w-0">
        <span className="font-semibold">
          {booking ? (
            <Link to={localizedPath(`/admin/bookings/${party.id}`, locale)} className={ADMIN_LINK}>
              {party.name || t("night.noName")}
            </Link>
          ) : (
            party.name || t("night.noName")
          )}
        </span>
        <span className="block text-text-3">
          {[t("night.people", { count: party.people }), when].filter(Boolean).join(" · ")}
        </span>
      </span>
      {booking?.owes && state !== "cancelled" && (
        <Badge tone="waiting">{t("night.owes", { amount: formatMoney(booking.owes, locale) })}</Badge>
      )}
    </li>
  );
}
