import { useText } from "#src/locales/use-text.ts";
import { FieldErrorText } from "#src/ui/field.tsx";

const FIVE = [1, 2, 3, 4, 5] as const;

// a star's five outer and inner points on a circle of 11 and 4.6 units
const STAR = Array.from({ length: 10 }, (_, i) => {
  const radius = i % 2 === 0 ? 11 : 4.6;
  const angle = (i * Math.PI) / 5 - Math.PI / 2;
  return `${(12 + radius * Math.cos(angle)).toFixed(2)} ${(12.6 + radius * Math.sin(angle)).toFixed(2)}`;
}).join(" ");

const Star = ({ className }: { className: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden focusable="false" className={className}>
    <polygon points={STAR} strokeWidth="1.2" strokeLinejoin="round" />
  </svg>
);

const FULL = "fill-marigold stroke-text";
const HOLLOW = "fill-transparent stroke-border-strong";

/** Five radio buttons as stars: CSS lights all up to the chosen one. */
export function StarChoice({ chosen, error }: { chosen: string; error?: string }) {
  const { t } = useText();
  return (
    <fieldset aria-describedby={error ? "stars-error stars-hint" : "stars-hint"} className="max-w-[34rem]">
      <legend className="mb-1.5 font-semibold">{t("reviews.stars")}</legend>
      <div className="-mx-1.5 flex max-w-88 justify-between">
        {FIVE.map((stars) => (
          <label
            key={stars}
            className="group grid cursor-pointer justify-items-center rounded-md px-1.5 pt-1 pb-1.5 has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input
              // the error summary links to the first one
              id={stars === 1 ? "stars" : `stars-${stars}`}
              type="radio"
              name="stars"
              value={stars}
              defaultChecked={chosen === String(stars)}
              required
              className="sr-only"
            />
            <Star
              className={`size-13 transition-transform group-active:scale-90 sm:size-14 ${HOLLOW} group-has-checked:fill-marigold group-has-checked:stroke-text group-[&:has(~label:hover)]:fill-marigold/45 group-hover:fill-marigold/45 group-[&:has(~label_input:checked)]:fill-marigold group-[&:has(~label_input:checked)]:stroke-text`}
            />
            <span aria-hidden className="text-small font-semibold text-text-2 tabular-nums">
              {stars}
            </span>
            <span className="sr-only">{t("reviews.star", { stars })}</span>
          </label>
        ))}
      </div>
      {error && <FieldErrorText id="stars-error">{error}</FieldErrorText>}
      <p id="stars-hint" className="mt-1.5 text-small text-text-2">
        {t("reviews.starsHint")}
      </p>
    </fieldset>
  );
}

export function GivenStars({ stars }: { stars: number }) {
  return (
    <div aria-hidden className="flex gap-1.5">
      {FIVE.map((star) => (
        <Star key={star} className={`size-11 ${star <= stars ? FULL : HOLLOW}`} />
      ))}
    </div>
  );
}
