import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOwnPicture, setOwnPicture } from '#contract/pictures.ts'
import { sweepFiles } from './sweep-files.ts'
import { content, firmWithFiles } from './test-stored-files.ts'

const day = 86_400_000
let f: Awaited<ReturnType<typeof firmWithFiles>>
beforeAll(async () => {
  f = await firmWithFiles()
})
afterAll(() => f.t.drop())

const sweep = (now = Date.now()) => sweepFiles(f.t.tenants, f.files, now)
const made = async (): Promise<Blob> => {
  const create = { width: 20, height: 20, channels: 3, background: '#c00' } as const
  return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' })
}

test('sweeps files left by a crash after a day and keeps recorded ones', async () => {
  const me = await f.t.as('hr', (await f.t.make.employee()).cvl)
  const { pictureId } = await me.call(setOwnPicture, { content: await made() })
  const abroad = await f.putNamed('cfl')
  const left = await f.put('dino')
  const torn = `${f.pathOf(left)}.part`
  await writeFile(torn, content)
  expect(await sweep()).toBe(0)
  const there = () => [pictureId!, abroad, left].map((id) => existsSync(f.pathOf(id)))
  expect(there()).toEqual([true, true, true])
  expect(await sweep(Date.now() + day + 1000)).toBe(1)
  expect([...there(), existsSync(torn)]).toEqual([true, true, false, false])
  // One that couldn't be dropped when its record let go of it.
  await me.call(removeOwnPicture, {})
  await writeFile(f.pathOf(pictureId!), content)
  await utimes(f.pathOf(pictureId!), new Date(0), new Date(0))
  expect(await sweep()).toBe(1)
  expect(there()).toEqual([false, true, false])
})

test('sweeps dropped files even when most stored files were dropped', async () => {
  const givenUp: string[] = []
  for (let n = 0; n < 30; n++) givenUp.push(await f.putNamed('dino', true))
  expect(await sweep(Date.now() + day + 1000)).toBe(30)
  expect(givenUp.some((id) => existsSync(f.pathOf(id)))).toBe(false)
})

test('refuses to sweep when most files belong to no record', async () => {
  const strange = await Promise.all(Array.from({ length: 12 }, () => f.put('dino')))
  await writeFile(join(f.t.home, 'files', strange[0]!.slice(0, 2), 'notes.txt'), 'no content of ours')
  await expect(sweep(Date.now() + day + 1000)).rejects.toThrow('12 of 13 stored files are named by no record')
  expect(strange.every((id) => existsSync(f.pathOf(id)))).toBe(true)
  expect(await f.files.read('dino', strange[0]!)).toEqual(content)
})
