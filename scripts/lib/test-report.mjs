import { relative } from 'node:path'

const slowest = 10
/** The part of a whole run that a single file may take: more, and one worker goes on alone when the others are done. */
const share = 0.08

const secondsOf = ({ startTime, endTime }) => (endTime - startTime) / 1000

/** Files that take more than their part of a run, with what they took. */
export const overBudget = (files) => {
  const all = files.reduce((sum, file) => sum + secondsOf(file), 0)
  return files.filter((file) => secondsOf(file) > all * share)
}

/**
 * What stands below a run, from vitest's JSON report: the files that took longest and, after a whole run, those that take too much of it;
 * the count of tests is the last line.
 */
export const closingLines = (result, { root, all }) => {
  if (!result) return ['Tests: none ran']
  const files = [...result.testResults].sort((a, b) => secondsOf(b) - secondsOf(a))
  const line = (file) => `${secondsOf(file).toFixed(1).padStart(7)} s  ${relative(root, file.name)}`
  const skipped = result.numPendingTests + result.numTodoTests
  const heavy = all ? overBudget(files) : []
  return [
    ...(files.length > slowest ? ['What took longest:', ...files.slice(0, slowest).map(line), ''] : []),
    ...(heavy.length > 0 ? ['More than its part of the whole run, to be divided:', ...heavy.map(line), ''] : []),
    `Tests: ${result.numPassedTests} passed, ${result.numFailedTests} failed, ${skipped} skipped`,
  ]
}
