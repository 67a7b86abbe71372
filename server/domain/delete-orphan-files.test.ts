import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOwnProfilePicture, setOwnProfilePicture } from '#contract/pictures.ts'
import { deleteOrphanFiles } from './delete-orphan-files.ts'
import { createFirmWithFiles, uploadedContent } from './test-stored-files.ts'

const dayMs = 86_400_000
let fileFirm: Awaited<ReturnType<typeof createFirmWithFiles>>
beforeAll(async () => {
  fileFirm = await createFirmWithFiles()
})
afterAll(() => fileFirm.t.drop())

const sweepTestFiles = (now = Date.now()) => deleteOrphanFiles(fileFirm.t.tenants, fileFirm.files, now)
const createTestPicture = async (): Promise<Blob> => {
  const create = { width: 20, height: 20, channels: 3, background: '#c00' } as const
  return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' })
}

test('sweeps files left by a crash after a day and keeps recorded ones', async () => {
  const me = await fileFirm.t.as('hr', (await fileFirm.t.make.employee()).cvl)
  const { pictureId } = await me.call(setOwnProfilePicture, { content: await createTestPicture() })
  const abroad = await fileFirm.putNamed('cfl')
  const left = await fileFirm.put('dino')
  const torn = `${fileFirm.pathOf(left)}.part`
  await writeFile(torn, uploadedContent)
  expect(await sweepTestFiles()).toBe(0)
  const there = () => [pictureId!, abroad, left].map((id) => existsSync(fileFirm.pathOf(id)))
  expect(there()).toEqual([true, true, true])
  expect(await sweepTestFiles(Date.now() + dayMs + 1000)).toBe(1)
  expect([...there(), existsSync(torn)]).toEqual([true, true, false, false])
  // One that couldn't be dropped when its record let go of it.
  await me.call(removeOwnProfilePicture, {})
  await writeFile(fileFirm.pathOf(pictureId!), uploadedContent)
  await utimes(fileFirm.pathOf(pictureId!), new Date(0), new Date(0))
  expect(await sweepTestFiles()).toBe(1)
  expect(there()).toEqual([false, true, false])
})

test('sweeps dropped files even when most stored files were dropped', async () => {
  const givenUp: string[] = []
  for (let n = 0; n < 30; n++) givenUp.push(await fileFirm.putNamed('dino', true))
  expect(await sweepTestFiles(Date.now() + dayMs + 1000)).toBe(30)
  expect(givenUp.some((id) => existsSync(fileFirm.pathOf(id)))).toBe(false)
})

test('refuses to sweep when most files belong to no record', async () => {
  const strange = await Promise.all(Array.from({ length: 12 }, () => fileFirm.put('dino')))
  await writeFile(join(fileFirm.t.home, 'files', strange[0]!.slice(0, 2), 'notes.txt'), 'no content of ours')
  await expect(sweepTestFiles(Date.now() + dayMs + 1000)).rejects.toThrow(
    '12 of 13 stored files are named by no record',
  )
  expect(strange.every((id) => existsSync(fileFirm.pathOf(id)))).toBe(true)
  expect(await fileFirm.files.read('dino', strange[0]!)).toEqual(uploadedContent)
})
