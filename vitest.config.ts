import { defineConfig } from 'vitest/config'

const limits = { testTimeout: 20_000, hookTimeout: 60_000 }
const never = ['**/node_modules/**', '**/dist/**', '.atalaya/**', '.cache/**']

/** Each has a server and a database of its own and changes nothing that files share: what the server is made of is read once for all. */
const together = ['server/{features,domain,core}/**/*.test.ts', 'db/seed/**/*.test.ts', 'test/permissions/**/*.test.ts']

/** Two kinds of tests over one PostgreSQL: tests beside their code, and journeys in the browser under test/e2e. Tests run two files at a time, journeys one after the other. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['test/harness/global-setup.ts'],
    projects: [
      {
        test: { ...limits, name: 'unit', include: together, exclude: never, isolate: false },
      },
      {
        test: {
          ...limits,
          name: 'unit apart',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...never, ...together, 'test/e2e/**'],
        },
      },
      {
        test: {
          ...limits,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: never,
          testTimeout: 60_000,
          setupFiles: ['test/e2e/harness/report.ts'],
          // The server's parts are read once for all files, each of which starts a server of its own.
          isolate: false,
          // After the others, one file at a time: two browsers at once on two cores take longer than one after the other.
          fileParallelism: false,
          sequence: { groupOrder: 1, hooks: 'list' },
        },
      },
    ],
  },
})
