import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Hiding } from "#src/modules/site/catalog/schema.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { ConfirmDialog } from "#src/ui/admin/confirm.tsx";

type HideCrawlProps = {
  open: boolean;
  title: string;
  /** Number of upcoming departures. */
  departures: number;
  hiding: Hiding;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a crawl is hidden, and says what happens to its nights and bookings. */
export function HideCrawl({ open, title, onConfirm, onClose, ...consequences }: HideCrawlProps) {
  const { t } = useText();
  return (
    <ConfirmDialog
      open={open}
      title={t("catalog-admin.hide.title", { title })}
      confirmLabel={t("catalog-admin.hide.confirm", { title })}
      cancelLabel={t("admin.cancel")}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Consequences {...consequences} />
    </ConfirmDialog>
  );
}

function Consequences({ departures, hiding }: Pick<HideCrawlProps, "departures" | "hiding">) {
  const { t, locale } = useText();
  const { bookings, people, stays, soldAs, isLeading, next } = hiding;
  const nights = stays
    ? soldAs === null
      ? t("catalog-admin.hide.notSold", { departures })
      : t("catalog-admin.hide.soldAs", { departures, crawl: soldAs })
    : t("catalog-admin.hide.gone", { departures });
  return (
    <div className="grid gap-2">
      <p>{t("catalog-admin.hide.guests")}</p>
      {departures > 0 ? <p>{nights}</p> : <p>{t("catalog-admin.hide.none")}</p>}
      {bookings > 0 && (
        <>
          <p>
            <strong>{t("catalog-admin.hide.bookings", { bookings, people })}</strong>
          </p>
          <p>
            <Link to={localizedPath("/admin/schedule", locale)} className={ADMIN_LINK}>
              {t("catalog-admin.toSchedule")}
            </Link>
          </p>
        </>
      )}
      {isLeading && (
        <p>{next === null ? t("catalog-admin.hide.leadsNone") : t("catalog-admin.hide.leads", { crawl: next })}</p>
      )}
    </div>
  );
}
