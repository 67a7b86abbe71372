/** A reproducible source of chance: numbers in [0, 1). Never Math.random, so that the same firm comes out every time. */
export type RandomSource = () => number

/** sfc32: small, quick and good enough for a firm that isn't real. The three seeds are any integers. */
export const createRandom = (salt: number, stream: number, index: number): RandomSource => {
  let a = salt | 0
  let b = stream | 0
  let c = index | 0
  let d = 1
  const next = () => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let n = 0; n < 12; n++) next()
  return next
}

/** A number for a text, to salt a source with. */
export const hashToSalt = (text: string): number => {
  let hash = 2166136261
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619)
  return hash >>> 0
}

/** A whole number from low to high, both possible. */
export const drawBetween = (random: RandomSource, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

export const drawFrom = <T>(random: RandomSource, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

/** Draws from a list by weight; takes the number in [0, 1) rather than a source, so that quotas can draw from it too. */
export type WeightedDraw<T> = (at: number) => T

/** Weights are relative: they needn't come to one. */
export const createWeightedDraw = <T>(choices: readonly (readonly [T, number])[]): WeightedDraw<T> => {
  const sums: number[] = []
  let total = 0
  for (const [, weight] of choices) {
    total += weight
    sums.push(total)
  }
  return (at) => {
    const target = at * total
    let low = 0
    let high = sums.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! <= target) low = middle + 1
      else high = middle
    }
    return choices[low]![0]
  }
}

const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71]
const traitSteps = primes.map((prime) => Math.sqrt(prime) % 1)

/**
 * The place in [0, 1) of the index-th of many: evenly spread instead of thrown, so that a share of 1 % is met among 500 as among 200,000
 * and no filter of a small firm comes out empty. Each trait has a quota of its own.
 */
export const getEvenShare = (index: number, trait: number): number => (0.5 + (index + 1) * traitSteps[trait]!) % 1

/** A number from a normal distribution with mean 0 and deviation 1. */
export const drawNormal = (random: RandomSource): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
