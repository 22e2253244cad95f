import { ArrowRight, Users } from "#src/ui/lucide/icons.ts";
import { Link } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { OwnTable } from "#src/modules/sales/booking/schema.ts";

/** Leads whoever has booked to places for their friends: to reserve them, or to see who has paid. */
export function FriendsLink({ path, table }: { path: string; table: OwnTable | null }) {
  const { t } = useText();
  return (
    <Link
      to={path}
      className="flex items-center gap-4 rounded-lg bg-marigold-tint p-5 text-text no-underline hover:bg-surface-2 md:p-6"
    >
      <Users aria-hidden size={28} className="shrink-0 text-marigold-text" />
      <span className="min-w-0 grow">
        <span className="display block text-[1.35rem] leading-tight">
          {t(table ? "payments-manage.table.title" : "booking-table.invite")}
        </span>
        <span className="mt-0.5 block">
          {table
            ? t("booking-table.state.paid", { paid: table.paid, places: table.places })
            : t("booking-table.inviteText")}
        </span>
      </span>
      <ArrowRight aria-hidden size={22} className="shrink-0 text-marigold-text" />
    </Link>
  );
}
