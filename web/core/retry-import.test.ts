import { expect, test, vi } from 'vitest'
import { createRetryableImport } from './retry-import.ts'

const buildImportError = (url: string) => new TypeError(`Failed to fetch dynamically imported module: ${url}`)

test('a file loaded at once is fetched under its own name only', async () => {
  const fetchFile = vi.fn()
  const load = createRetryableImport(async () => 7, fetchFile)
  expect([await load(), await load()]).toEqual([7, 7])
  expect(fetchFile).not.toHaveBeenCalled()
})

test('a failed file is fetched under another name each time until it loads', async () => {
  const first = vi.fn().mockRejectedValue(buildImportError('https://atalaya.example/assets/palette-x1.js'))
  const fetchFile = vi
    .fn()
    .mockImplementationOnce(async (url) => Promise.reject(buildImportError(url)))
    .mockResolvedValue(7)
  const load = createRetryableImport(first, fetchFile)
  await expect(load()).rejects.toThrow('palette-x1.js')
  await expect(load()).rejects.toThrow('palette-x1.js?again=1')
  expect(await load()).toBe(7)
  expect(first).toHaveBeenCalledTimes(1)
  expect(fetchFile.mock.calls).toEqual([
    ['https://atalaya.example/assets/palette-x1.js?again=1'],
    ['https://atalaya.example/assets/palette-x1.js?again=2'],
  ])
})

test('a failure without a file name repeats the original load', async () => {
  const load = createRetryableImport(
    vi.fn().mockRejectedValueOnce(new TypeError('Importing a module script failed.')).mockResolvedValue(7),
  )
  await expect(load()).rejects.toThrow()
  expect(await load()).toBe(7)
})
