import { relative } from 'node:path'

const slowest = 10
/**
 * What a single file may take: a minute and a half, or thirty times what a file of the same run takes that does something, where that is more. A machine that is
 * slow or busy is so with all files; one alone that takes more keeps a worker when the others are done.
 */
const budget = { seconds: 90, timesMedian: 30, doesSomething: 1 }

const secondsOf = ({ startTime, endTime }) => (endTime - startTime) / 1000

const budgetOf = (files) => {
  const some = files.map(secondsOf).filter((seconds) => seconds > budget.doesSomething)
  const median = some.sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? 0
  return Math.max(budget.seconds, budget.timesMedian * median)
}

/** Files that take more than a file may. */
export const overBudget = (files) => {
  const most = budgetOf(files)
  return files.filter((file) => secondsOf(file) > most)
}

/** How many tests of these files were left to `npm run test:full` (test/harness/circles.ts). */
const countLeftToFullRun = (files) =>
  files
    .flatMap(({ assertionResults }) => assertionResults ?? [])
    .filter(({ status, meta }) => meta?.isInFullRunOnly && !['passed', 'failed'].includes(status)).length

/** Titles of tests that passed only when they were tried again: a race of the test or of the product. */
const passedAtSecondTry = (files) =>
  files
    .flatMap(({ assertionResults }) => assertionResults ?? [])
    .filter(({ status, meta }) => meta?.neededSecondTry && status === 'passed')
    .map(({ title }) => title)

/** Files none of whose tests failed, but they themselves: what prepares them did, and their tests count as skipped. */
const failedBeforeTests = (files) =>
  files.filter(
    ({ status, assertionResults = [] }) =>
      status === 'failed' && !assertionResults.some((one) => one.status === 'failed'),
  )

/**
 * What stands below a run, from vitest's JSON report: the files that took longest and, after a whole run, those over their budget, which fail it; tests that needed a second try, and files that failed before their tests;
 * the count of tests is the last line.
 */
export const closingLines = (result, { root, all }) => {
  if (!result) return ['Tests: none ran']
  const files = [...result.testResults].sort((a, b) => secondsOf(b) - secondsOf(a))
  const line = (file) => `${secondsOf(file).toFixed(1).padStart(7)} s  ${relative(root, file.name)}`
  const skipped = result.numPendingTests + result.numTodoTests
  const heavy = all ? overBudget(files) : []
  const left = countLeftToFullRun(files)
  const unsteady = passedAtSecondTry(files)
  const unprepared = failedBeforeTests(files).map((file) => relative(root, file.name))
  return [
    ...(files.length > slowest ? ['What took longest:', ...files.slice(0, slowest).map(line), ''] : []),
    ...(heavy.length > 0
      ? [`Over the ${budgetOf(files).toFixed(0)} s that a file may take, to be divided:`, ...heavy.map(line), '']
      : []),
    ...(unsteady.length > 0 ? ['Passed at the second try, to be looked into:', ...unsteady, ''] : []),
    ...(unprepared.length > 0 ? ['Failed before their tests ran:', ...unprepared, ''] : []),
    ...(left > 0 ? [`Of the skipped tests, ${left} run in npm run test:full`] : []),
    `Tests: ${result.numPassedTests} passed, ${result.numFailedTests} failed, ${skipped} skipped`,
  ]
}
