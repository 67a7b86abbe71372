import { describe, expect, test, vi } from 'vitest'
import { loadModuleOrReload } from './load-screen.ts'

const rejectImport = () => Promise.reject(new Error('gone'))

describe('loading a part of the app', () => {
  test('returns the loaded part of the app', async () => {
    expect(await loadModuleOrReload(async () => 7)).toBe(7)
  })

  test('reloads the page when a part is gone, showing nothing meanwhile', async () => {
    const settled = vi.fn()
    loadModuleOrReload(rejectImport, { reload: () => true, limit: 1_000 }).then(settled, settled)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(settled).not.toHaveBeenCalled()
  })

  test('fails when reloading has not brought the missing part', async () => {
    await expect(
      loadModuleOrReload(rejectImport, { reload: () => false, isReachable: async () => true }),
    ).rejects.toThrow('gone')
  })

  test('fails as a call without a connection where the server does not answer', async () => {
    const loading = loadModuleOrReload(rejectImport, { reload: () => false, isReachable: async () => false })
    await expect(loading).rejects.toMatchObject({ status: 0, code: 'network' })
  })

  test('fails when loading a part exceeds its time limit', async () => {
    await expect(loadModuleOrReload(() => new Promise(() => {}), { limit: 20 })).rejects.toThrow('too long')
  })
})
