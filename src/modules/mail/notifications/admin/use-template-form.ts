import { useRef, useState } from "react";
import { useFetcher, useLocation } from "react-router";
import type { OpenTemplate, TemplateAnswer } from "#src/modules/mail/notifications/rules/template-answer.ts";
import {
  changesIn,
  type Language,
  LANGUAGES,
  ownOf,
  type Place,
  type Wording,
} from "#src/modules/mail/notifications/rules/wording.ts";
import { useFlash } from "#src/ui/admin/use-flash.ts";
import { useAnswer } from "#src/ui/use-answer.ts";

/** What is typed of a kind's texts, over what it was opened with: `base` is the version that it is a change of. */
export type Typed = { shown: Wording; base: number; was: Wording };
type Kind = Pick<OpenTemplate, "kind" | "ronda">;
type Published = Pick<OpenTemplate, "version" | "texts">;
type Met = NonNullable<TemplateAnswer["met"]>;

/** A kind's texts as they are opened: the operator's, and Ronda's where there are none. */
export const openedWith = ({ ronda }: Kind, { version: base, texts: was }: Published): Typed => ({
  shown: { en: { ...ronda.en, ...was.en }, es: { ...ronda.es, ...was.es } },
  base,
  was,
});

export const changedIn = ({ kind, ronda }: Kind, { shown, was }: Typed) =>
  changesIn(kind, was, ownOf(kind, shown, ronda));

/** The texts of these places, over others that were published. */
function over(of: Kind, published: Published, { shown }: Typed, places: readonly Place[]): Typed {
  const opened = openedWith(of, published);
  const taken = (language: Language) =>
    places.filter((place) => place.language === language).map(({ id }) => [id, shown[language][id] ?? ""]);
  const texts = LANGUAGES.map((language) => [
    language,
    { ...opened.shown[language], ...Object.fromEntries(taken(language)) },
  ]);
  return { ...opened, shown: Object.fromEntries(texts) as Wording };
}

/** What was typed while it was published, over what was published. */
export function typedSince(of: Kind, sent: Typed, now: Typed, published: Published): Typed | null {
  if (now === sent) return null;
  const [before, after] = [sent, now].map(({ shown }) => ownOf(of.kind, shown, of.ronda)) as [Wording, Wording];
  return over(of, published, now, changesIn(of.kind, before, after));
}

/** All that is typed, over what somebody else published: theirs stays where nothing was typed. */
export const keepingMine = (of: Kind, typed: Typed, { version, theirs: texts }: Met): Typed =>
  over(of, { version, texts }, typed, changedIn(of, typed));

/** The same, but theirs also where both changed a text. */
export const takingTheirs = (of: Kind, typed: Typed, { version, theirs: texts, both }: Met): Typed =>
  over(
    of,
    { version, texts },
    typed,
    changedIn(of, typed).filter(({ language, id }) => !both.some((one) => one.language === language && one.id === id)),
  );

/** The form of a kind's texts: what is typed, and what becomes of it. */
export function useTemplateForm(template: OpenTemplate) {
  const { kind, version, ronda } = template;
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<TemplateAnswer>();
  // null: as published. What somebody else publishes meanwhile mustn't pass for what this form was opened with
  const [typed, setTyped] = useState<Typed | null>(null);
  const [seen, setSeen] = useState<TemplateAnswer | null>(null);
  const sent = useRef<Typed>(null);
  const now = typed ?? openedWith(template, template);
  const isBusy = fetcher.state !== "idle";
  useFlash(fetcher.data);
  // the published texts are read again by then
  useAnswer(!isBusy && fetcher.data?.done ? fetcher.data : null, ({ intent }) => {
    if (intent !== "save" || !sent.current) return;
    const before = sent.current;
    setTyped((current) => current && typedSince(template, before, current, template));
  });
  const answer = fetcher.data && !fetcher.data.done && fetcher.data !== seen ? fetcher.data : null;
  const submit = (what: Record<string, string>) =>
    void fetcher.submit(what, { method: "post", action: pathname + search });
  const save = (one: Typed) => {
    sent.current = one;
    setTyped(one);
    submit({ intent: "save", base: String(one.base), texts: JSON.stringify(ownOf(kind, one.shown, ronda)) });
  };
  return {
    shown: now.shown,
    own: ownOf(kind, now.shown, ronda),
    changed: changedIn(template, now),
    answer,
    isBusy,
    set: (id: string, texts: Partial<Record<Language, string>>) =>
      setTyped((before) => {
        const from = before ?? openedWith(template, template);
        const { en = from.shown.en[id] ?? "", es = from.shown.es[id] ?? "" } = texts;
        return { ...from, shown: { en: { ...from.shown.en, [id]: en }, es: { ...from.shown.es, [id]: es } } };
      }),
    save: () => save(now),
    discard: () => {
      setTyped(null);
      setSeen(fetcher.data ?? null);
      return () => setTyped(typed);
    },
    restore: (wanted: number) => submit({ intent: "restore", version: String(wanted), base: String(version) }),
    keepMine: (met: Met) => save(keepingMine(template, now, met)),
    takeTheirs: (met: Met) => {
      setTyped(takingTheirs(template, now, met));
      setSeen(fetcher.data ?? null);
    },
  };
}

export type TemplateForm = ReturnType<typeof useTemplateForm>;
