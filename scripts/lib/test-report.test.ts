import { expect, test } from 'vitest'
import { closingLines, overBudget } from './test-report.mjs'
import { flagsOf } from './tests.mjs'

const file = (name: string, seconds: number) => ({ name: `/p/${name}`, startTime: 0, endTime: seconds * 1000 })
type ReportedFile = ReturnType<typeof file> & { assertionResults?: object[] }
const result = (testResults: ReportedFile[]) => ({
  testResults,
  numPassedTests: 7,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 0,
})

test('the last line of a run counts its tests', () => {
  const lines = closingLines(result([file('a.test.ts', 1)]), { root: '/p', all: true })
  expect(lines.at(-1)).toBe('Tests: 7 passed, 1 failed, 2 skipped')
  expect(closingLines(undefined, { root: '/p', all: true })).toEqual(['Tests: none ran'])
})

test('skipped tests that only the full run runs are told apart', () => {
  const assertionResults = [
    { status: 'skipped', meta: { isInFullRunOnly: true } },
    { status: 'skipped', meta: {} },
    { status: 'passed', meta: { isInFullRunOnly: true } },
  ]
  const lines = closingLines(result([{ ...file('a.test.ts', 1), assertionResults }]), { root: '/p', all: true })
  expect(lines.slice(-2)).toEqual([
    'Of the skipped tests, 1 run in npm run test:full',
    'Tests: 7 passed, 1 failed, 2 skipped',
  ])
})

test('names tests that passed only at their second try', () => {
  const assertionResults = [
    { status: 'passed', title: 'opens slowly', meta: { neededSecondTry: true } },
    { status: 'failed', title: 'opens never', meta: { neededSecondTry: true } },
    { status: 'passed', title: 'opens', meta: {} },
  ]
  const lines = closingLines(result([{ ...file('a.test.ts', 1), assertionResults }]), { root: '/p', all: true })
  expect(lines.slice(0, 2)).toEqual(['Passed at the second try, to be looked into:', 'opens slowly'])
  expect(lines.join()).not.toContain('opens never')
})

test('names files that failed before their tests ran', () => {
  const skipped = { ...file('a.test.ts', 1), status: 'failed', assertionResults: [{ status: 'skipped' }] }
  const failed = { ...file('b.test.ts', 1), status: 'failed', assertionResults: [{ status: 'failed' }] }
  const lines = closingLines(result([skipped, failed]), { root: '/p', all: true })
  expect(lines.slice(0, 2)).toEqual(['Failed before their tests ran:', 'a.test.ts'])
  expect(lines.join()).not.toContain('b.test.ts')
})

test('a run of many files names its ten slowest, longest first', () => {
  const files = Array.from({ length: 12 }, (_, at) => file(`${at}.test.ts`, at + 1))
  const lines = closingLines(result(files), { root: '/p', all: false })
  expect(lines.slice(0, 3)).toEqual(['What took longest:', '   12.0 s  11.test.ts', '   11.0 s  10.test.ts'])
  expect(lines.filter((line: string) => line.includes(' s  '))).toHaveLength(10)
})

test.each([
  ['the report on an idle machine', 2, 89, 91],
  ['the report on a slow machine', 6, 179, 181],
])('%s names a file over its time budget and none within it', (_, usual, within, over) => {
  const others = [...Array.from({ length: 30 }, () => usual), ...Array.from({ length: 40 }, () => 0.1)]
  const files = [...others.map((seconds, at) => file(`${at}.test.ts`, seconds)), file('long.test.ts', within)]
  expect(overBudget(files)).toEqual([])
  const heavy = [...files, file('heavy.test.ts', over)]
  expect(overBudget(heavy).map(({ name }: { name: string }) => name)).toEqual(['/p/heavy.test.ts'])
  const lines = closingLines(result(heavy), { root: '/p', all: true }).join('\n')
  expect(lines).toContain(`s that a file may take, to be divided:\n${`${over}.0`.padStart(7)} s  heavy.test.ts`)
})

test('reads circle, shard and changes from flags, and the rest as paths', () => {
  expect(flagsOf(['--fast'])).toMatchObject({ fast: true, full: false, words: [] })
  expect(flagsOf(['--changed', '--shard=1/3', 'web'])).toMatchObject({
    changed: 'HEAD',
    shard: '--shard=1/3',
    words: ['web'],
  })
  expect(flagsOf(['--changed=main', '--full'])).toMatchObject({ changed: 'main', full: true, words: [] })
  expect(flagsOf([]).changed).toBeUndefined()
})
