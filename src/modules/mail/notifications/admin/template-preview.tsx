import { Send } from "#src/ui/lucide/icons.ts";
import { useEffect, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { isBookingEmail, type TemplateKind } from "#src/modules/mail/notifications/kinds/every-kind.ts";
import type { Case } from "#src/modules/mail/notifications/kinds/kind.ts";
import type { TemplateAnswer } from "#src/modules/mail/notifications/rules/template-answer.ts";
import { casesOf } from "#src/modules/mail/notifications/rules/template-texts.ts";
import { type Language, LANGUAGES, type Wording } from "#src/modules/mail/notifications/rules/wording.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { EmailFrame } from "#src/ui/admin/email-frame.tsx";
import { AdminCheck, AdminField, AdminInput, AdminSelect } from "#src/ui/admin/field.tsx";
import { SegmentedButtons } from "#src/ui/admin/segmented.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** Which language and case of an email are looked at. */
export type Look = { language: Language; at: Case | "" };

type TemplatePreviewProps = {
  kind: TemplateKind;
  texts: Wording;
  look: Look;
  onLook: (look: Look) => void;
};

/** The email as it would look with what is typed, with a booking or an example; and the way to one's own mailbox. */
export function TemplatePreview({ kind, texts, look, onLook }: TemplatePreviewProps) {
  const { t } = useText();
  const { pathname } = useLocation();
  const [reference, setReference] = useState("");
  const [isExample, setExample] = useState(false);
  const test = useFetcher<TemplateAnswer>();
  // the same until it is answered: a request that is repeated sends one email
  const [key, setKey] = useState(() => crypto.randomUUID());
  useFlash(test.data);
  useAnswer(test.data, () => setKey(crypto.randomUUID()));
  const request = { language: look.language, texts: JSON.stringify(texts), reference, example: String(isExample) };
  const { drawn, again } = useDrawn(`${pathname}/preview`, { ...request, at: look.at });
  const cases = casesOf(kind);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedButtons
          label={t("notifications-templates.preview.language")}
          value={look.language}
          options={LANGUAGES.map((language) => ({
            value: language,
            label: language.toUpperCase(),
            name: t(`notifications-templates.preview.${language}`),
          }))}
          onChange={(language) => onLook({ ...look, language })}
        />
        <AdminButton
          className="ml-auto"
          icon={<Send aria-hidden size={15} />}
          busy={test.state !== "idle"}
          title={t("notifications-templates.test.hint")}
          onClick={() => void test.submit({ ...request, intent: "test", key }, { method: "post", action: pathname })}
        >
          {t("notifications-templates.test")}
        </AdminButton>
      </div>
      {cases.length > 0 && (
        <AdminField id="preview-case" label={t("notifications-templates.preview.case")}>
          {(control) => (
            <AdminSelect
              {...control}
              value={look.at}
              onChange={(event) => onLook({ ...look, at: cases.find((one) => one === event.target.value) ?? "" })}
            >
              <option value="">{t("notifications-templates.preview.usual")}</option>
              {cases.map((one) => (
                <option key={one} value={one}>
                  {asHeading(t(`notifications-templates.case.${one}`))}
                </option>
              ))}
            </AdminSelect>
          )}
        </AdminField>
      )}
      {isBookingEmail(kind) && (
        <div className="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end">
          <AdminField
            id="preview-booking"
            label={t("notifications-templates.preview.with")}
            {...(drawn !== null && drawn !== "failed" && !drawn.ok
              ? { error: t("notifications-templates.preview.noBooking") }
              : {})}
          >
            {(control) => (
              <AdminInput
                {...control}
                value={reference}
                maxLength={20}
                disabled={isExample}
                placeholder={t("notifications-templates.preview.withHint")}
                onChange={(event) => setReference(event.currentTarget.value)}
                className="font-mono placeholder:font-sans"
              />
            )}
          </AdminField>
          <AdminCheck checked={isExample} onChange={(event) => setExample(event.target.checked)}>
            {t("notifications-templates.preview.example")}
          </AdminCheck>
        </div>
      )}
      {drawn === "failed" ? (
        <div role="alert" className="grid justify-items-start gap-2 rounded-md bg-low-tint px-3 py-2 text-low-text">
          <p>{t("notifications-templates.preview.failed")}</p>
          <AdminButton small onClick={again}>
            {t("notifications-templates.preview.again")}
          </AdminButton>
        </div>
      ) : (
        <Shown drawn={drawn} />
      )}
    </div>
  );
}

/** The drawn email. What isn't drawn yet has its place already, so that nothing jumps below a reader's eyes. */
function Shown({ drawn }: { drawn: Drawn | null }) {
  const { t } = useText();
  const email = drawn?.ok ? drawn : null;
  return (
    <div className="grid gap-1.5">
      <p className="min-w-0 break-words">
        <span className="text-text-3">{t("notifications-templates.preview.subject")}: </span>
        <strong className="font-semibold">{email?.subject}</strong>
      </p>
      {email ? (
        <EmailFrame
          title={t("notifications-templates.preview.title", { subject: email.subject })}
          html={email.html}
          className={HEIGHT}
        />
      ) : (
        <div className={`grid place-items-center rounded-md border border-border text-text-3 ${HEIGHT}`}>
          {drawn === null && <p>{t("notifications-templates.preview.loading")}</p>}
        </div>
      )}
      <p className="min-h-9 text-fine text-text-3">
        {email &&
          (email.reference
            ? t("notifications-templates.preview.isBooking", { reference: email.reference })
            : t("notifications-templates.preview.isExample"))}{" "}
        {t("notifications-templates.preview.safe")}
      </p>
    </div>
  );
}
const HEIGHT = "h-[65vh] lg:h-[max(20rem,calc(100dvh-27rem))]";

const asHeading = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

type Drawn = { ok: true; subject: string; html: string; reference: string | null } | { ok: false };

/** Typing may pause for so long before the email is drawn. */
const PAUSE_MS = 80;

/** The email as the server draws it, a moment after the last keystroke; the one before until then, null at first. */
function useDrawn(path: string, fields: Record<string, string>) {
  const [drawn, setDrawn] = useState<Drawn | "failed" | null>(null);
  const [tries, setTries] = useState(0);
  const body = new URLSearchParams({ ...fields, tries: String(tries) }).toString();
  useEffect(() => {
    const asking = new AbortController();
    const draw = async () => {
      const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };
      const answer = await fetch(path, { method: "POST", headers, body, signal: asking.signal });
      if (!answer.ok && answer.status !== 409) throw new Error(String(answer.status));
      setDrawn((await answer.json()) as Drawn);
    };
    const waiting = setTimeout(() => void draw().catch(() => asking.signal.aborted || setDrawn("failed")), PAUSE_MS);
    return () => {
      clearTimeout(waiting);
      asking.abort();
    };
  }, [path, body]);
  return { drawn, again: () => setTries(tries + 1) };
}
