import { useEffect } from "react";
import { NavigationType, useNavigationType } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { Note } from "#src/modules/base/identity/rules/account-forms.ts";
import { Notice } from "#src/ui/notice.tsx";
import { stackToast } from "#src/ui/toasts.tsx";

/** What the previous page has just done; after a client-side navigation also as a toast (spec section 8). */
export function AccountNote({ note }: { note: Note }) {
  const { t } = useText();
  const came = useNavigationType() !== NavigationType.Pop;
  const title = t(`identity.note.${note}.title`);
  const text = t(`identity.note.${note}.text`);
  // the previous page and its forms are gone: only the arrival can show it
  useEffect(() => {
    if (came) stackToast({ title, description: text, tone: note === "start-over" ? "bad" : "good" });
    // oxlint-disable-next-line react/exhaustive-deps -- once per arrival, not per language
  }, [note]);
  return (
    <Notice tone={note === "start-over" ? "warning" : "good"} title={title}>
      {text}
    </Notice>
  );
}
