// Unpack the browser of @sparticuz/chromium: `node unpack-browser.mjs FOLDER`.
import { execFileSync } from "node:child_process";
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const folder = process.argv[2];
const packed = join(folder, "node_modules", "@sparticuz", "chromium", "bin");
const binary = join(folder, "chromium-binary");
const libraries = join(folder, "libraries");
const fonts = join(folder, "fonts");

async function unpack(name, target) {
  await pipeline(createReadStream(join(packed, name)), createBrotliDecompress(), createWriteStream(target));
}

async function unpackFolder(name, target) {
  mkdirSync(target, { recursive: true });
  const archive = join(folder, "archive.tar");
  await unpack(name, archive);
  execFileSync("tar", ["-xf", archive, "-C", target]);
  rmSync(archive);
}

await unpack("chromium.br", binary);
chmodSync(binary, 0o755);
await unpackFolder("swiftshader.tar.br", folder);
await unpackFolder("al2023.tar.br", libraries);
await unpackFolder("fonts.tar.br", fonts);

// Libraries that the system has are taken from the system.
let missing = false;
try {
  missing = execFileSync("ldd", [binary]).toString().includes("not found");
} catch {
  missing = true;
}
const lines = ["#!/bin/sh"];
if (missing) lines.push(`export LD_LIBRARY_PATH="${join(libraries, "lib")}"`);
if (!existsSync("/usr/share/fonts")) {
  const named = `<fontconfig><dir>${fonts}</dir><cachedir>${fonts}</cachedir></fontconfig>\n`;
  writeFileSync(join(fonts, "fonts.conf"), named);
  lines.push(`export FONTCONFIG_FILE="${join(fonts, "fonts.conf")}"`);
}
lines.push(`exec "${binary}" "$@"`, "");
const made = join(folder, "chromium");
writeFileSync(made, lines.join("\n"));
chmodSync(made, 0o755);
rmSync(join(folder, "node_modules"), { recursive: true });
execFileSync(made, ["--version"], { stdio: "inherit" });
