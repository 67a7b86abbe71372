import type { ProgressReporter } from '#db/progress.ts'

/** A progress that keeps the last word of each step. */
export const recordProgress = () => {
  const last = new Map<string, { done: number | undefined; total: number | undefined }>()
  const progress: ProgressReporter = (step, done, total) => void last.set(step, { done, total })
  return {
    progress,
    steps: (): string[] => [...last.keys()],
    /** Steps that count towards a total and ended before it. */
    unfinished: (): string[] =>
      [...last]
        .filter(([, { done, total }]) => total !== undefined && done !== total)
        .map(([step, { done, total }]) => `${step}: ${done} of ${total}`),
  }
}
