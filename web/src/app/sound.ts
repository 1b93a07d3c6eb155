// Sound: wood and paper, made on the spot; silent until the first click and whenever the settings say so.
import { settings } from "./settings.svelte.ts";

export type Sound = "turn" | "lay" | "flick" | "coin" | "birth" | "sweep" | "bell" | "win";

const PEAK = 0.126; // −18 dB
const AFTER = 300; // milliseconds from the gesture: making the context takes long, and a click must be answered first
let context: AudioContext | null = null;

/** Browsers allow sound only after a gesture: call once, at the start. Who wants no sound makes no context. */
export function awaitGesture(): void {
  const start = (): void => {
    if (!settings.sound) return;
    removeEventListener("pointerdown", start);
    removeEventListener("keydown", start);
    setTimeout(() => (context = new AudioContext()), AFTER);
  };
  addEventListener("pointerdown", start);
  addEventListener("keydown", start);
}

export function sound(name: Sound): void {
  if (!context || !settings.sound || context.state !== "running") return;
  const now = context.currentTime + 0.01;
  SOUNDS[name](context, now);
}

const SOUNDS: Record<Sound, (context: AudioContext, at: number) => void> = {
  turn: (c, at) => [0, 0.16].forEach((later) => { tone(c, at + later, 330, 0.07, 0.8); hiss(c, at + later, 1200, 0.03, 0.5); }),
  lay: (c, at) => { hiss(c, at, 900, 0.06, 1); tone(c, at, 150, 0.05, 0.5); },
  flick: (c, at) => hiss(c, at, 3800, 0.05, 0.7),
  coin: (c, at) => { tone(c, at, 2300, 0.12, 0.4); tone(c, at, 3450, 0.09, 0.25); },
  birth: (c, at) => { tone(c, at, 196, 0.5, 0.9); hiss(c, at + 0.05, 5200, 0.3, 0.2); },
  sweep: (c, at) => [0, 0.07, 0.14].forEach((later) => hiss(c, at + later, 2200, 0.12, 0.5)),
  bell: (c, at) => { tone(c, at, 880, 1.1, 0.6); tone(c, at, 1320, 0.8, 0.3); tone(c, at, 2217, 0.4, 0.15); },
  win: (c, at) => { SOUNDS.bell(c, at); [0.2, 0.35, 0.5, 0.65].forEach((later) => hiss(c, at + later, 3000, 0.25, 0.25)); },
};

function tone(c: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const voice = new OscillatorNode(c, { type: "sine", frequency: pitch });
  voice.connect(fading(c, at, length, loud)).connect(c.destination);
  voice.start(at);
  voice.stop(at + length);
}

function hiss(c: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const noise = c.createBuffer(1, Math.ceil(c.sampleRate * length), c.sampleRate);
  const samples = noise.getChannelData(0);
  for (let k = 0; k < samples.length; k++) samples[k] = Math.random() * 2 - 1;
  const voice = new AudioBufferSourceNode(c, { buffer: noise });
  const band = new BiquadFilterNode(c, { type: "bandpass", frequency: pitch, Q: 0.9 });
  voice.connect(band).connect(fading(c, at, length, loud)).connect(c.destination);
  voice.start(at);
}

function fading(c: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = new GainNode(c, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(PEAK * loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  return gain;
}
