/** A line that can't be taken, and why. Lines count from 1, the header being the first. */
export type LineRefusal = { file: string; line: number; reason: string }

/** What is wrong with a line, thrown by whoever reads its fields. */
export class MalformedLineError extends Error {}

/** How many refusals are told one by one; beyond, they are only counted. */
export const maxListedRefusals = 1000

/** Gathers what was refused in an import, whatever the size of its files. */
export const createRefusalList = () => {
  const lines: LineRefusal[] = []
  let count = 0
  return {
    add: (file: string, line: number, reason: string): void => {
      count += 1
      if (lines.length < maxListedRefusals) lines.push({ file, line, reason })
    },
    /** For many at once: `told` are the first of `all`. */
    addAll: (listed: readonly LineRefusal[], all: number): void => {
      count += all
      lines.push(...listed.slice(0, Math.max(0, maxListedRefusals - lines.length)))
    },
    count: () => count,
    lines: (): readonly LineRefusal[] => lines,
  }
}
export type RefusalList = ReturnType<typeof createRefusalList>
