import { expect, test, vi } from 'vitest'
import type { Prefix } from '#contract/core/values.ts'
import { exportSlots } from './export-slots.ts'

const person = (userId: string, prefix: Prefix = 'dino') => ({ prefix, person: { userId } })
const closed = Promise.resolve()
const codeOf = (act: () => unknown): string | undefined => {
  try {
    act()
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('a user exports one file at a time, and the next once it ends', () => {
  const { take } = exportSlots()
  const leave = take(person('1'), 'list')
  expect(codeOf(() => take(person('1'), 'documents'))).toBe('export.running')
  expect(codeOf(() => take(person('1', 'cfl'), 'list'))).toBeUndefined()
  expect(codeOf(() => take(person('2'), 'documents'))).toBeUndefined()
  leave(closed)
  const again = take(person('1'), 'documents')
  leave(closed)
  expect(codeOf(() => take(person('1'), 'list'))).toBe('export.running')
  again(closed)
  expect(codeOf(() => take(person('1'), 'list'))).toBeUndefined()
})

test('a firm takes at most half of the export slots', async () => {
  const { take } = exportSlots()
  const taken = Array.from({ length: 5 }, (_, at) => take(person(`${at}`), 'list'))
  expect(codeOf(() => take(person('5'), 'list'))).toBe('request.tooMany')
  for (let at = 0; at < 5; at++) take(person(`${at}`, 'cfl'), 'list')
  expect(codeOf(() => take(person('1', 'dino_uab'), 'list'))).toBe('request.tooMany')
  let close = (): void => undefined
  const closing = new Promise<void>((resolve) => {
    close = resolve
  })
  taken[0]!(closing)
  expect(codeOf(() => take(person('1', 'dino_uab'), 'list'))).toBe('request.tooMany')
  close()
  await vi.waitFor(() => expect(codeOf(() => take(person('1', 'dino_uab'), 'list'))).toBeUndefined())
})
