import { expect, test, vi } from 'vitest'
import { again } from './again.ts'

const gone = (url: string) => new TypeError(`Failed to fetch dynamically imported module: ${url}`)

test('what came at once is asked for under its own name only', async () => {
  const fetchFile = vi.fn()
  const load = again(async () => 7, fetchFile)
  expect([await load(), await load()]).toEqual([7, 7])
  expect(fetchFile).not.toHaveBeenCalled()
})

test('what did not come is asked for under another name each time, until it is there', async () => {
  const first = vi.fn().mockRejectedValue(gone('https://atalaya.example/assets/palette-x1.js'))
  const fetchFile = vi
    .fn()
    .mockImplementationOnce(async (url) => Promise.reject(gone(url)))
    .mockResolvedValue(7)
  const load = again(first, fetchFile)
  await expect(load()).rejects.toThrow('palette-x1.js')
  await expect(load()).rejects.toThrow('palette-x1.js?again=1')
  expect(await load()).toBe(7)
  expect(first).toHaveBeenCalledTimes(1)
  expect(fetchFile.mock.calls).toEqual([
    ['https://atalaya.example/assets/palette-x1.js?again=1'],
    ['https://atalaya.example/assets/palette-x1.js?again=2'],
  ])
})

test('where the browser names no file, it is asked for as before', async () => {
  const load = again(
    vi.fn().mockRejectedValueOnce(new TypeError('Importing a module script failed.')).mockResolvedValue(7),
  )
  await expect(load()).rejects.toThrow()
  expect(await load()).toBe(7)
})
