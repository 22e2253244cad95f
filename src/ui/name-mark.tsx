/** Estimated width of a letter in units of the drawing; a name that is wider isn't cut. */
const LETTER = 37;

type NameMarkProps = { name: string; mark: string; className?: string };

/**
 * The mark with an operator's name beside it, which stands for a logo that they have none of. `mark`: where the drawing is. The font of
 * its `text` is the page's to say.
 */
export const NameMark = ({ name, mark, className }: NameMarkProps) => (
  <svg
    viewBox={`0 0 ${116 + name.length * LETTER} 100`}
    role="img"
    aria-label={name}
    className={className}
    overflow="visible"
  >
    {/* its own view cuts off the product's name; as a style, which no rule for the whole drawing changes */}
    <svg width="100" height="100" style={{ width: 100, height: 100, overflow: "hidden" }}>
      <use href={mark} width="295.36" height="100" />
    </svg>
    <text x="116" y="76" fontSize="76" fontWeight="900" fill="currentColor">
      {name}
    </text>
  </svg>
);
