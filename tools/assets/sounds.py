"""Write the five sounds of the table, made from sines and noise.

    python -m tools.assets.sounds

Exists so that the sounds are small, soft, of one family and nobody else's. Every run writes the same bytes. Knows
nothing about when a sound is heard.
"""

from __future__ import annotations

import math
import wave
from collections.abc import Iterable
from pathlib import Path

SOUNDS = Path(__file__).resolve().parents[2] / "src" / "jacknine" / "web" / "static" / "sounds"

RATE = 16_000
"""Samples a second: the highest tone is at 5.3 kHz."""

Samples = list[float]
"""Loudness between -1 and 1, one number a sample."""


def bell(pitch: float, seconds: float, loudness: float) -> Samples:
    """A soft wooden bell: ``pitch`` in hertz and two quieter tones above it that die sooner."""
    tones = ((1.0, 1.0, 4.5), (2.76, 0.22, 11.0), (5.4, 0.05, 18.0))
    count = round(seconds * RATE)
    samples = []
    for index in range(count):
        time, left = index / RATE, 1 - index / count
        swell = min(1.0, time / 0.004) * left
        tone = sum(
            share * math.exp(-fade * time / seconds) * math.sin(2 * math.pi * pitch * ratio * time)
            for ratio, share, fade in tones
        )
        samples.append(loudness * swell * tone)
    return samples


def brush(seconds: float, loudness: float, softness: float, peak: float) -> Samples:
    """A breath of noise: card on cloth.

    ``softness`` between 0 and 1 takes the hiss out; ``peak`` is the share of the time after which it is loudest.
    """
    state, level, samples = 12_345, 0.0, []
    count = round(seconds * RATE)
    for index in range(count):
        state = (state * 1_103_515_245 + 12_345) % 2**31
        level += (1 - softness) * (state / 2**30 - 1 - level)
        share = index / count
        swell = share / peak if share < peak else ((1 - share) / (1 - peak)) ** 3
        samples.append(loudness * swell * level)
    return samples


def mix(parts: Iterable[tuple[float, Samples]]) -> Samples:
    """Lay sounds over each other, each from its second on."""
    total: Samples = []
    for start, samples in parts:
        first = round(start * RATE)
        total.extend([0.0] * (first + len(samples) - len(total)))
        for index, sample in enumerate(samples, first):
            total[index] += sample
    return total


def sounds() -> dict[str, Samples]:
    """Return the samples of every sound by its name."""
    return {
        "card": mix([(0.0, brush(0.07, 0.55, 0.5, 0.08)), (0.004, bell(190, 0.08, 0.35))]),
        "trick": mix([(0.0, brush(0.24, 0.6, 0.65, 0.55)), (0.17, bell(165, 0.1, 0.25))]),
        "turn": mix([(0.0, bell(587.33, 0.32, 0.3)), (0.1, bell(880.0, 0.36, 0.3))]),
        "announcement": mix(
            (0.07 * step, bell(pitch, 0.32, 0.22)) for step, pitch in enumerate((659.26, 783.99, 987.77))
        ),
        "deal-end": mix(
            [(0.0, bell(783.99, 0.3, 0.25)), (0.1, bell(587.33, 0.36, 0.2)), (0.1, bell(392.0, 0.36, 0.25))]
        ),
    }


def write(path: Path, samples: Samples) -> None:
    """Write ``samples`` as a 16-bit mono WAV file. Raises ValueError when they are louder than full scale."""
    if max(map(abs, samples)) > 1:
        raise ValueError(f"{path.name} is too loud")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"".join(round(sample * 32_767).to_bytes(2, "little", signed=True) for sample in samples))


def main() -> None:
    """Write all the sounds and print their sizes."""
    SOUNDS.mkdir(parents=True, exist_ok=True)
    for name, samples in sounds().items():
        path = SOUNDS / f"{name}.wav"
        write(path, samples)
        print(f"{path.stat().st_size:>8}  {path.name}")


if __name__ == "__main__":
    main()
