import { ChevronDown } from "#src/ui/lucide/icons.ts";
import { telLink } from "#src/kernel/tel-link.ts";
import type { ReactNode } from "react";
import type { Block, Document, Section } from "#src/locales/documents.ts";
import { RichText } from "#src/modules/site/content/components/rich-text.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { classNames } from "#src/ui/class-names.ts";
import { LINK } from "#src/ui/button.tsx";

type DocumentPageProps = {
  document: Document;
  /** False for previews. */
  index?: boolean;
  /** Appended to the last section: contact details. */
  children: ReactNode;
};

/** A long reference text: numbered, linkable sections next to a table of contents, with print styles. */
export function DocumentPage({ document, index = true, children }: DocumentPageProps) {
  const { title, description, lead, updated, contents, sections, langs } = document;
  const titled = sections.filter((section) => section.title !== "");
  return (
    <main id="main" tabIndex={-1} className="wrap pt-10 pb-16 md:pt-14 md:pb-24 print:w-full print:pt-0">
      <PageHead title={title} description={description} kind="article" index={index} />
      <header className="max-w-[44rem]">
        <h1 lang={langs?.title} className="text-h1">
          {title}
        </h1>
        <p lang={langs?.lead} className="mt-4 text-lead text-text-2">
          {lead}
        </p>
        {updated && <p className="mt-4 text-small font-semibold text-text-2">{updated}</p>}
      </header>
      <details className="group mt-8 rounded-md bg-surface-2 lg:hidden print:hidden">
        <summary className="flex min-h-12 list-none items-center justify-between px-4 py-3 font-bold [&::-webkit-details-marker]:hidden">
          {contents}
          <ChevronDown aria-hidden size={22} className="text-brand-text transition-transform group-open:rotate-180" />
        </summary>
        <Contents sections={titled} className="px-4 pb-3" />
      </details>
      <div className="mt-10 gap-x-14 md:mt-14 lg:grid lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] print:mt-6 print:block">
        <nav aria-label={contents} className="max-lg:hidden print:hidden">
          <div className="sticky top-26 max-h-[calc(100dvh-8rem)] overflow-y-auto border-t-3 border-text pt-4">
            <p className="mb-2 font-bold">{contents}</p>
            <Contents sections={titled} />
          </div>
        </nav>
        <article className="max-w-[42rem]">
          {sections.map((section, i) => (
            <TextSection key={section.id} section={section} number={titled.indexOf(section) + 1}>
              {i === sections.length - 1 && children}
            </TextSection>
          ))}
        </article>
      </div>
    </main>
  );
}

const Contents = ({ sections, className }: { sections: readonly Section[]; className?: string }) => (
  <ol className={classNames("text-small", className)}>
    {sections.map(({ id, title, lang }, i) => (
      <li key={id}>
        {/* touch-sized targets where the contents are a list on phones, but not next to the text */}
        <a
          href={`#${id}`}
          className="flex gap-2.5 py-1.5 no-underline underline-offset-4 hover:underline max-lg:min-h-11 max-lg:items-center"
        >
          <span className="w-5 shrink-0 text-right text-text-2 tabular-nums">{i + 1}</span>
          <span lang={lang}>{title}</span>
        </a>
      </li>
    ))}
  </ol>
);

function TextSection({ section, number, children }: { section: Section; number: number; children: ReactNode }) {
  const { id, title, blocks, lang } = section;
  return (
    <section
      id={id}
      aria-labelledby={title === "" ? undefined : `${id}-title`}
      className="scroll-mt-24 border-t border-border py-8 first:border-0 first:pt-0 md:py-10 print:break-inside-avoid print:py-4"
    >
      {title !== "" && (
        <h2 id={`${id}-title`} className="mb-4 flex gap-3 text-h3">
          <span className="text-brand-text tabular-nums">{number}</span>
          <span lang={lang}>{title}</span>
        </h2>
      )}
      <Blocks blocks={blocks} />
      {children}
    </section>
  );
}

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className="grid gap-4 text-[1.0625rem] leading-relaxed">
    {blocks.map((block, i) =>
      "text" in block ? (
        <p key={i} lang={block.lang} className="text-pretty">
          <RichText text={block.text} />
        </p>
      ) : (
        <ul key={i} lang={block.lang} className="grid list-disc gap-2 pl-5.5 marker:text-brand-text">
          {block.items.map((item) => (
            <li key={item} className="pl-1 text-pretty">
              <RichText text={item} />
            </li>
          ))}
        </ul>
      ),
    )}
  </div>
);

type ReachUsProps = { email: string | undefined; phone: string | undefined };

/** The stored email address and phone number, if any. */
export function ReachUs({ email, phone }: ReachUsProps) {
  if (!email && !phone) return null;
  return (
    <p className="mt-4 flex flex-wrap gap-x-8">
      {email && (
        <a href={`mailto:${email}`} className={`${LINK} inline-flex min-h-11 items-center wrap-anywhere`}>
          {email}
        </a>
      )}
      {phone && (
        <a href={telLink(phone)} className={`${LINK} inline-flex min-h-11 items-center`}>
          {phone}
        </a>
      )}
    </p>
  );
}
