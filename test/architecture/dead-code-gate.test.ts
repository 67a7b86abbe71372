import { expect, test } from 'vitest'
import { deadCodeGate } from '../tidy/tools.ts'
import { projectRoot } from './gate.ts'

// In a file of its own, as the other gate that takes long is: neither holds up the end of a run.
test('the repository has no file, export or package that nothing uses', { timeout: 300_000 }, async () => {
  expect(await deadCodeGate.find(projectRoot)).toEqual([])
})
