import { Link } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { LedgerLines } from "#src/modules/base/ledger/admin/ledger-lines.tsx";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { PageHead } from "#src/ui/admin/page-head.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import type { Route } from "#routes/admin/base/+types/ledger-lines.ts";

/** What the books have of one record. */
export default function LedgerLinesPage({ loaderData: { record, path, lines } }: Route.ComponentProps) {
  const { t, locale } = useText();
  const title = t("ledger.title");
  return (
    <>
      <PageHead
        title={title}
        tab={t("ledger.tab")}
        meta={t("ledger.count", { count: lines.length })}
        back={
          <Link to={localizedPath(path, locale)} className={ADMIN_LINK}>
            {t(`ledger.back.${record}`)}
          </Link>
        }
      />
      <Panel>
        <div className="max-w-[44rem]">
          <LedgerLines lines={lines} />
        </div>
      </Panel>
    </>
  );
}
