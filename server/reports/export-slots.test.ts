import { expect, test, vi } from 'vitest'
import type { Prefix } from '#contract/core/values.ts'
import { buildExportSlots } from './export-slots.ts'

const buildSlotOwner = (userId: string, prefix: Prefix = 'dino') => ({ prefix, person: { userId } })
const closedPromise = Promise.resolve()
const catchErrorCode = (act: () => unknown): string | undefined => {
  try {
    act()
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('a user exports one file at a time, and the next once it ends', () => {
  const { take } = buildExportSlots()
  const leave = take(buildSlotOwner('1'), 'list')
  expect(catchErrorCode(() => take(buildSlotOwner('1'), 'documents'))).toBe('export.running')
  expect(catchErrorCode(() => take(buildSlotOwner('1', 'cfl'), 'list'))).toBeUndefined()
  expect(catchErrorCode(() => take(buildSlotOwner('2'), 'documents'))).toBeUndefined()
  leave(closedPromise)
  const again = take(buildSlotOwner('1'), 'documents')
  leave(closedPromise)
  expect(catchErrorCode(() => take(buildSlotOwner('1'), 'list'))).toBe('export.running')
  again(closedPromise)
  expect(catchErrorCode(() => take(buildSlotOwner('1'), 'list'))).toBeUndefined()
})

test('a firm takes at most half of the export slots', async () => {
  const { take } = buildExportSlots()
  const taken = Array.from({ length: 5 }, (_, at) => take(buildSlotOwner(`${at}`), 'list'))
  expect(catchErrorCode(() => take(buildSlotOwner('5'), 'list'))).toBe('request.tooMany')
  for (let at = 0; at < 5; at++) take(buildSlotOwner(`${at}`, 'cfl'), 'list')
  expect(catchErrorCode(() => take(buildSlotOwner('1', 'dino_uab'), 'list'))).toBe('request.tooMany')
  let close = (): void => undefined
  const closing = new Promise<void>((resolve) => {
    close = resolve
  })
  taken[0]!(closing)
  expect(catchErrorCode(() => take(buildSlotOwner('1', 'dino_uab'), 'list'))).toBe('request.tooMany')
  close()
  await vi.waitFor(() => expect(catchErrorCode(() => take(buildSlotOwner('1', 'dino_uab'), 'list'))).toBeUndefined())
})
