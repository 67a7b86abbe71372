import type { Gate } from '../architecture/gate.ts'
import { readSources } from './sources.ts'

/** Where tests are looked for: `include` of vitest.config.ts reaches all of these. */
const sourceFolderPattern = /^(bench|contract|db|locales|rules|scripts|server|test|web)\//
const testFilePattern = /\.(test|spec)\.[cm]?[jt]sx?$/
/** Who may ask which circle runs: the commands, the helper that tests ask, and this gate. */
const filesAskingForFullRun =
  /^(scripts\/test\.mjs|vitest\.config\.ts|test\/harness\/circles\.ts|test\/tidy\/circles\.ts)$/
const findCircleProblems = (path: string, lines: readonly string[]): string[] => [
  ...(testFilePattern.test(path) && !(sourceFolderPattern.test(path) && /\.test\.tsx?$/.test(path))
    ? [
        `${path} is run by no circle of the tests: it is to be named *.test.ts, or *.full.test.ts, in a room of the project`,
      ]
    : []),
  ...lines.flatMap((line, at) =>
    line.includes('ATALAYA_FULL') && /^(db|rules|server|test|web)\//.test(path) && !filesAskingForFullRun.test(path)
      ? [`${path}:${at + 1} asks for the circle by itself: test/harness/circles.ts says it`]
      : [],
  ),
]

/**
 * Every test is in a circle: `npm test` runs all but `*.full.test.ts` and `testInFullRun`, `npm run test:full` these besides, and what is extreme has
 * something in the same place that is run every day.
 */
export const testCirclesGate: Gate = {
  name: 'circles of the tests',
  find: async (root) => {
    const sources = readSources(root, /\.[cm]?[jt]sx?$/)
    const daily = sources.filter(({ path }) => /(?<!\.full)\.test\.tsx?$/.test(path)).map(({ path }) => path)
    const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1)
    const alone = sources
      .map(({ path }) => path)
      .filter((path) => path.endsWith('.full.test.ts') && !daily.some((one) => folderOf(one) === folderOf(path)))
    return [
      ...sources.flatMap(({ path, lines }) => findCircleProblems(path, lines)),
      ...alone.map((path) => `${path} has no test beside it that npm test runs`),
    ]
  },
}
