import { CircleAlert, Mail, UserRoundCheck } from "#src/ui/lucide/icons.ts";
import { useState } from "react";
import { useFetcher, useSearchParams } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { GuideChip } from "#src/modules/evening/guides/admin/guide-chip.tsx";
import { ShiftState } from "#src/modules/evening/guides/admin/shift-state.tsx";
import { REFUSED_IN_URL, refusalNamed } from "#src/modules/evening/guides/rules/answer.ts";
import type { FormAnswer } from "#src/ui/form/answer.ts";
import { isLive, PARTS } from "#src/modules/evening/guides/rules/shift.ts";
import type { Candidate, NightGuides, ShownShift } from "#src/modules/evening/guides/schema.ts";
import { Badge } from "#src/ui/admin/badge.tsx";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminCheck, AdminField, AdminInput, AdminNotice, AdminSelect } from "#src/ui/admin/field.tsx";
import { Moment } from "#src/ui/admin/moment.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

export type ShiftPanelProps = {
  night: NightGuides;
  /** Who can be put on it; empty for whoever may only look. */
  candidates: readonly Candidate[];
  /** Whether the reader may change who guides. */
  may: boolean;
};

/** The guides of one night: who comes, who was asked, how many it needs, and the form that puts another one on it. */
export function ShiftPanel({ night, candidates, may }: ShiftPanelProps) {
  const { t } = useText();
  const { stage } = night;
  const { accepted, needed } = night.cover;
  const mayChange = may && stage !== "fixed";
  const [search] = useSearchParams();
  const refused = refusalNamed(search.get(REFUSED_IN_URL));
  return (
    <Panel
      title={t("guides-admin.guides")}
      padded={false}
      action={
        <Badge tone={accepted >= needed ? "done" : "waiting"}>{t("guides-admin.cover", { accepted, needed })}</Badge>
      }
      footer={t("guides-admin.ratio", { count: night.guests, each: night.perGuide })}
    >
      {refused && (
        <div role="alert" className="px-3.5 pb-3">
          <AdminNotice tone="failed" icon={<CircleAlert aria-hidden size={16} />}>
            {t(refused)}
          </AdminNotice>
        </div>
      )}
      {night.shifts.length === 0 ? (
        <p className="px-3.5 pb-3 text-text-2">{t("guides-admin.nobody")}</p>
      ) : (
        <ul>
          {night.shifts.map((shift) => (
            <Shift key={shift.id} departureId={night.departureId} shift={shift} stage={stage} may={mayChange} />
          ))}
        </ul>
      )}
      {mayChange && <Assign key={night.shifts.length} night={night} candidates={candidates} />}
    </Panel>
  );
}

const actionOf = (departureId: string, locale: "en" | "es") =>
  localizedPath(`/admin/nights/${departureId}/guides`, locale);

type ShiftProps = { departureId: string; shift: ShownShift; stage: NightGuides["stage"]; may: boolean };

function Shift({ departureId, shift, stage, may }: ShiftProps) {
  const { t } = useText();
  const { guide, state, part, note } = shift;
  const name = guide?.name ?? t("guides-admin.gone");
  const at = shift.answeredAt ?? shift.repeatedAt ?? shift.askedAt;
  const mayAsk = may && stage === "coming" && guide !== null && (state === "asked" || state === "declined");
  return (
    <li className="grid gap-1.5 border-t border-border px-3.5 py-2.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <GuideChip name={name} />
        <span className="min-w-0 truncate font-semibold">{name}</span>
        {part === "backup" && <span className="text-text-2">{t("guides-admin.part.backup")}</span>}
        <span className="ml-auto">
          {stage === "past" && state === "accepted" && part === "guide" ? (
            <Badge tone="done">{t("guides-admin.state.worked")}</Badge>
          ) : (
            <ShiftState state={state} isRepeated={shift.repeatedAt !== null} />
          )}
        </span>
      </div>
      {(at || note) && (
        <p className="text-fine wrap-anywhere text-text-3">
          {at && (
            <>
              {t(shift.answeredAt ? "guides-admin.answered" : "guides-admin.asked")} <Moment at={at} />
            </>
          )}
          {at && note && " · "}
          {note}
        </p>
      )}
      {may && (mayAsk || isLive(state)) && (
        <div className="flex flex-wrap gap-2">
          {mayAsk && (
            <ShiftAct departureId={departureId} shift={shift} intent="ask_again" label={t("guides-admin.askAgain")} />
          )}
          {isLive(state) && (
            <ShiftAct departureId={departureId} shift={shift} intent="withdraw" label={t("guides-admin.withdraw")} />
          )}
        </div>
      )}
    </li>
  );
}

