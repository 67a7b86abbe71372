import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Prefix } from '#contract/core/values.ts'
import { createFirmWithFiles, uploadedContent } from './test-stored-files.ts'
import { verifyFiles } from './verify-files.ts'

let fileFirm: Awaited<ReturnType<typeof createFirmWithFiles>>
beforeAll(async () => {
  fileFirm = await createFirmWithFiles()
})
afterAll(() => fileFirm.t.drop())

const verifyTestFiles = (prefix?: Prefix, progress: (done: number) => void = () => {}) =>
  verifyFiles(prefix, { ownerUrl: fileFirm.t.ownerUrl, files: fileFirm.files, progress })

describe('the check of stored files', () => {
  test('finds no problem when every stored file matches its record', async () => {
    const before = await verifyTestFiles()
    await fileFirm.putNamed('dino')
    await fileFirm.putNamed('cfl')
    await fileFirm.putNamed('dino', true)
    const reportedCounts: number[] = []
    const { files, bytes, problems, unnamed } = await verifyTestFiles(undefined, (done) => reportedCounts.push(done))
    expect(reportedCounts.at(-1)).toBe(files)
    expect([files - before.files, bytes - before.bytes, problems, unnamed]).toEqual([
      2,
      2 * uploadedContent.length,
      0,
      0,
    ])
  })

  test('lists missing, damaged, cut, altered and unnamed files', async () => {
    const ids = []
    for (const _ of [1, 2, 3, 4, 5]) ids.push(await fileFirm.putNamed('dino'))
    const [missing, damaged, cut, altered, removed] = ids as [string, string, string, string, string]
    const abroad = await fileFirm.putNamed('cfl')
    const stray = await fileFirm.put('dino')
    await rm(fileFirm.pathOf(missing))
    const bytes = await readFile(fileFirm.pathOf(damaged))
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(fileFirm.pathOf(damaged), bytes)
    await writeFile(fileFirm.pathOf(cut), bytes.subarray(0, 20))
    await fileFirm.t.owner.query(`update dino.stored_file set sha256 = sha256('other') where id = $1`, [altered])
    await fileFirm.t.owner.query('update dino.stored_file set removed_at = now() where id = $1', [removed])
    await rm(fileFirm.pathOf(removed))
    await rm(fileFirm.pathOf(abroad))

    const { problems, problemList, unnamedList } = await verifyTestFiles()
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
    expect((await verifyTestFiles('dino')).problems).toBe(4)
  })
})
