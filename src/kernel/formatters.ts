// Creating an Intl formatter costs fifty times as much as using it, and a calendar of ninety departures needs hundreds.
// Languages, zones and formats are few, so formatters are cached forever.

function cached<Options, Formatter>(make: (language: string, options: Options) => Formatter) {
  const cache = new Map<string, Formatter>();
  return (language: string, options: Options): Formatter => {
    const key = language + JSON.stringify(options);
    const formatter = cache.get(key) ?? make(language, options);
    cache.set(key, formatter);
    return formatter;
  };
}

/** `Intl.DateTimeFormat`, cached per language and options. */
export const dateFormat = cached(
  (language: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);

/** `Intl.NumberFormat`, cached per language and options. */
export const numberFormat = cached(
  (language: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);

/** `Intl.DisplayNames`, cached per language and options. */
export const namesOf = cached(
  (language: string, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames([language], options),
);
