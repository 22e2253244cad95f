import { localizedPath } from "#src/kernel/localized.ts";
import type { About, Section } from "#src/locales/documents.ts";
import { useText } from "#src/locales/use-text.ts";
import { Blocks } from "#src/modules/site/content/components/document-page.tsx";
import { RichText } from "#src/modules/site/content/components/rich-text.tsx";
import { PageHead } from "#src/ui/page-head.tsx";
import { ButtonLink } from "#src/ui/button.tsx";
import { Picture } from "#src/ui/picture.tsx";
import type { Route } from "#routes/public/+types/about.ts";

type AboutProps = { loaderData: Route.ComponentProps["loaderData"]; index?: boolean };

/** `index`: false for previews. */
export default function AboutUs({ loaderData: about, index = true }: AboutProps) {
  const { t, locale } = useText();
  const { title, description, lead, langs, sections, route, action } = about;
  const [story, ...rest] = sections;
  return (
    <main id="main" tabIndex={-1}>
      <PageHead title={title} description={description} index={index} />
      <header className="wrap grid items-end gap-x-14 gap-y-5 pt-10 md:pt-14 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <h1 lang={langs?.title} className="text-h1">
          {title}
        </h1>
        <p lang={langs?.lead} className="text-lead text-text-2">
          {lead}
        </p>
      </header>
      <section className="wrap mt-9 grid items-center gap-x-14 gap-y-8 pb-14 md:mt-12 md:pb-20 lg:grid-cols-[minmax(0,6fr)_minmax(0,6fr)]">
        <Picture
          src="/pictures/cdmx-wide"
          alt={about.picture}
          missing={t("site.imageMissing")}
          sizes="(min-width: 1024px) 36rem, 100vw"
          ratio={[16, 9]}
          priority
          className="aspect-[4/3] w-full rounded-lg object-cover object-[88%_50%]"
        />
        {story && (
          <div>
            <Heading section={story} />
            <Blocks blocks={story.blocks} />
          </div>
        )}
      </section>
      {route.stops.length > 0 && <Route {...route} />}
      {rest.length > 0 && (
        <div className="wrap grid gap-x-14 gap-y-12 py-14 md:py-20 lg:grid-cols-2">
          {rest.map((section) => (
            <section key={section.id} id={section.id}>
              <Heading section={section} />
              <Blocks blocks={section.blocks} />
            </section>
          ))}
        </div>
      )}
      <section className="bg-surface-2 py-12 md:py-16">
        <div className="wrap flex flex-wrap items-center justify-between gap-x-10 gap-y-5">
          <h2 className="text-h2">{action.title}</h2>
          <p className="flex flex-wrap gap-3">
            <ButtonLink to={localizedPath("/#booking-section", locale)}>{action.book}</ButtonLink>
            <ButtonLink to={localizedPath("/contact", locale)} kind="secondary">
              {action.ask}
            </ButtonLink>
          </p>
        </div>
      </section>
    </main>
  );
}

const Heading = ({ section: { title, lang } }: { section: Section }) =>
  title === "" ? null : (
    <h2 lang={lang} className="mb-4 text-h2">
      {title}
    </h2>
  );

/** The stops of a night on a string of lights: side by side on a desktop, stacked on a phone. */
function Route({ title, note, stops, langs }: About["route"]) {
  return (
    <section className="night relative py-20 md:py-24">
      <div aria-hidden className="cut-edge absolute inset-x-0 top-0 bg-ground" />
      <div className="wrap">
        <h2 lang={langs?.title} className="text-h2">
          {title}
        </h2>
        <ol className="mt-8 grid md:mt-12 lg:grid-cols-5 lg:gap-x-6">
          {stops.map((stop, i) => (
            <li
              key={i}
              className="relative pb-8 pl-9 before:absolute before:top-3 before:bottom-[-0.75rem] before:left-[9px] before:border-l-2 before:border-dashed before:border-border last:pb-0 last:before:hidden lg:pt-9 lg:pb-0 lg:pl-0 lg:before:top-[9px] lg:before:right-[-1.5rem] lg:before:bottom-auto lg:before:left-0 lg:before:border-t-2 lg:before:border-l-0"
            >
              <span
                aria-hidden
                className={`absolute top-1.5 left-0 size-5 rounded-full ring-6 lg:top-0 ${i === stops.length - 1 ? "bg-brand ring-brand/25" : "bg-marigold ring-marigold/20"}`}
              />
              <p className="display text-[1.75rem] leading-none text-marigold tabular-nums">{stop.time}</p>
              <h3 lang={stop.lang} className="mt-1.5 font-text text-[1.0625rem] font-bold tracking-normal">
                {stop.title}
              </h3>
              <p lang={stop.textLang} className="mt-1 text-text-2">
                <RichText text={stop.text} />
              </p>
            </li>
          ))}
        </ol>
        {note !== "" && (
          <p lang={langs?.note} className="mt-9 text-small text-text-2">
            {note}
          </p>
        )}
      </div>
      <div aria-hidden className="cut-edge absolute inset-x-0 bottom-0 -scale-y-100 bg-ground" />
    </section>
  );
}
