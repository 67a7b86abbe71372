import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOwnPicture, setOwnPicture } from '#contract/pictures.ts'
import { filesPurpose, openFiles } from '#server/core/files.ts'
import { secretBox } from '#server/core/secret-box.ts'
import { testTenant } from '#test/harness/tenant.ts'
import { sweepFiles } from './sweep-files.ts'

const day = 86_400_000
let t: Awaited<ReturnType<typeof testTenant>>
beforeAll(async () => {
  t = await testTenant('dino')
})
afterAll(() => t.drop())

const pathOf = (id: string) => join(t.home, 'files', id.slice(0, 2), id)
const store = () => openFiles(t.home, secretBox(t.secret, filesPurpose))
const content = Buffer.from('whatever was uploaded')
const sweep = (now = Date.now()) => sweepFiles(t.tenants, store(), now)
const made = async (): Promise<Blob> => {
  const create = { width: 20, height: 20, channels: 3, background: '#c00' } as const
  return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' })
}

test('what a crash left behind goes after a day; what a record of any prefix names stays', async () => {
  const me = await t.as('hr', (await t.make.employee()).cvl)
  const { pictureId } = await me.call(setOwnPicture, { content: await made() })
  const abroad = await store().put('cfl', content)
  await t.owner.query(
    `insert into cfl.stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256)
     values ($1, 'a test', 'employee', 1, 'a', 'image/webp', 1, sha256('x'))`,
    [abroad],
  )
  const left = await store().put('dino', content)
  const torn = `${pathOf(left)}.part`
  await writeFile(torn, content)
  expect(await sweep()).toBe(0)
  const there = () => [pictureId!, abroad, left].map((id) => existsSync(pathOf(id)))
  expect(there()).toEqual([true, true, true])
  expect(await sweep(Date.now() + day + 1000)).toBe(1)
  expect([...there(), existsSync(torn)]).toEqual([true, true, false, false])
  // One that couldn't be dropped when its record let go of it.
  await me.call(removeOwnPicture, {})
  await writeFile(pathOf(pictureId!), content)
  await utimes(pathOf(pictureId!), new Date(0), new Date(0))
  expect(await sweep()).toBe(1)
  expect(there()).toEqual([false, true, false])
})

test('what people gave up goes, however much more it is than what is kept', async () => {
  const givenUp = await Promise.all(Array.from({ length: 30 }, () => store().put('dino', content)))
  await t.owner.query(
    `insert into dino.stored_file (id, purpose, entity, entity_id, file_name, content_type, bytes, sha256, removed_at)
     select id, 'import', 'user', 1, 'a.csv', 'text/csv', 1, sha256('x'), now() from unnest($1::uuid[]) id`,
    [givenUp],
  )
  expect(await sweep(Date.now() + day + 1000)).toBe(30)
  expect(givenUp.some((id) => existsSync(pathOf(id)))).toBe(false)
})

test('nothing goes where most of it belongs to nobody: it may be another database’s', async () => {
  const strange = await Promise.all(Array.from({ length: 12 }, () => store().put('dino', content)))
  await writeFile(join(t.home, 'files', strange[0]!.slice(0, 2), 'notes.txt'), 'no content of ours')
  await expect(sweep(Date.now() + day + 1000)).rejects.toThrow('12 of 13 stored files are named by no record')
  expect(strange.every((id) => existsSync(pathOf(id)))).toBe(true)
  expect(await store().read('dino', strange[0]!)).toEqual(content)
})
