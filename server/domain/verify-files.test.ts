import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Prefix } from '#contract/core/values.ts'
import { content, firmWithFiles } from './test-stored-files.ts'
import { verifyFiles } from './verify-files.ts'

let f: Awaited<ReturnType<typeof firmWithFiles>>
beforeAll(async () => {
  f = await firmWithFiles()
})
afterAll(() => f.t.drop())

const verify = (prefix?: Prefix, progress: (done: number) => void = () => {}) =>
  verifyFiles(prefix, { ownerUrl: f.t.ownerUrl, files: f.files, progress })

describe('the check of stored files', () => {
  test('finds no problem when every stored file matches its record', async () => {
    const before = await verify()
    await f.putNamed('dino')
    await f.putNamed('cfl')
    await f.putNamed('dino', true)
    const told: number[] = []
    const { files, bytes, problems, unnamed } = await verify(undefined, (done) => told.push(done))
    expect(told.at(-1)).toBe(files)
    expect([files - before.files, bytes - before.bytes, problems, unnamed]).toEqual([2, 2 * content.length, 0, 0])
  })

  test('lists missing, damaged, cut, altered and unnamed files', async () => {
    const ids = []
    for (const _ of [1, 2, 3, 4, 5]) ids.push(await f.putNamed('dino'))
    const [missing, damaged, cut, altered, removed] = ids as [string, string, string, string, string]
    const abroad = await f.putNamed('cfl')
    const stray = await f.put('dino')
    await rm(f.pathOf(missing))
    const bytes = await readFile(f.pathOf(damaged))
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(f.pathOf(damaged), bytes)
    await writeFile(f.pathOf(cut), bytes.subarray(0, 20))
    await f.t.owner.query(`update dino.stored_file set sha256 = sha256('other') where id = $1`, [altered])
    await f.t.owner.query('update dino.stored_file set removed_at = now() where id = $1', [removed])
    await rm(f.pathOf(removed))
    await rm(f.pathOf(abroad))

    const { problems, problemList, unnamedList } = await verify()
    expect(problems).toBe(5)
    const found = Object.fromEntries(problemList.map(({ file, problem }) => [file, problem]))
    expect(found).toEqual({
      [missing]: 'missing',
      [damaged]: 'damaged',
      [cut]: 'damaged',
      [altered]: 'altered',
      [abroad]: 'missing',
    })
    expect(problemList.find(({ file }) => file === abroad)).toMatchObject({
      prefix: 'cfl',
      entity: 'employee',
      entityId: '7',
    })
    expect(unnamedList).toEqual([{ file: stray }])
    expect((await verify('dino')).problems).toBe(4)
  })
})
