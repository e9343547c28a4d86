// Sounds of our own, made when they are played; off until somebody turns them on.
const KEY = "croupier-sounds";

export function areSoundsOn(): boolean {
  return localStorage.getItem(KEY) === "on";
}

export function turnSounds(on: boolean): void {
  localStorage.setItem(KEY, on ? "on" : "off");
  if (on) play("turn");
}

const TUNES = {
  turn: [660, 880],
  card: [220],
  win: [523, 659, 784],
} as const;

let context: AudioContext | null = null;

/** Play a few notes. */
export function play(tune: keyof typeof TUNES): void {
  if (!areSoundsOn() || typeof AudioContext === "undefined") return;
  // Browsers let no page sound that nobody has touched yet.
  if (navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  TUNES[tune].forEach((pitch, place) => {
    if (!context) return;
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const start = now + 0.11 * place;
    tone.frequency.value = pitch;
    tone.type = "triangle";
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.16);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.18);
  });
}
