/** Whether the nightly tier runs: the full browser and full sample sizes, too slow for every change. */
export const nightly = process.env["NIGHTLY"] === "1";
