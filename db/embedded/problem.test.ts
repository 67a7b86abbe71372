import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DatabaseProblem, toFolderProblem } from './problem.ts'

const catchError = (work: () => void): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}
const recurseForever = (): void => recurseForever()

test.each([
  ['longer than the system takes', catchError(() => mkdirSync(join(tmpdir(), 'a'.repeat(5000))))],
  ['of more folders than we can follow', catchError(recurseForever)],
])('reports a path %s as too long', (_, error) => {
  const problem = toFolderProblem(error, '/home')
  expect(problem).toBeInstanceOf(DatabaseProblem)
  expect(problem).toMatchObject({ message: expect.stringContaining(`Can't keep data in /home: its path is too long.`) })
})

test('passes on an error that the folder did not cause', () => {
  const error = new RangeError('a number')
  expect(toFolderProblem(error, '/home')).toBe(error)
})
