import { useState } from "react";
import { useFetcher } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { LANGUAGES } from "#src/modules/office/booking-admin/rules/booking-list.ts";
import type { ListAnswer, Recipients } from "#src/modules/office/booking-admin/schema.ts";
import { AdminButton } from "#src/ui/admin/button.tsx";
import { AdminDialog } from "#src/ui/admin/confirm.tsx";
import { AdminField, AdminInput, AdminTextArea } from "#src/ui/admin/field.tsx";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

type EmailDialogProps = {
  base: string;
  open: boolean;
  /** a selection of the list, or a departure's id: whoever is booked onto it when the email is sent */
  chosen: { ids: string; all: string; query: string } | { night: string };
  onClose: () => void;
  onSent: () => void;
};
type Words = Record<`${"subject" | "text"}_${"en" | "es"}`, string>;

/** Emails the guests of the chosen bookings: write in both languages, preview with the number of recipients, send. */
export function EmailDialog({ base, open, chosen, onClose, onSent }: EmailDialogProps) {
  const { t } = useText("booking-admin-list");
  const fetcher = useFetcher<ListAnswer>();
  const [key] = useState(() => crypto.randomUUID());
  const [words, write] = useState<Words>({ subject_en: "", text_en: "", subject_es: "", text_es: "" });
  const [isBack, setBack] = useState(false);
  const answer = fetcher.data;
  useFlash(answer);
  const newest = answer?.recipients ?? null;
  // a test is answered without them
  const [current, see] = useState(newest);
  if (newest && newest !== current) see(newest);
  const recipients = isBack ? null : current;
  useAnswer(answer?.done ? answer : null, onSent);
  const post = (intent: "foresee" | "send" | "try") => {
    setBack(false);
    const foreseen = recipients ? String(recipients.en + recipients.es) : "";
    // each test is one of its own
    const trial = crypto.randomUUID();
    void fetcher.submit({ intent, key, trial, foreseen, ...chosen, ...words }, { method: "post", action: base });
  };
  const busy = fetcher.state !== "idle";
  return (
    <AdminDialog
      open={open}
      wide
      title={t("booking-admin-list.email.title")}
      onClose={onClose}
      footer={
        recipients ? (
          <>
            <AdminButton className="mr-auto" busy={busy} onClick={() => post("try")}>
              {t("booking-admin-list.email.try")}
            </AdminButton>
            <AdminButton onClick={() => setBack(true)}>{t("booking-admin-list.email.change")}</AdminButton>
            <AdminButton
              kind="brand"
              busy={busy}
              onClick={() => post("send")}
              disabled={recipients.en + recipients.es === 0}
            >
              {t("booking-admin-list.email.send", { count: recipients.en + recipients.es })}
            </AdminButton>
          </>
        ) : (
          <>
            <AdminButton onClick={onClose}>{t("booking-admin-list.back")}</AdminButton>
            <AdminButton kind="ink" busy={busy} onClick={() => post("foresee")}>
              {t("booking-admin-list.email.preview")}
            </AdminButton>
          </>
        )
      }
    >
      {answer?.formError && (
        <p role="alert" className="mb-3 rounded-md bg-low-tint px-3 py-2 font-medium text-low-text">
          {t(answer.formError, answer.values)}
        </p>
      )}
      {recipients ? (
        <Preview words={words} recipients={recipients} />
      ) : (
        <div className="grid gap-4 md:grid-cols-2">
          {LANGUAGES.map((language) => (
            <fieldset key={language} className="grid min-w-0 content-start gap-3">
              <legend className="mb-2 text-text-3">{t(`booking-admin-list.language.${language}`)}</legend>
              {(["subject", "text"] as const).map((part) => {
                const name = `${part}_${language}` as const;
                const fieldError = answer?.fieldErrors?.find(({ id }) => id === name);
                const Control = part === "subject" ? AdminInput : AdminTextArea;
                return (
                  <AdminField
                    key={name}
                    id={`email-${name}`}
                    label={t(`booking-admin-list.email.${part}`)}
                    {...(fieldError ? { error: t(fieldError.message) } : {})}
                  >
                    {(control) => (
                      <Control
                        {...control}
                        lang={language}
                        value={words[name]}
                        {...(part === "text" ? { className: "min-h-40" } : {})}
                        onChange={(event: { currentTarget: { value: string } }) =>
                          write({ ...words, [name]: event.currentTarget.value })
                        }
                      />
                    )}
                  </AdminField>
                );
              })}
            </fieldset>
          ))}
          <p className="text-fine text-text-3 md:col-span-2">{t("booking-admin-list.email.help")}</p>
        </div>
      )}
    </AdminDialog>
  );
}

function Preview({ words, recipients }: { words: Words; recipients: Recipients }) {
  const { t } = useText();
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {LANGUAGES.map((language) => (
        <section key={language} className="min-w-0">
          <h3 className="mb-1.5 text-sub">
            {t("booking-admin-list.email.to", {
              language: t(`booking-admin-list.language.${language}`),
              count: recipients[language],
            })}
          </h3>
          <div lang={language} className="rounded-md border border-border bg-surface-2 px-3.5 py-3">
            <p className="mb-2 font-semibold">{words[`subject_${language}`]}</p>
            <p className="whitespace-pre-line text-text-2">{words[`text_${language}`]}</p>
          </div>
        </section>
      ))}
      <p className="text-text-2 md:col-span-2">{t("booking-admin-list.email.people", { people: recipients.people })}</p>
      {recipients.unreachable > 0 && (
        <p className="text-text-3 md:col-span-2">
          {t("booking-admin-list.email.unreachable", { count: recipients.unreachable })}
        </p>
      )}
    </div>
  );
}
