import { Check, Phone, UsersRound } from "#src/ui/lucide/icons.ts";
import { type SubmitEvent, useRef, useState } from "react";
import { Form } from "react-router";
import { clockTime, timeIn } from "#src/kernel/local-time.ts";
import { telLink } from "#src/kernel/tel-link.ts";
import { useText } from "#src/locales/use-text.ts";
import { isSecondTap } from "#src/modules/evening/stops/admin/second-tap.ts";
import type { NewTap } from "#src/modules/evening/stops/admin/use-taps.ts";
import type { HeadcountGuest, PastCount, ShownStop } from "#src/modules/evening/stops/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminCheck, AdminSelect } from "#src/ui/admin/field.tsx";
import { Panel } from "#src/ui/admin/panel.tsx";

type HeadcountProps = {
  guests: readonly HeadcountGuest[];
  stops: readonly ShownStop[];
  /** The stop that is counted at unless another is chosen. */
  current: string | null;
  tapKey: string;
  tap: (what: NewTap) => void;
};

/** Ticks who is there, or says in one tap that everybody is. */
export function HeadcountForm({ guests, stops, current, tapKey, tap }: HeadcountProps) {
  const { t, locale } = useText();
  const form = useRef<HTMLFormElement>(null);
  const [here, setHere] = useState(0);
  const keep = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // the form is empty again by then, and would report that nobody is here
    if (isSecondTap(event)) return;
    const { currentTarget: sent, nativeEvent } = event;
    const formData = new FormData(sent, nativeEvent.submitter);
    const of = guests.map(({ ticketId }) => ticketId);
    const text = (value: FormDataEntryValue | null) => (typeof value === "string" ? value : "");
    const present = formData.has("all") ? of : formData.getAll("present").map(text);
    tap({ kind: formData.get("kind") === "in" ? "in" : "out", stop: text(formData.get("stop")), present, of });
    sent.reset();
    setHere(0);
    document.documentElement.scrollTo({ top: 0 });
  };
  const count = () => setHere(form.current?.querySelectorAll("input[name=present]:checked").length ?? 0);
  return (
    <Form ref={form} method="post" onSubmit={keep} onChange={count}>
      {/* what the Enter key presses: the first button of the form, which must not say that everybody is here */}
      <button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
      <input type="hidden" name="key" value={tapKey} />
      <Panel
        title={t("stops-admin.heads.who")}
        action={
          <span role="status" className="font-semibold tabular-nums">
            {t("stops-admin.heads.sofar", { here, of: guests.length })}
          </span>
        }
        footer={t("stops-admin.heads.help")}
      >
        <div className="grid gap-3">
          <p className="grid grid-cols-2 gap-2">
            <AdminSelect name="kind" aria-label={t("stops-admin.heads.when")}>
              <option value="out">{t("stops-admin.heads.out")}</option>
              <option value="in">{t("stops-admin.heads.in")}</option>
            </AdminSelect>
            {/* the phone's copy of this page may be from the previous bar: a newer one is selected anew */}
            <AdminSelect
              key={current}
              name="stop"
              defaultValue={current ?? undefined}
              aria-label={t("stops-admin.heads.bar")}
            >
              {stops.map((stop) => (
                <option key={stop.id} value={stop.id}>
                  {`${clockTime(stop.at, locale)} ${stop.name}`}
                </option>
              ))}
            </AdminSelect>
          </p>
          <AdminButton
            kind="ink"
            type="submit"
            name="all"
            value="yes"
            icon={<UsersRound aria-hidden size={18} />}
            className="h-16! text-lg"
          >
            {t("stops-admin.heads.all", { count: guests.length })}
          </AdminButton>
          <ul className="grid divide-y divide-border border-y border-border sm:grid-cols-2 sm:gap-x-4">
            {guests.map((guest) => (
              <li key={guest.ticketId}>
                <AdminCheck
                  name="present"
                  value={guest.ticketId}
                  className="min-h-13 w-full text-base max-md:[&_input]:size-6"
                >
                  {nameOf(guest, t("stops-admin.heads.with", { n: guest.position, name: guest.booker }))}
                </AdminCheck>
              </li>
            ))}
          </ul>
          <AdminButton type="submit" icon={<Check aria-hidden size={18} />} className="h-14! text-base">
            {t("stops-admin.heads.save")}
          </AdminButton>
        </div>
      </Panel>
    </Form>
  );
}

const nameOf = ({ name }: { name: string }, other: string): string => name || other;

type CountsProps = { counts: readonly PastCount[]; zone: string };

/** What was counted tonight, the last first, with who was missing by name; with a phone number for those who may see it. */
export function Headcounts({ counts, zone }: CountsProps) {
  const { t, locale } = useText();
  if (counts.length === 0) return null;
  return (
    <Panel title={t("stops-admin.heads.counted")} padded={false}>
      <ol className="grid divide-y divide-border border-t border-border">
        {counts.map((count) => (
          <li key={count.id} className="grid gap-1 px-3.5 py-2.5">
            <p>
              <strong>{`${t(`stops-admin.heads.${count.kind}`)}: ${count.stop}`}</strong>{" "}
              <span className="text-text-3">{timeIn(new Date(count.at), zone, locale)}</span>
            </p>
            {count.missing.length === 0 ? (
              <p className="text-agave-text">{t("stops-admin.heads.complete", { count: count.present })}</p>
            ) : (
              <>
                <p className="font-semibold text-low-text">
                  {t("stops-admin.heads.missing", { missing: count.missing.length, present: count.present })}
                </p>
                <ul className="grid gap-1">
                  {count.missing.map((guest) => (
                    <li key={guest.ticketId} className="flex flex-wrap items-center gap-x-3">
                      {nameOf(guest, t("stops-admin.heads.with", { n: guest.position, name: guest.booker }))}
                      {guest.phone && (
                        <a
                          href={telLink(guest.phone)}
                          className="inline-flex min-h-11 items-center gap-1.5 font-semibold"
                        >
                          <Phone aria-hidden size={14} />
                          {guest.phone}
                        </a>
                      )}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
