import type { ReactNode } from "react";

type SectionHeadProps = {
  title: string;
  /** One sentence, on the right where there is room. */
  lead?: string | undefined;
  /** Replaces the sentence: controls of the section. */
  children?: ReactNode;
};

/** The head of a section: the title on the left, one sentence or its controls on the right. */
export function SectionHead({ title, lead, children }: SectionHeadProps) {
  return (
    <div className="mb-7 grid items-end gap-x-12 gap-y-3 md:mb-10 md:grid-cols-[7fr_5fr]">
      <h2 className="text-h2">{title}</h2>
      {lead && <p className="text-lead text-text-2">{lead}</p>}
      {children}
    </div>
  );
}
