import { ExternalLink } from "#src/ui/lucide/icons.ts";
import { dateIn, dayOf, HOME_ZONE } from "#src/kernel/local-time.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";

/** Which terms and privacy policy the guest agreed to, each linked to its very text. */
export function AgreedLines({ panel: { agreed, source } }: { panel: Panel }) {
  const { t, locale } = useText();
  if (agreed.length === 0)
    return (
      <p className="text-text-3">
        {t(
          source === "admin" || source === "door"
            ? "booking-admin.agreed.byHand"
            : source === "desk"
              ? "booking-admin.agreed.atDesk"
              : "booking-admin.agreed.before",
        )}
      </p>
    );
  return (
    <ul className="grid gap-1">
      {agreed.map(({ id, page, at, own }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-2">
          <a
            href={`${localizedPath(`/preview/pages/${page}`, locale)}?version=${id}`}
            target="_blank"
            rel="noopener"
            className={`${ADMIN_LINK} inline-flex items-center gap-1.5 max-md:min-h-11`}
          >
            {t(page === "terms" ? "booking-admin.agreed.terms" : "booking-admin.agreed.privacy")}
            <ExternalLink aria-hidden size={14} />
          </a>
          <span className="text-text-2">
            {t(own === null ? "booking-admin.agreed.since" : "booking-admin.agreed.ownSince", {
              date: dayOf(dateIn(new Date(at), HOME_ZONE), locale),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
