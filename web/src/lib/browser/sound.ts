/** Sounds, synthesised in the browser. They can be switched off: what they say is shown too. */
import { prefs } from "../prefs.svelte";

type Knock = { at: number; pitch: number; length: number; loud: number; noise: number };
export type Sound = keyof typeof made;
/** Louder or higher than usual (factors), or later (seconds). */
export type SoundOptions = { loud?: number; pitch?: number; after?: number };

const made = {
  dice: (): Knock[] =>
    Array.from({ length: 9 }, (_, i) => ({
      at: 0.05 + i * 0.06 + Math.random() * 0.035 + (i > 5 ? i * 0.012 : 0),
      pitch: 900 + Math.random() * 1100,
      length: 0.035,
      loud: 0.3 - i * 0.02,
      noise: 0.8,
    })),
  wood: (): Knock[] => [{ at: 0, pitch: 320, length: 0.09, loud: 0.4, noise: 0.35 }],
  /** A clear note of 440 Hz at pitch 1. */
  tone: (): Knock[] => [{ at: 0, pitch: 440, length: 0.55, loud: 0.2, noise: 0 }],
  card: (): Knock[] => [{ at: 0, pitch: 2600, length: 0.07, loud: 0.22, noise: 1 }],
  tick: (): Knock[] => [{ at: 0, pitch: 1500, length: 0.025, loud: 0.14, noise: 0.2 }],
  turn: (): Knock[] => [
    { at: 0, pitch: 523, length: 0.28, loud: 0.16, noise: 0 },
    { at: 0.11, pitch: 784, length: 0.36, loud: 0.14, noise: 0 },
  ],
  bank: (): Knock[] => [
    { at: 0, pitch: 410, length: 0.08, loud: 0.35, noise: 0.3 },
    { at: 0.07, pitch: 660, length: 0.2, loud: 0.14, noise: 0 },
  ],
  lost: (): Knock[] => [
    { at: 0, pitch: 190, length: 0.2, loud: 0.3, noise: 0.25 },
    { at: 0.13, pitch: 140, length: 0.3, loud: 0.28, noise: 0.2 },
  ],
  won: (): Knock[] =>
    [523, 659, 784, 1047].map((pitch, i) => ({ at: i * 0.12, pitch, length: 0.5, loud: 0.13, noise: 0 })),
} satisfies Record<string, () => Knock[]>;

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** A browser lets a page sound only after a gesture; until then this is silence. */
export function play(name: Sound, { loud = 1, pitch = 1, after = 0 }: SoundOptions = {}): void {
  if (!prefs.saved.sound || typeof AudioContext === "undefined") return;
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  dispatchEvent(new CustomEvent("cinq-sound", { detail: { name, loud, pitch } })); // for tests
  for (const knock of made[name]())
    strike(context, { ...knock, at: knock.at + after, loud: knock.loud * loud, pitch: knock.pitch * pitch });
}

function strike(to: AudioContext, knock: Knock): void {
  const start = to.currentTime + knock.at;
  const gain = to.createGain();
  gain.gain.setValueAtTime(knock.loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + knock.length);
  gain.connect(to.destination);
  if (knock.noise < 1) tone(to, knock, start, gain);
  if (knock.noise > 0) rustle(to, knock, start, gain);
}

function tone(to: AudioContext, knock: Knock, start: number, out: AudioNode): void {
  const source = to.createOscillator();
  source.type = knock.noise ? "triangle" : "sine";
  source.frequency.value = knock.pitch;
  source.connect(out);
  source.start(start);
  source.stop(start + knock.length);
}

function rustle(to: AudioContext, knock: Knock, start: number, out: AudioNode): void {
  hiss ??= noise(to);
  const source = to.createBufferSource();
  source.buffer = hiss;
  const band = to.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = knock.pitch;
  band.Q.value = 2.5;
  const level = to.createGain();
  level.gain.value = knock.noise * 2;
  source.connect(band).connect(level).connect(out);
  source.start(start, Math.random() * 0.5, knock.length);
}

function noise(to: AudioContext): AudioBuffer {
  const buffer = to.createBuffer(1, to.sampleRate, to.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  return buffer;
}
