import { expect, test } from 'vitest'
import { projectRoot } from './gate.ts'
import { sourceGates } from './gates.ts'

test.each(sourceGates)('$name', async ({ find }) => {
  expect(await find(projectRoot)).toEqual([])
})
