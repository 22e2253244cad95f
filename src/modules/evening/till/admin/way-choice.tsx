import { hasReference, MAX_REFERENCE } from "#src/kernel/pay-method.ts";
import { useText } from "#src/locales/use-text.ts";
import type { SaleWay } from "#src/modules/evening/till/rules/till.ts";

type Way = Exclude<SaleWay, "offline">;
type WayChoiceProps<W extends Way> = {
  id: string;
  value: W;
  options: readonly W[];
  onChange: (way: W) => void;
  /** posts it under this name */
  name?: string;
};

/** How guests pay, in fields as large as a thumb in a hurry needs them. An odd number of ways begins with a wide one. */
export function WayChoice<W extends Way>({ id, value, options, onChange, name = id }: WayChoiceProps<W>) {
  const { t } = useText("till");
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{t("till.sale.way")}</legend>
      <div className={`grid grid-cols-2 gap-2 ${options.length % 2 ? "*:first:col-span-2" : ""}`}>
        {options.map((way, index) => (
          <label
            key={way}
            className="relative grid min-h-13 cursor-pointer place-items-center rounded-[12px] border-2 border-border-strong px-2 text-center font-semibold text-text-2 has-checked:border-text has-checked:bg-text has-checked:text-on-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={way}
              checked={value === way}
              onChange={() => onChange(way)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[12px] outline-none!"
            />
            <span className="pointer-events-none relative">{t("till.sale.ways", { way })}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type ReferenceProps = { id: string; way: Way; value: string; onChange: (text: string) => void; name?: string };

/** The number by which a terminal or a bank knows a sale; left out where guests wait in line. */
export function ReferenceField({ id, way, value, onChange, name }: ReferenceProps) {
  const { t } = useText("till");
  if (!hasReference(way)) return null;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {t("till.sale.reference", { way })} <span className="font-normal text-text-2">{t("till.optional")}</span>
      </label>
      <input
        id={id}
        name={name}
        maxLength={MAX_REFERENCE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        aria-describedby={`${id}-help`}
        className="h-12 w-full rounded-[12px] border-2 border-border-strong bg-bg px-3 text-text"
      />
      <p id={`${id}-help`} className="text-fine text-text-3">
        {t("till.sale.referenceHelp", { way })}
      </p>
    </div>
  );
}
