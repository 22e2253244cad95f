import type { ReactNode } from "react";

type PageHeadProps = {
  title: string;
  /** Title of the browser tab; the house's name is added. */
  tab: string;
  /** Beside the title: counts and amounts. */
  meta?: ReactNode;
  actions?: ReactNode;
  /** Link to the parent page, above the title. */
  back?: ReactNode;
};

/** The head of an admin page: its only h1, counts and actions. */
export function PageHead({ title, tab, meta, actions, back }: PageHeadProps) {
  return (
    <header className="mb-3 grid gap-1">
      <title>{tab}</title>
      <meta name="robots" content="noindex" />
      {back && <div className="flex items-center text-text-3 max-md:min-h-11">{back}</div>}
      <div className="flex min-h-8.5 flex-wrap items-center gap-x-3 gap-y-2">
        {/* on phones the actions stand beside or below by their own width alone: how long the counts are moves nothing */}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 max-md:grow max-md:basis-44">
          <h1 className="heading text-title">{title}</h1>
          {meta && <p className="text-text-3">{meta}</p>}
        </div>
        {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
