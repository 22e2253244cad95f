import { useFetcher, useLocation } from "react-router";
import type { OpenTemplate, TemplateAnswer } from "#src/modules/mail/notifications/rules/template-answer.ts";
import { editedInFull, inFull, type Language, ownOf } from "#src/modules/mail/notifications/rules/wording.ts";
import { useEdited } from "#src/ui/admin/use-edited.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";

/** The form of a kind's texts: its values, and how they are saved. */
export function useTemplateForm({ kind, version, ronda, texts }: OpenTemplate) {
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<TemplateAnswer>();
  const edit = useEdited(editedInFull(kind, ronda), { version, draft: inFull(texts, ronda) }, fetcher.data);
  useFlash(fetcher.data);
  const { draft, base, change } = edit;
  const own = ownOf(kind, draft, ronda);
  const submit = (what: Record<string, string>) =>
    void fetcher.submit(what, { method: "post", action: pathname + search });
  return {
    ...edit,
    own,
    isBusy: fetcher.state !== "idle",
    set: (id: string, { en, es }: Partial<Record<Language, string>>) =>
      change((now) => ({
        en: { ...now.en, [id]: en ?? now.en[id] ?? "" },
        es: { ...now.es, [id]: es ?? now.es[id] ?? "" },
      })),
    save: () => submit({ intent: "save", base: String(base.version), texts: JSON.stringify(own) }),
    restore: (wish: number) => submit({ intent: "restore", version: String(wish), base: String(version) }),
  };
}

export type TemplateForm = ReturnType<typeof useTemplateForm>;
