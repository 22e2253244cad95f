import { Link } from "react-router";

type Option = { label: string; href: string; current: boolean };

/** A short single choice made of links, so that it is part of the URL. */
export function Segmented({ label, options }: { label: string; options: readonly Option[] }) {
  return (
    <nav aria-label={label} className="inline-flex gap-px rounded-md border border-line-2 bg-surface-2 p-0.5">
      {options.map(({ label: name, href, current }) => (
        <Link
          key={href}
          to={href}
          preventScrollReset
          aria-current={current ? "true" : undefined}
          className="grid h-[calc(var(--ctl)-6px)] place-items-center rounded-[4px] px-2.5 font-medium text-text-2 no-underline hover:text-text aria-[current]:bg-surface aria-[current]:font-semibold aria-[current]:text-text aria-[current]:shadow-[0_0_0_1px_var(--c-line-2)]"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
