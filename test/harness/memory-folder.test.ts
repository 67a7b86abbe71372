import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { keepTemporaryFilesInMemory } from './memory-folder.ts'

const place = mkdtempSync(join(tmpdir(), 'atalaya-memory-'))
const before = tmpdir()
afterAll(() => rmSync(place, { recursive: true }))

test('moves temporary files into a folder with room, and removes it at the end', () => {
  const remove = keepTemporaryFilesInMemory({ place, needed: 0 })
  const folder = tmpdir()
  expect(dirname(folder)).toBe(place)
  remove()
  expect(existsSync(folder)).toBe(false)
  expect(tmpdir()).toBe(before)
})

test.each([
  ['has too little room', place, Number.POSITIVE_INFINITY],
  ['is not there', join(place, 'nowhere'), 0],
])('leaves temporary files on the disk when the folder %s', (_, folder, needed) => {
  const remove = keepTemporaryFilesInMemory({ place: folder, needed })
  expect(tmpdir()).toBe(before)
  remove()
  expect(tmpdir()).toBe(before)
})

test('removes leftovers of a run killed hours ago, and none of a live run', () => {
  const folders = ['atalaya-left', 'atalaya-at-work', 'something-else']
  for (const name of folders) mkdirSync(join(place, name, 'databases'), { recursive: true })
  const yesterday = new Date(Date.now() - 86_400_000)
  for (const name of ['atalaya-left', 'something-else']) utimesSync(join(place, name), yesterday, yesterday)
  keepTemporaryFilesInMemory({ place, needed: 0 })()
  expect(readdirSync(place).toSorted()).toEqual(['atalaya-at-work', 'something-else'])
})
