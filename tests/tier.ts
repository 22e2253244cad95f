/** Whether this is the nightly run: the full browser, every language and theme, full samples. `npm test` asks what can break most often. */
export const nightly = process.env["NIGHTLY"] === "1";
