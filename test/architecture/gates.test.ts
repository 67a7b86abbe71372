import { expect, test } from 'vitest'
import { cloneDatabase } from '../harness/database.ts'
import { projectRoot } from './gate.ts'
import { buildToolGates } from './gates.ts'
import type { WithMigrated } from './schema.ts'

const withMigrated: WithMigrated = async (use) => {
  const { ownerUrl, drop } = await cloneDatabase()
  return use(ownerUrl).finally(drop)
}

// What `npm run check` says, as tests: whoever only runs the tests sees it too. Those over the sources alone stand in source-gates.test.ts.
test.each(buildToolGates(withMigrated))(
  'the gate $name finds nothing in the repository',
  { timeout: 300_000 },
  async ({ find }) => {
    expect(await find(projectRoot)).toEqual([])
  },
)
