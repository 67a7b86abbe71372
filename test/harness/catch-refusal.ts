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
