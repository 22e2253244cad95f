import { ChevronDown } from "#src/ui/lucide/icons.ts";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import type { Question, Questions } from "#src/locales/documents.ts";
import { RichText } from "#src/modules/site/content/components/rich-text.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { plainOf } from "#src/modules/site/content/rules/inline.ts";
import { faqPage } from "#src/modules/site/content/rules/structured-data.ts";
import { ButtonLink } from "#src/ui/button.tsx";
import { Flag } from "#src/ui/papel-picado.tsx";
import type { Route } from "#routes/public/+types/faq.ts";

type FaqProps = { loaderData: Route.ComponentProps["loaderData"]; index?: boolean };

/** `index`: false for previews. */
export default function Faq({ loaderData: faq, index = true }: FaqProps) {
  const { locale } = useText();
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24">
      <PageHead
        title={faq.title}
        description={faq.description}
        index={index}
        data={[faqPage(faq.groups.flatMap(({ questions }) => questions.map(plainQuestion)))]}
      />
      <h1 lang={faq.langs?.title} className="text-h1">
        {faq.title}
      </h1>
      <p lang={faq.langs?.lead} className="mt-4 text-lead text-text-2">
        {faq.lead}
      </p>
      <div className="mt-9 items-start gap-x-14 md:mt-14 lg:grid lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
        <div className="grid gap-10 lg:sticky lg:top-26">
          <nav aria-label={faq.contents} className="border-t-3 border-text pt-3 print:hidden">
            <ul>
              {faq.groups.filter(hasTitle).map(({ id, title, lang }) => (
                <li key={id}>
                  <a
                    href={`#${id}`}
                    lang={lang}
                    className="display flex min-h-11 items-center text-[1.375rem] no-underline underline-offset-4 hover:underline"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <More {...faq.more} to={localizedPath("/contact", locale)} className="max-lg:hidden" />
        </div>
        <div className="grid gap-12 max-lg:mt-10">
          {faq.groups.map((group) => (
            <Group key={group.id} {...group} />
          ))}
          <More {...faq.more} to={localizedPath("/contact", locale)} className="lg:hidden" />
        </div>
      </div>
    </main>
  );
}

const hasTitle = ({ title }: { title: string }) => title !== "";
const plainQuestion = ({ question, answer }: Question) => ({ question, answer: plainOf(answer) });

function Group({ id, title, lang, questions }: Questions["groups"][number]) {
  return (
    <section id={id} aria-labelledby={title === "" ? undefined : `${id}-title`} className="scroll-mt-24">
      {title !== "" && (
        <h2 id={`${id}-title`} lang={lang} className="mb-3 text-[clamp(1.75rem,1.4rem+1.3vw,2.375rem)]">
          {title}
        </h2>
      )}
      <div className="border-b border-border">
        {questions.map(({ id: name, question, answer, lang: ofQuestion, answerLang }) => (
          <details key={name} className="group border-t border-border">
            <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3.5 text-[1.0625rem] font-bold [&::-webkit-details-marker]:hidden">
              <span lang={ofQuestion}>{question}</span>
              <ChevronDown
                aria-hidden
                size={22}
                className="shrink-0 text-brand-text transition-transform group-open:rotate-180"
              />
            </summary>
            {/* a link to the answer opens it: browsers expand the details element that contains the fragment's target */}
            <p
              id={name}
              lang={answerLang}
              className="max-w-[42rem] scroll-mt-44 pb-6 text-[1.0625rem] leading-relaxed whitespace-pre-line text-text-2"
            >
              <RichText text={answer} />
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}

type MoreProps = Questions["more"] & { to: string; className: string };

const More = ({ title, text, action, to, className }: MoreProps) => (
  <div className={`grid justify-items-start gap-3 rounded-lg bg-surface p-6 shadow-md print:hidden ${className}`}>
    <Flag motif="toast" className="w-12 text-brand" />
    <h2 className="text-h3">{title}</h2>
    <p className="text-text-2">{text}</p>
    <ButtonLink to={to} kind="secondary" small className="mt-1">
      {action}
    </ButtonLink>
  </div>
);
