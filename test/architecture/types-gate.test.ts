import { expect, test } from 'vitest'
import { typesGate } from '../tidy/tools.ts'
import { projectRoot } from './gate.ts'

// In a file of its own, as the other gate that takes long is: neither holds up the end of a run.
test('the types of the repository have no faults', { timeout: 300_000 }, async () => {
  expect(await typesGate.find(projectRoot)).toEqual([])
})
