import { expect, test } from 'vitest'
import { projectRoot } from './gate.ts'
import { sourceGates } from './gates.ts'

test.each(sourceGates)('the gate $name finds nothing in the sources', async ({ find }) => {
  expect(await find(projectRoot)).toEqual([])
})
