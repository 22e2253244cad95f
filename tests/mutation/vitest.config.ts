import { defineConfig } from "vitest/config";
import { catalogues } from "../../catalogues.ts";

export default defineConfig({
  plugins: [catalogues()],
  test: {
    include: ["src/**/rules/*.test.ts"],
    exclude: ["src/**/*.db.test.ts"],
    setupFiles: ["tests/mutation/same-draws.ts"],
    silent: true,
  },
});
