import { expect } from 'vitest'
import type { CallRefused } from './tenant.ts'

/** Status, code and, where a refusal has them, fields of a call that has to be refused. */
export const catchRefusal = async (work: Promise<unknown>) => {
  const { status, code, fields } = (await work.then(
    () => expect.fail('was not refused'),
    (reason: unknown) => reason,
  )) as CallRefused
  return [status, code, ...(fields ? [fields] : [])]
}

/** What became of a call: 'done', or the code of its refusal. */
export const catchRefusalCode = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ code }: CallRefused) => code,
  )
