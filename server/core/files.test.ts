import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Files, filesPurpose, openFiles } from './files.ts'
import { secretBox } from './secret-box.ts'

let home: string
let files: Files
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'atalaya-files-'))
  files = openFiles(home, secretBox('x'.repeat(40), filesPurpose))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const pathOf = (id: string) => join(home, 'files', id.slice(0, 2), id)
const content = Buffer.from('the face of somebody, in clear')

test('stores a file encrypted, readable by its owner only, without leftovers', async () => {
  const id = await files.put('dino', content)
  expect(await files.read('dino', id)).toEqual(content)
  const stored = await readFile(pathOf(id))
  expect(stored.includes('somebody')).toBe(false)
  expect((await stat(pathOf(id))).mode & 0o777).toBe(0o600)
  expect((await stat(join(home, 'files', id.slice(0, 2)))).mode & 0o777).toBe(0o700)
  expect(await readdir(join(home, 'files', id.slice(0, 2)))).toEqual([id])
})

test('a stored file opens only under its own id, prefix and installation key', async () => {
  const [one, other] = [await files.put('dino', content), await files.put('dino', Buffer.from('another'))]
  await expect(files.read('cfl', one)).rejects.toThrow()
  await expect(openFiles(home, secretBox('y'.repeat(40), filesPurpose)).read('dino', one)).rejects.toThrow()
  const bytes = await readFile(pathOf(one))
  await writeFile(pathOf(other), bytes)
  await expect(files.read('dino', other)).rejects.toThrow()
  await writeFile(pathOf(one), Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]))
  await expect(files.read('dino', one)).rejects.toThrow()
})

test('drops a file, and dropping it again changes nothing', async () => {
  const id = await files.put('dino', content)
  await files.drop(id)
  await files.drop(id)
  await expect(files.read('dino', id)).rejects.toMatchObject({ code: 'file.damaged', damage: 'missing' })
})