type ShiftActProps = { departureId: string; shift: ShownShift; intent: "ask_again" | "withdraw"; label: string };

function ShiftAct({ departureId, shift, intent, label }: ShiftActProps) {
  const { locale } = useText();
  const fetcher = useFetcher<FormAnswer>();
  useFlash(fetcher.data);
  return (
    <fetcher.Form method="post" action={actionOf(departureId, locale)}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="shift_id" value={shift.id} />
      <AdminButton
        small
        type="submit"
        kind={intent === "withdraw" ? "danger" : "plain"}
        busy={fetcher.state !== "idle"}
        aria-label={`${label}: ${shift.guide?.name ?? ""}`}
      >
        {label}
      </AdminButton>
    </fetcher.Form>
  );
}

type AssignProps = Pick<ShiftPanelProps, "night" | "candidates">;

function Assign({ night, candidates }: AssignProps) {
  const { t, locale } = useText();
  const fetcher = useFetcher<FormAnswer>();
  const { data } = fetcher;
  const [who, setWho] = useState("");
  const isPast = night.stage === "past";
  const [hasAgreed, setAgreed] = useState(night.stage === "begun");
  const agreed = isPast || hasAgreed;
  useFlash(data);
  useAnswer(data, (answer) => {
    if (answer.done) setWho("");
  });
  const error = data?.fieldErrors?.[0]?.message ?? data?.formError;
  if (candidates.length === 0)
    return <p className="border-t border-border px-3.5 py-2.5 text-text-2">{t("guides-admin.noCandidates")}</p>;
  return (
    <fetcher.Form
      method="post"
      action={actionOf(night.departureId, locale)}
      noValidate
      className="grid gap-2.5 border-t border-border px-3.5 py-3"
    >
      <input type="hidden" name="intent" value="assign" />
      <div className="grid grid-cols-[minmax(0,1fr)_8rem] gap-2">
        <AdminField id="guide-user" label={t("guides-admin.who")} {...(error ? { error: t(error, data?.values) } : {})}>
          {(control) => (
            <AdminSelect {...control} name="user_id" value={who} onChange={(event) => setWho(event.target.value)}>
              <option value="">{t("guides-admin.choose")}</option>
              {candidates.map(({ id, name, busy }) => (
                <option key={id} value={id}>
                  {busy ? t("guides-admin.busyAt", { name, night: busy }) : name}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
        <AdminField id="guide-part" label={t("guides-admin.as")}>
          {(control) => (
            <AdminSelect {...control} name="part" defaultValue="guide">
              {PARTS.map((part) => (
                <option key={part} value={part}>
                  {t(`guides-admin.part.${part}`)}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
      </div>
      <AdminField id="guide-note" label={t("guides-admin.note")} optional={t("admin.optional")}>
        {(control) => <AdminInput {...control} name="note" maxLength={500} />}
      </AdminField>
      {isPast ? (
        <>
          <input type="hidden" name="agreed" value="on" />
          <p className="text-text-2">{t("guides-admin.wasThere")}</p>
        </>
      ) : (
        <div>
          <AdminCheck name="agreed" checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
            {t("guides-admin.hasAgreed")}
          </AdminCheck>
          {night.isOfSeries && <AdminCheck name="series">{t("guides-admin.wholeSeries")}</AdminCheck>}
        </div>
      )}
      <AdminButton
        type="submit"
        busy={fetcher.state !== "idle"}
        icon={agreed ? <UserRoundCheck aria-hidden size={15} /> : <Mail aria-hidden size={15} />}
      >
        {t(agreed ? "guides-admin.putOn" : "guides-admin.ask")}
      </AdminButton>
    </fetcher.Form>
  );
}
