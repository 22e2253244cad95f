import { Lock } from "#src/ui/lucide/icons.ts";
import { Link, useLocation } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { allows } from "#src/modules/base/identity/rules/permissions.ts";

/** On top of every admin page while the site is closed for sale; whoever may open it is led there. */
export function ClosedBanner({ role }: { role: string | null }) {
  const { t, locale } = useText();
  const path = localizedPath("/admin/opening", locale);
  const isThere = useLocation().pathname === path;
  return (
    <aside
      aria-labelledby="closed-for-sale"
      className="flex flex-wrap items-center gap-x-2 gap-y-0.5 border-b border-gold-mark bg-marigold-tint px-3.5 py-1.5 text-fine md:px-4"
    >
      <Lock aria-hidden size={14} className="shrink-0 text-marigold-text" />
      <span id="closed-for-sale" className="font-medium">
        {t("admin.closed")}
      </span>
      {allows(role, "settings.change") && !isThere && (
        <Link to={path} className="font-semibold underline">
          {t("admin.closed.open")}
        </Link>
      )}
    </aside>
  );
}
