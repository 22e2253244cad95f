import { Suspense, useEffect, useState } from "react";
import { Link, useFetcher } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { sayWhy, type Why as Reasons } from "#src/locales/why.ts";
import { useMay } from "#src/modules/base/identity/admin/use-me.ts";
import { LedgerLines } from "#src/modules/base/ledger/admin/ledger-lines.tsx";
import type { LedgerLine, LedgerRecord } from "#src/modules/base/ledger/rules/lines-of.ts";
import { ADMIN_LINK } from "#src/ui/admin/button.tsx";
import { Why } from "#src/ui/why.tsx";

type WhyAmountProps = {
  /** What the amount is called beside it. */
  name: string;
  why: Reasons;
  /** Whose ledger lines are shown below the steps, to who may read payments. */
  record?: { is: LedgerRecord; id: string } | undefined;
  /** Where the records are that make the amount, and what that page is called. */
  list?: { path: string; name: string } | undefined;
};

/** Why an amount of the admin is what it is: its rule's steps, then what the ledger has of it, then where its records are. */
export function WhyAmount({ name, why, record, list }: WhyAmountProps) {
  const i18n = useText();
  const mayRead = useMay("payments.read");
  const [isOpen, setOpen] = useState(false);
  return (
    <Why why={sayWhy(i18n, name, why, "staff")} onToggle={setOpen}>
      {record && mayRead && isOpen && (
        // their texts come when they are opened: the page stays
        <Suspense>
          <PostedLines {...record} />
        </Suspense>
      )}
      {list && (
        <Link to={localizedPath(list.path, i18n.locale)} className={ADMIN_LINK}>
          {list.name}
        </Link>
      )}
    </Why>
  );
}

/** Read when they are opened: most amounts are never asked about. */
function PostedLines({ is, id }: NonNullable<WhyAmountProps["record"]>) {
  const { t, locale } = useText();
  const fetcher = useFetcher<{ lines: readonly LedgerLine[] }>();
  const path = localizedPath(`/admin/ledger/${is}/${id}`, locale);
  const { load, data } = fetcher;
  // opening them is what asks for them
  useEffect(() => void load(path), [load, path]);
  return (
    <span className="grid gap-1.5 border-t border-border pt-2.5" aria-busy={!data || undefined}>
      <strong className="font-semibold">{t("ledger.title")}</strong>
      {data ? <LedgerLines lines={data.lines} /> : <span className="text-text-3">{t("ledger.loading")}</span>}
      <Link to={path} className={ADMIN_LINK}>
        {t("ledger.open")}
      </Link>
    </span>
  );
}
