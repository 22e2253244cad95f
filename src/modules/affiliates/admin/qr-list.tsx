import type { ReactNode } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { sayTarget } from "#src/modules/affiliates/admin/say-target.ts";
import type { Target } from "#src/modules/affiliates/rules/qr-code.ts";
import type { ListedQrCode } from "#src/modules/affiliates/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { type Column, DataTable } from "#src/ui/admin/table.tsx";

type QrListProps = { codes: readonly ListedQrCode[]; targets: readonly Target[]; empty: ReactNode };

/** The QR codes with what came of each in the period. */
export function QrList({ codes, targets, empty }: QrListProps) {
  const { t, locale } = useText();
  const who = (code: ListedQrCode) => code.partner ?? t("affiliates-qr.ours");
  const what = ({ campaign, placement }: ListedQrCode) => [campaign, placement].filter(Boolean).join(" · ");
  const state = ({ is_active: isActive }: ListedQrCode) => (
    <Badge tone={isActive ? "done" : "none"}>
      {t(isActive ? "affiliates-qr.state.on" : "affiliates-qr.state.off")}
    </Badge>
  );
  const columns: Column<ListedQrCode>[] = [
    {
      id: "code",
      head: t("affiliates-qr.column.code"),
      cell: (code) => <WhichCode id={code.id} who={who(code)} what={what(code)} />,
    },
    { id: "target", head: t("affiliates-qr.column.target"), cell: ({ target }) => sayTarget(target, targets, t) },
    { id: "scans", head: t("affiliates-qr.column.scans"), numeric: true, cell: ({ scans }) => scans },
    { id: "booked", head: t("affiliates-qr.column.booked"), numeric: true, cell: ({ booked }) => booked },
    { id: "came", head: t("affiliates-qr.column.came"), numeric: true, cell: ({ came }) => came },
    { id: "state", head: <span className="sr-only">{t("affiliates-qr.state.on")}</span>, cell: state },
  ];
  return (
    <DataTable
      label={t("affiliates-qr.list")}
      columns={columns}
      rows={codes}
      rowId={({ id }) => id}
      openHref={({ id }) => localizedPath(`/admin/affiliates/qr/${id}`, locale)}
      phone={(code) => ({
        first: who(code),
        second: `${code.id}${what(code) && ` · ${what(code)}`}`,
        end: state(code),
        endSecond: t("affiliates-qr.funnel", { scans: code.scans, booked: code.booked, came: code.came }),
      })}
      empty={empty}
    />
  );
}

function WhichCode({ id, who, what }: { id: string; who: string; what: string }) {
  return (
    <span className="grid py-1.5">
      <span className="font-semibold">{who}</span>
      <span className="text-fine text-text-3">
        <span className="font-mono">{id}</span>
        {what && ` · ${what}`}
      </span>
    </span>
  );
}
