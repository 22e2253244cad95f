import { runnerImport } from "vite";
import { catalogues } from "../catalogues.ts";

// `npm run bench:admin`: the measurements are in admin-pages.ts. They run the product's own modules, whose texts, fonts and pictures
// only a build can load, so Vite loads them as it does for the tests.
await runnerImport("./bench/admin-pages.ts", { configFile: false, plugins: [catalogues()] });
