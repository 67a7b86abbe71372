import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Prefix } from '#contract/core/values.ts'
import { filesPurpose, openFiles } from '#server/core/files.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { verifyFiles } from './verify-files.ts'

let t: Awaited<ReturnType<typeof testTenant>>
beforeAll(async () => {
  t = await testTenant('dino')
})
afterAll(() => t.drop())

const pathOf = (id: string) => join(t.home, 'files', id.slice(0, 2), id)
const store = () => openFiles(t.home, secretBox(t.secret, filesPurpose))
const content = Buffer.from('whatever was uploaded')
const verify = (prefix?: Prefix, progress: (done: number) => void = () => {}) =>
  verifyFiles(prefix, { ownerUrl: t.ownerUrl, files: store(), progress })

const storeNamed = async (prefix: Prefix, removed = false): Promise<string> => {
  const id = await store().put(prefix, content)
  await t.owner.query(
    `insert into ${prefix}.stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256, removed_at)
     values ($1, 'a test', 'employee', 7, 'a', 'image/webp', $2, sha256($3), case when $4 then now() end)`,
    [id, content.length, content, removed],
  )
  return id
}

describe('the check of stored files', () => {
  test('finds nothing where every file is what its record says', async () => {
    const before = await verify()
    await storeNamed('dino')
    await storeNamed('cfl')
    await storeNamed('dino', true)
    const told: number[] = []
    const { files, bytes, problems, unnamed } = await verify(undefined, (done) => told.push(done))
    expect(told.at(-1)).toBe(files)
    expect([files - before.files, bytes - before.bytes, problems, unnamed]).toEqual([2, 2 * content.length, 0, 0])
  })

  test('lists what is missing, damaged, cut short, altered, and what no record names', async () => {
    const ids = []
    for (const _ of [1, 2, 3, 4, 5]) ids.push(await storeNamed('dino'))
    const [missing, damaged, cut, altered, removed] = ids as [string, string, string, string, string]
    const abroad = await storeNamed('cfl')
    const stray = await store().put('dino', content)
    await rm(pathOf(missing))
    const bytes = await readFile(pathOf(damaged))
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(pathOf(damaged), bytes)
    await writeFile(pathOf(cut), bytes.subarray(0, 20))
    await t.owner.query(`update dino.stored_file set sha256 = sha256('other') where id = $1`, [altered])
    await t.owner.query('update dino.stored_file set removed_at = now() where id = $1', [removed])
    await rm(pathOf(removed))
    await rm(pathOf(abroad))

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
