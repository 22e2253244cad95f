// Making one of Intl's formatters costs fifty times what using it does, and a calendar of ninety departures uses hundreds. There are
// as many kinds as languages, zones of cities and ways of writing: few, so they are kept for good.

function cached<Options, Formatter>(make: (language: string, options: Options) => Formatter) {
  const made = new Map<string, Formatter>();
  return (language: string, options: Options): Formatter => {
    const key = language + JSON.stringify(options);
    const known = made.get(key) ?? make(language, options);
    made.set(key, known);
    return known;
  };
}

/** `Intl.DateTimeFormat`, made once per language and options. */
export const dateFormat = cached(
  (language: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

/** `Intl.NumberFormat`, made once per language and options. */
export const numberFormat = cached(
  (language: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);
