// Files that the browser saves.
import type { Export } from "./messages";

function offer(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function save(made: Export): void {
  offer(made.name, new Blob([made.text], { type: made.type }));
}

/** Draw a picture of the server's, twice as large as it is, and save it. */
export async function savePng(made: Export): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(made.text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * 2;
  canvas.height = image.naturalHeight * 2;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob === null) throw new Error("The picture cannot be drawn here.");
  offer(made.name.replace(/\.svg$/, ".png"), blob);
}
