import { defineConfig } from 'vitest/config'

const limits = { testTimeout: 20_000, hookTimeout: 60_000 }
const never = ['**/node_modules/**', '**/dist/**', '.atalaya/**', '.cache/**']

/** Two projects over one PostgreSQL: tests beside their code, and journeys in the browser under test/e2e, one at a time. */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['test/harness/global-setup.ts'],
    projects: [
      {
        test: { ...limits, name: 'unit', include: ['**/*.test.{ts,tsx}'], exclude: [...never, 'test/e2e/**'] },
      },
      {
        test: {
          ...limits,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: never,
          testTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
