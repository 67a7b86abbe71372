import { expect, test } from 'vitest'
import { projectRoot } from './gate.ts'
import { slowGates } from './gates.ts'

// Beside gates.test.ts, which would hold up the end of a run with these.
test.each(slowGates)('the slow gate $name finds nothing in the repository', { timeout: 300_000 }, async ({ find }) => {
  expect(await find(projectRoot)).toEqual([])
})
