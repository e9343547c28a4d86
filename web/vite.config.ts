import { defineConfig } from "vitest/config";

// The page goes into the package; its names change with what is in them.
export default defineConfig({
  base: "/",
  build: {
    outDir: "../python/croupier/web/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: ["index.html", "table.html"] },
    reportCompressedSize: true,
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: { environment: "happy-dom", include: ["tests/**/*.test.{ts,tsx}"] },
});
