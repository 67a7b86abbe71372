import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asFolderProblem, DatabaseProblem } from './problem.ts'

const thrownBy = (work: () => void): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
const forever = (): void => forever()

test.each([
  ['longer than the system takes', thrownBy(() => mkdirSync(join(tmpdir(), 'a'.repeat(5000))))],
  ['of more folders than we can follow', thrownBy(forever)],
])('reports a path %s as too long', (_, error) => {
  const problem = asFolderProblem(error, '/home')
  expect(problem).toBeInstanceOf(DatabaseProblem)
  expect(problem).toMatchObject({ message: expect.stringContaining(`Can't keep data in /home: its path is too long.`) })
})

test('passes on an error that the folder did not cause', () => {
  const error = new RangeError('a number')
  expect(asFolderProblem(error, '/home')).toBe(error)
})
