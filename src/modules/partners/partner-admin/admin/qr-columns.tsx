import type { Text } from "#src/locales/i18n.ts";
import { sayTarget } from "#src/modules/partners/partner-admin/admin/say-target.ts";
import type { Target } from "#src/modules/sales/affiliates/rules/qr-code.ts";
import type { ListedQrCode } from "#src/modules/sales/affiliates/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import type { Column, PhoneRow } from "#src/ui/admin/table.tsx";

export const qrPhoneRow =
  (t: Text) =>
  (code: ListedQrCode): PhoneRow => ({
    first: whose(code, t),
    second: (
      <span className="grid whitespace-normal">
        <span className="truncate">{[code.id, where(code)].filter(Boolean).join(" · ")}</span>
        <span>{t("affiliates-qr.funnel", { scans: code.scans, booked: code.booked, came: code.came })}</span>
      </span>
    ),
    end: stateOf(code, t),
  });

const whose = (code: ListedQrCode, t: Text) => code.partner ?? t("affiliates-qr.ours");
const where = ({ campaign, placement }: ListedQrCode) => [campaign, placement].filter(Boolean).join(" · ");

/** The QR codes with what came of each in the period. */
export const qrColumns = (targets: readonly Target[], t: Text): Column<ListedQrCode>[] => [
  { id: "code", head: t("affiliates-qr.column.code"), cell: (code) => codeCell(code, t) },
  { id: "target", head: t("affiliates-qr.column.target"), cell: ({ target }) => sayTarget(target, targets, t) },
  { id: "scans", head: t("affiliates-qr.column.scans"), numeric: true, cell: ({ scans }) => scans },
  { id: "booked", head: t("affiliates-qr.column.booked"), numeric: true, cell: ({ booked }) => booked },
  { id: "came", head: t("affiliates-qr.column.came"), numeric: true, cell: ({ came }) => came },
  { id: "state", head: t("affiliates-qr.column.state"), cell: (code) => stateOf(code, t) },
];

const codeCell = (code: ListedQrCode, t: Text) => (
  <span className="grid py-1.5">
    <span className="font-semibold">{whose(code, t)}</span>
    <span className="text-fine text-text-3">
      <span className="font-mono">{code.id}</span>
      {where(code) && ` · ${where(code)}`}
    </span>
  </span>
);

const stateOf = ({ is_active: isActive }: ListedQrCode, t: Text) => (
  <Badge tone={isActive ? "done" : "none"}>{t(isActive ? "affiliates-qr.state.on" : "affiliates-qr.state.off")}</Badge>
);
