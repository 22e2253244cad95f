import type { ReactNode } from "react";

type PageHeadProps = {
  title: string;
  /** What the browser's tab says, with the name of the house. */
  tab: string;
  /** Beside the title: how many, how much. */
  meta?: ReactNode;
  actions?: ReactNode;
  /** Where this page stands, above the title. */
  back?: ReactNode;
};

/** The head of a page of the admin: its only h1, what it counts and what can be done. */
export function PageHead({ title, tab, meta, actions, back }: PageHeadProps) {
  return (
    <header className="mb-3 grid gap-1">
      <title>{tab}</title>
      <meta name="robots" content="noindex" />
      {back && <div className="text-text-3">{back}</div>}
      <div className="flex min-h-8.5 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="heading text-title">{title}</h1>
        {meta && <p className="text-text-3">{meta}</p>}
        {actions && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
