import { useEffect, useState } from "react";
import { Link } from "react-router";
import { languageTag, localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { ActDialog } from "#src/modules/office/booking-admin/admin/act-dialog.tsx";
import { PartnerOptions } from "#src/modules/office/booking-admin/admin/partner-options.tsx";
import { useAct, useQuote } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { useWriting } from "#src/modules/office/booking-admin/admin/use-writing.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";
import { type BookingPartner, commissionMove } from "#src/modules/office/booking-admin/rules/partner.ts";
import type { Verdict } from "#src/modules/sales/affiliates/rules/attribution.ts";
import { ADMIN_LINK, AdminButton } from "#src/ui/admin/button.tsx";
import { AdminField, AdminNotice, AdminSelect } from "#src/ui/admin/field.tsx";

/** Who is credited with a booking, and why; what is to be decided about it, and the way to another partner. */
export function PartnerPart({ panel }: { panel: Panel }) {
  const { t } = useText();
  const [isChanging, setChanging] = useState(false);
  const { partner, may } = panel;
  return (
    <div className="grid gap-2">
      {partner ? (
        <Credited panel={panel} partner={partner} />
      ) : (
        <p className="text-text-3">{t("booking-admin.partner.none")}</p>
      )}
      {partner && <Doubts panel={panel} partner={partner} />}
      {may.credit && (
        <div>
          <AdminButton small onClick={() => setChanging(true)}>
            {t(partner ? "booking-admin.partner.change" : "booking-admin.partner.credit")}
          </AdminButton>
        </div>
      )}
      {isChanging && <PartnerDialog panel={panel} onClose={() => setChanging(false)} />}
    </div>
  );
}

function Credited({ panel, partner }: { panel: Panel; partner: BookingPartner }) {
  const { t, locale } = useText();
  const { dayOf } = useWriting(panel);
  const { id, name, reason, at, before, campaign, placement, reference, contact } = partner;
  const details = [
    t("booking-admin.partner.reason", { reason, date: dayOf(at) }),
    placement && t("booking-admin.partner.placement", { placement }),
    campaign && t("booking-admin.partner.campaign", { campaign }),
    before && t("booking-admin.partner.instead", { name: before }),
    reference && t("booking-admin.partner.reference", { reference }),
    contact && t("booking-admin.partner.contact", { email: contact }),
  ].filter((line) => line !== null);
  return (
    <div>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{name}</span>
        <Link to={localizedPath(`/admin/bookings?partner=${id}`, locale)} className={ADMIN_LINK}>
          {t("booking-admin.partner.bookings")}
        </Link>
      </p>
      <p className="text-text-2">{details.join(" · ")}</p>
    </div>
  );
}

/** Why it may be the partner's own booking, and what somebody decided about that. */
function Doubts({ panel, partner }: { panel: Panel; partner: BookingPartner }) {
  const { t, locale } = useText();
  const { busy, refused, post } = useAct(panel.id);
  const { id, name, doubts, verdict } = partner;
  if (!doubts || doubts.length === 0) return null;
  const decide = (to: Verdict) => post({ act: "doubt", verdict: to, partner_id: id, expected: verdict ?? "" });
  const list = new Intl.ListFormat(languageTag(locale)).format(
    doubts.map((doubt) => t("booking-admin.partner.doubt", { doubt })),
  );
  return (
    <AdminNotice tone={verdict === null ? "judge" : "done"}>
      <p>{t("booking-admin.partner.doubts", { name, doubts: list })}</p>
      <p>{verdict === null ? t("booking-admin.partner.undecided") : t("booking-admin.partner.judged", { verdict })}</p>
      {panel.may.credit && (
        <span className="mt-1.5 flex flex-wrap gap-2">
          {verdict !== "own" && (
            <AdminButton small busy={busy} onClick={() => decide("own")}>
              {t("booking-admin.partner.own")}
            </AdminButton>
          )}
          {verdict !== "theirs" && (
            <AdminButton small busy={busy} onClick={() => decide("theirs")}>
              {t("booking-admin.partner.theirs")}
            </AdminButton>
          )}
        </span>
      )}
      {refused && <p role="alert">{refused}</p>}
    </AdminNotice>
  );
}

/** Credits the booking to another partner, or to nobody, and says first what that does. */
function PartnerDialog({ panel, onClose }: { panel: Panel; onClose: () => void }) {
  const { t } = useText();
  const { partner } = panel;
  const { quote, refused: noPartners, ask } = useQuote(panel.id);
  // loads the partners when the dialog opens
  useEffect(() => ask("about=partner"), [ask]);
  const choices = quote?.about === "partner" ? quote.partners : null;
  const [chosen, setChosen] = useState(partner?.id ?? "");
  const act = useAct(panel.id, { onDone: onClose });
  const to = choices?.find(({ id }) => id === chosen) ?? null;
  const move = commissionMove(partner?.id ?? null, to?.id ?? null);
  const names = { from: partner?.name ?? "", to: to?.name ?? "" };
  return (
    <ActDialog
      title={t("booking-admin.partner.title", { reference: panel.reference })}
      confirm={choices && t("booking-admin.partner.do", { partner: to ? "some" : "none", name: names.to })}
      busy={act.busy}
      disabled={move === "none"}
      refused={act.refused ?? noPartners}
      onClose={onClose}
      onConfirm={() => act.post({ act: "partner", partner_id: chosen, expected: partner?.id ?? "" })}
    >
      {!choices && !noPartners && <p className="text-text-3">{t("booking-admin.busy")}</p>}
      {choices && (
        <>
          <AdminField id="partner_id" label={t("booking-admin.partner.label")} {...act.errorOf("partner_id")}>
            {(control) => (
              <AdminSelect
                {...control}
                name="partner_id"
                value={chosen}
                onChange={({ currentTarget }) => setChosen(currentTarget.value)}
              >
                <option value="">{t("booking-admin.partner.nobody")}</option>
                <PartnerOptions partners={choices} />
              </AdminSelect>
            )}
          </AdminField>
          <p aria-live="polite">{t("booking-admin.partner.move", { move, ...names })}</p>
          {(move === "moves" || move === "loses") && <p className="text-text-2">{t("booking-admin.partner.agreed")}</p>}
        </>
      )}
    </ActDialog>
  );
}
