/** Units of each currency per US dollar, until an operator enters better ones. */
export const RATES = { USD: 1, MXN: 18.5, EUR: 0.925, GBP: 0.79, CAD: 1.4 };

/** The day (YYYY-MM-DD) of these rates, so that a new installation calls them old. */
export const RATES_DAY = "2025-12-31";
