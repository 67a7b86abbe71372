/** A line that can't be taken, and why. Lines count from 1, the header being the first. */
export type Refusal = { file: string; line: number; reason: string }

/** What is wrong with a line, thrown by whoever reads its fields. */
export class Malformed extends Error {}

/** How many refusals are told one by one; beyond, they are only counted. */
export const toldRefusals = 1000

/** Gathers what was refused in an import, whatever the size of its files. */
export const refusalList = () => {
  const lines: Refusal[] = []
  let count = 0
  return {
    add: (file: string, line: number, reason: string): void => {
      count += 1
      if (lines.length < toldRefusals) lines.push({ file, line, reason })
    },
    /** For many at once: `told` are the first of `all`. */
    addAll: (told: readonly Refusal[], all: number): void => {
      count += all
      lines.push(...told.slice(0, Math.max(0, toldRefusals - lines.length)))
    },
    count: () => count,
    lines: (): readonly Refusal[] => lines,
  }
}
export type RefusalList = ReturnType<typeof refusalList>
