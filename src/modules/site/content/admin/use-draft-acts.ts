import { useState } from "react";
import { useFetcher, useLocation, useNavigate } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import type { DraftsInEditor } from "#src/modules/site/content/admin/use-drafts.ts";
import type { DraftAnswer } from "#src/modules/site/content/rules/draft-answer.ts";
import type { Drafts } from "#src/modules/site/content/rules/home-draft.ts";
import type { DraftedPage, DraftKey } from "#src/modules/site/content/rules/home-fields.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** What a person is asked to confirm; `restore` names a version. */
type Asking = { what: "publish" | "discard" } | { what: "restore"; id: string } | null;

const putsAway = (intent: string) => intent === "discard" || intent === "restore";

/** What is done with a page's draft as a whole: publish it, throw it away (which can be undone), restore a version, share it. */
export function useDraftActs<K extends DraftKey>(page: DraftedPage, edit: DraftsInEditor<K>) {
  const { t } = useText();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const acts = useFetcher<DraftAnswer>({ key: `draft-act-${page}` });
  const [asking, setAsking] = useState<Asking>(null);
  const [earlier, setEarlier] = useState<Drafts<K> | null>(null);
  const undo =
    earlier && putsAway(acts.data?.intent ?? "")
      ? { label: t("admin.undo"), act: () => edit.bringBack(earlier) }
      : undefined;
  useFlash(acts.data, undo);
  useAnswer(acts.data, ({ intent, bad }) => {
    setAsking(null);
    // what was put away for it isn't lost when it failed
    if (bad && putsAway(intent)) edit.putBack();
    if (intent === "restore" && !bad) void navigate(pathname, { preventScrollReset: true });
  });
  const act = (intent: string, what: Record<string, string> = {}) => {
    const versions = JSON.stringify(edit.versions);
    if (putsAway(intent)) {
      setEarlier(edit.draft);
      edit.reset();
    }
    void acts.submit({ intent, versions, ...what }, { method: "post", action: pathname });
  };
  const ask = (next: Asking) => {
    // what is typed is a part of what is published or replaced
    if (next && next.what !== "discard") edit.save();
    setAsking(next);
  };
  const isBusy = acts.state !== "idle";
  return {
    asking,
    ask,
    isBusy,
    isSharing: isBusy && acts.formData?.get("intent") === "share",
    answer: acts.data,
    publish: (note: string) => act("publish", { note }),
    discard: () => act("discard"),
    restore: (id: string) => act("restore", { id }),
    share: () => {
      // who gets the link reads what is typed now
      edit.save();
      act("share");
    },
  };
}

export type DraftActs = ReturnType<typeof useDraftActs>;
