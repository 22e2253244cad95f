import { useState } from "react";
import { useFetcher } from "react-router";
import { useText } from "#src/locales/use-text.ts";
import { useOptionsPath } from "#src/modules/office/options/admin/use-options-path.ts";
import { useTakeBack } from "#src/modules/office/options/admin/use-take-back.ts";
import type { OptionsAnswer } from "#src/modules/office/options/rules/answer.ts";
import { type Texts, touched } from "#src/modules/office/options/rules/option-form.ts";
import type { OpenSection } from "#src/modules/office/options/schema.ts";
import type { SettingKey } from "#src/modules/base/settings/rules/app-settings.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

type Typed = { texts: Texts; was: Texts };

/** What is typed in a section's form, over what it was opened with. */
export function useOptionsForm({ section, texts: stored }: Pick<OpenSection, "section" | "texts">) {
  const { t } = useText();
  const action = useOptionsPath();
  const fetcher = useFetcher<OptionsAnswer>();
  // null: as stored. What somebody else saves meanwhile mustn't pass for what this form was opened with
  const [typed, setTyped] = useState<Typed | null>(null);
  const [lastAnswer, setLastAnswer] = useState<OptionsAnswer | null>(null);
  const { texts, was } = typed ?? { texts: stored, was: stored };
  const changed = touched(section, { texts, was });
  const isBusy = fetcher.state !== "idle";
  useTakeBack(fetcher.data);
  // the stored values are read again by then
  useAnswer(!isBusy && fetcher.data?.done ? fetcher.data : null, () => setTyped(null));
  const answer = fetcher.data && !fetcher.data.done && fetcher.data !== lastAnswer ? fetcher.data : null;
  const errors = (answer?.fieldErrors ?? []).map(({ id, message, values }) => ({ id, message: t(message, values) }));

  const set = (over: Texts) =>
    setTyped((now) => ({ texts: { ...(now?.texts ?? stored), ...over }, was: now?.was ?? stored }));
  const submit = (now: Typed, confirmed: boolean) =>
    void fetcher.submit(
      {
        intent: "save",
        section,
        ...(confirmed ? { confirmed: "true" } : {}),
        ...now.texts,
        ...Object.fromEntries(Object.entries(now.was).map(([key, text]) => [`was.${key}`, text])),
      },
      { method: "post", action },
    );
  return {
    texts,
    was,
    changed,
    answer,
    errors,
    isBusy,
    set,
    errorOf: (key: SettingKey) => errors.find(({ id }) => id === key)?.message,
    /** Saves, with some values changed first. */
    save: ({ confirmed = false, over = {} }: { confirmed?: boolean; over?: Texts } = {}) => {
      const now = { texts: { ...texts, ...over }, was };
      setTyped(now);
      submit(now, confirmed);
    },
    discard: () => {
      setTyped(null);
      setLastAnswer(fetcher.data ?? null);
      return () => setTyped(typed);
    },
    /** Saves over what somebody else saved, which is known now. */
    keepMine: (current: Texts) => {
      const untouched = Object.fromEntries(
        Object.entries(current).filter(([key]) => !changed.includes(key as SettingKey)),
      );
      const now = { texts: { ...texts, ...untouched }, was: current };
      setTyped(now);
      submit(now, false);
    },
    takeTheirs: (current: Texts, keys: readonly SettingKey[]) => {
      setTyped({
        texts: { ...texts, ...Object.fromEntries(keys.map((key) => [key, current[key] ?? ""])) },
        was: current,
      });
      setLastAnswer(fetcher.data ?? null);
    },
  };
}

export type OptionsForm = ReturnType<typeof useOptionsForm>;
