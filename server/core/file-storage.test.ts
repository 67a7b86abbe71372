import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileStorage, fileEncryptionPurpose, openFileStorage } from './file-storage.ts'
import { secretBox } from './secret-box.ts'

let home: string
let testFiles: FileStorage
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'atalaya-files-'))
  testFiles = openFileStorage(home, secretBox('x'.repeat(40), fileEncryptionPurpose))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const getFilePath = (id: string) => join(home, 'files', id.slice(0, 2), id)
const fileContent = Buffer.from('the face of somebody, in clear')

test('stores a file encrypted, readable by its owner only, without leftovers', async () => {
  const id = await testFiles.put('dino', fileContent)
  expect(await testFiles.read('dino', id)).toEqual(fileContent)
  const stored = await readFile(getFilePath(id))
  expect(stored.includes('somebody')).toBe(false)
  expect((await stat(getFilePath(id))).mode & 0o777).toBe(0o600)
  expect((await stat(join(home, 'files', id.slice(0, 2)))).mode & 0o777).toBe(0o700)
  expect(await readdir(join(home, 'files', id.slice(0, 2)))).toEqual([id])
})

test('a stored file opens only under its own id, prefix and installation key', async () => {
  const one = await testFiles.put('dino', fileContent)
  const other = await testFiles.put('dino', Buffer.from('another'))
  await expect(testFiles.read('cfl', one)).rejects.toThrow()
  await expect(
    openFileStorage(home, secretBox('y'.repeat(40), fileEncryptionPurpose)).read('dino', one),
  ).rejects.toThrow()
  const bytes = await readFile(getFilePath(one))
  await writeFile(getFilePath(other), bytes)
  await expect(testFiles.read('dino', other)).rejects.toThrow()
  await writeFile(getFilePath(one), Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]))
  await expect(testFiles.read('dino', one)).rejects.toThrow()
})

test('drops a file, and dropping it again changes nothing', async () => {
  const id = await testFiles.put('dino', fileContent)
  await testFiles.drop(id)
  await testFiles.drop(id)
  await expect(testFiles.read('dino', id)).rejects.toMatchObject({ code: 'file.damaged', damage: 'missing' })
})
