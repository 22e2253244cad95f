import type { VerdictKind } from "#src/modules/evening/door/rules/verdict.ts";
import { GRAMMAR } from "#src/modules/evening/door/rules/result.ts";

let audio: AudioContext | undefined;

/** Sound needs a tap before it: called from the first one. */
export function wakeSound(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

/** Plays and vibrates a result; `muted` leaves the vibration. */
export function signal(kind: VerdictKind, muted: boolean): void {
  const { sound, vibration } = GRAMMAR[kind];
  navigator.vibrate?.(vibration);
  if (muted || audio?.state !== "running") return;
  for (const { hz, at, s, wave = "sine" } of sound) {
    const begin = audio.currentTime + at;
    const tone = new OscillatorNode(audio, { type: wave, frequency: hz });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(wave === "sine" ? 0.9 : 0.5, begin + 0.01);
    volume.gain.setValueAtTime(wave === "sine" ? 0.9 : 0.5, begin + s - 0.03);
    volume.gain.linearRampToValueAtTime(0, begin + s);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + s);
  }
}
