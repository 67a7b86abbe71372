import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  removeOwnProfilePicture,
  removeProfilePicture,
  setOwnProfilePicture,
  setProfilePicture,
} from '#contract/pictures.ts'
import { toSquarePicture } from '#server/core/pictures.ts'
import { takeFirstCases } from '#test/harness/circles.ts'
import { locateGivenData } from '#test/harness/given-data.ts'
import { createTestTenant } from '#test/harness/tenant.ts'

type Tenant = Awaited<ReturnType<typeof createTestTenant>>
type Caller = Awaited<ReturnType<Tenant['as']>>
let t: Tenant
let hr: Caller
/** A manager with an advisor in their team, and somebody elsewhere. */
let managerId = ''
let advisorId = ''
let outsiderId = ''
let manager: Caller
let advisor: Caller

beforeAll(async () => {
  t = await createTestTenant('dino')
  const superior = await t.make.employee()
  const under = await t.make.employee({ position: 'advisor', supervisorId: superior.id })
  const other = await t.make.employee()
  managerId = superior.id
  advisorId = under.id
  outsiderId = other.id
  hr = await t.as('hr')
  manager = await t.as('manager', superior.cvl)
  advisor = await t.as('advisor', under.cvl)
})
afterAll(() => t.drop())

const toBlob = (bytes: Uint8Array, type = 'image/png') => new Blob([new Uint8Array(bytes)], { type })
const plainImage = { width: 300, height: 200, channels: 3, background: '#c00' } as const
const createPng = () => sharp({ create: plainImage }).png().toBuffer()
const callSetPicture = (caller: Caller, employeeId: string, content: Blob) =>
  caller.call(setProfilePicture, { params: { employeeId }, content })
const fetchPicture = (caller: Caller, employeeId: string, headers = {}) =>
  t.app.inject({
    url: `/api/v1/staff/${employeeId}/picture`,
    headers: { authorization: `JWT ${caller.token}`, ...headers },
  })
const catchRefusal = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    ({ status, code }) => `${status} ${code}`,
  )
const listStoredFileNames = async () =>
  existsSync(join(t.home, 'files'))
    ? (await readdir(join(t.home, 'files'), { recursive: true })).filter((name) => name.length > 2)
    : []

describe('profile pictures', () => {
  test('refuses a picture damaged, cut or missing on disk without revealing its path', async () => {
    await callSetPicture(hr, advisorId, toBlob(await createPng()))
    const [name] = (await listStoredFileNames()).filter((one) => one.length > 30)
    const path = join(t.home, 'files', name!)
    const whole = readFileSync(path)
    const flipped = Buffer.from(whole)
    flipped[whole.length >> 1]! ^= 1
    for (const content of [flipped, whole.subarray(0, 100), whole.subarray(0, 5)]) {
      writeFileSync(path, content)
      const { statusCode, headers, json } = await fetchPicture(hr, advisorId)
      expect([statusCode, json().code, headers.etag]).toEqual([409, 'file.damaged', undefined])
      expect(JSON.stringify(json())).not.toContain(t.home)
    }
    rmSync(path)
    const { statusCode, json } = await fetchPicture(hr, advisorId)
    expect([statusCode, json().code, json().requestId]).toEqual([409, 'file.damaged', expect.any(String)])
    writeFileSync(path, whole)
    expect((await fetchPicture(hr, advisorId)).statusCode).toBe(200)
    await hr.call(removeProfilePicture, { params: { employeeId: advisorId } })
  })

  test('stores a picture as an upright square WebP without its metadata', async () => {
    const left = { create: { width: 40, height: 80, channels: 3, background: '#00f' } } as const
    const sideways = await sharp({ create: { ...plainImage, width: 80, height: 80 } })
      .composite([{ input: await sharp(left).png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'somebody at home', Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(sideways).metadata()).exif).toBeDefined()
    await callSetPicture(hr, advisorId, toBlob(sideways, 'image/jpeg'))
    const { statusCode, headers, rawPayload } = await fetchPicture(hr, advisorId)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'attachment; filename="picture.webp"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    const kept = sharp(rawPayload)
    expect(await kept.metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect((await kept.metadata()).exif).toBeUndefined()
    expect(rawPayload.includes('somebody at home')).toBe(false)
    // A quarter turn to the right brings the blue left to the top.
    const { data, info } = await kept.raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
    const top = at(256, 60)
    const bottom = at(256, 450)
    expect([top[2]! > 200, top[0]! < 60, bottom[0]! > 150, bottom[2]! < 60]).toEqual([true, true, true, true])
  })

  test('answers 304 for a picture the browser already has', async () => {
    const { headers } = await fetchPicture(hr, advisorId)
    const again = await fetchPicture(hr, advisorId, { 'if-none-match': headers.etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('keeps only the first frame of a moving image', async () => {
    const frames = await Promise.all(
      ['#0f0', '#f00'].map((background) =>
        sharp({ create: { ...plainImage, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    await callSetPicture(hr, advisorId, toBlob(moving, 'image/gif'))
    const kept = await sharp((await fetchPicture(hr, advisorId)).rawPayload, { pages: -1 }).metadata()
    expect([kept.pages ?? 1, kept.height]).toEqual([1, 512])
  })

  test('takes a picture by its content with any image type declared', async () => {
    expect(await catchRefusal(callSetPicture(hr, advisorId, toBlob(await createPng(), 'image/jpeg')))).toBe('done')
  })

  test('stores one encrypted picture per employee and audits it without a name', async () => {
    await callSetPicture(hr, outsiderId, toBlob(await createPng()))
    const before = await listStoredFileNames()
    await callSetPicture(hr, outsiderId, toBlob(await createPng()))
    const after = await listStoredFileNames()
    expect(after).toHaveLength(before.length)
    expect(after).not.toEqual(before)
    for (const name of after) expect(readFileSync(join(t.home, 'files', name)).includes('WEBP')).toBe(false)
    await hr.call(removeProfilePicture, { params: { employeeId: outsiderId } })
    expect(await listStoredFileNames()).toHaveLength(before.length - 1)
    expect((await fetchPicture(hr, outsiderId)).statusCode).toBe(404)
    const { rows } = await t.owner.query(
      'select action, before, after from dino.audit_event where entity_id = $1 order by id',
      [outsiderId],
    )
    expect(rows).toEqual([
      { action: 'employee.pictureSet', before: {}, after: { pictureId: expect.any(String) } },
      { action: 'employee.pictureSet', before: rows[0].after, after: { pictureId: expect.any(String) } },
      { action: 'employee.pictureRemoved', before: rows[1].after, after: {} },
    ])
    const files = await t.owner.query(
      'select removed_at is not null as removed from dino.stored_file where entity_id = $1',
      [outsiderId],
    )
    expect(files.rows).toEqual([{ removed: true }, { removed: true }])
  })

  test('concurrent uploads leave one picture and no orphaned file', async () => {
    const attempts = await Promise.all(
      [1, 2, 3].map(async () => callSetPicture(hr, advisorId, toBlob(await createPng()))),
    )
    const { rows } = await t.owner.query('select picture_id from dino.employee where id = $1', [advisorId])
    expect(attempts.map(({ pictureId }) => pictureId)).toContain(rows[0].picture_id)
    const live = await t.owner.query('select id from dino.stored_file where removed_at is null')
    expect((await listStoredFileNames()).map((name) => name.slice(3)).sort()).toEqual(
      live.rows.map(({ id }) => id).sort(),
    )
  })
})

describe('refused picture uploads', () => {
  const nothing = async (content: Blob): Promise<string> => {
    const before = await listStoredFileNames()
    const outcome = await catchRefusal(callSetPicture(hr, outsiderId, content))
    expect(await listStoredFileNames()).toEqual(before)
    return outcome
  }
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['nothing', ''],
    ['a drawing that holds a script', svg],
    ['the same behind a declaration', `<?xml version="1.0"?>${svg}`],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['words', 'hello'],
    ['half a signature', '\u0089PNG'],
  ])('refuses %s as a picture and stores nothing', async (_, text) => {
    expect(await nothing(toBlob(Buffer.from(text, 'latin1')))).toBe('422 file.notAnImage')
  })

  test('refuses a picture that carries a page and stores nothing', async () => {
    const jpeg = await sharp({ create: plainImage }).jpeg().toBuffer()
    for (const carried of ['<script>alert(1)</script>', '<?php x', '%PDF-1.7', '<SVG onload=x>'])
      expect(await nothing(toBlob(Buffer.concat([jpeg, Buffer.from(carried)]), 'image/jpeg'))).toBe(
        '422 file.notAnImage',
      )
  })

  test('refuses a truncated picture and stores nothing', async () => {
    const jpeg = await sharp({ create: plainImage }).jpeg().toBuffer()
    expect(await nothing(toBlob(jpeg.subarray(0, jpeg.length / 2), 'image/jpeg'))).toBe('422 file.notAnImage')
    const whole = await createPng()
    expect(await nothing(toBlob(whole.subarray(0, whole.length - 40)))).toBe('422 file.notAnImage')
  })

  test('refuses a small file that unfolds into hundreds of megapixels', async () => {
    const create = { width: 7_200, height: 7_200, channels: 3, background: '#fff' } as const
    const bomb = await sharp({ create, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await nothing(toBlob(bomb))).toBe('422 file.pictureTooLarge')
  })

  const large = () => sharp({ create: { width: 5_100, height: 5_100, channels: 4, background: '#fff' } })
  test.each(
    takeFirstCases(1, [
      ['an interlaced PNG', () => large().png({ progressive: true })],
      ['a progressive JPEG', () => large().jpeg({ progressive: true, chromaSubsampling: '4:4:4' })],
      ['a WebP', () => large().webp({ effort: 0 })],
    ] as const),
  )('refuses %s that unfolds into more than 100 MB', async (_, make) => {
    expect(await nothing(toBlob(await make().toBuffer()))).toBe('422 file.pictureTooLarge')
  })

  test('refuses pictures beyond one in work and sixteen in the queue', async () => {
    const content = await createPng()
    const outcomes = await Promise.all(Array.from({ length: 24 }, () => catchRefusal(toSquarePicture(content))))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(17)
    expect(outcomes.filter((outcome) => outcome === '503 file.busy')).toHaveLength(7)
    expect(await catchRefusal(toSquarePicture(content))).toBe('done')
  })

  test.skipIf(process.platform !== 'linux')('a killed picture worker fails one picture and is replaced', async () => {
    const content = await createPng()
    await toSquarePicture(content)
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
    const isWorker = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('picture-worker')
    const worker = children.filter(isWorker).map(Number)
    expect(worker).toHaveLength(1)
    const slow = await sharp({ create: { ...plainImage, width: 4000, height: 4000 } })
      .png()
      .toBuffer()
    const dying = catchRefusal(toSquarePicture(slow))
    process.kill(worker[0]!, 'SIGKILL')
    expect(await dying).toBe('422 file.notAnImage')
    expect(await catchRefusal(toSquarePicture(content))).toBe('done')
  })

  test('refuses other kinds of images and files', async () => {
    const tiff = await sharp({ create: plainImage }).tiff().toBuffer()
    expect(await nothing(toBlob(tiff))).toBe('422 file.notAnImage')
    for (const type of ['image/svg+xml', 'text/html', 'application/json', 'application/octet-stream', ''])
      expect(await nothing(toBlob(await createPng(), type))).toBe('415 file.unsupported')
  })

  test('refuses a picture of more than five megabytes', async () => {
    expect(await nothing(toBlob(new Uint8Array(5_000_001)))).toBe('413 file.tooLarge')
    expect(await nothing(toBlob(new Uint8Array(5_000_000)))).toBe('422 file.notAnImage')
  })

  const { place: folder, isThere, title } = locateGivenData('uploads', ['png_corrupt/basn2c08.png', 'pdf'])
  describe.skipIf(!isThere)(`real files of ${title}`, () => {
    const files = (kind: string) => (isThere ? readdirSync(join(folder, kind)) : [])
    // The one sound picture among them.
    test.each(files('png_corrupt').filter((name) => name !== 'basn2c08.png'))(
      'refuses the corrupt picture %s',
      async (name) => {
        expect(await nothing(toBlob(readFileSync(join(folder, 'png_corrupt', name))))).toBe('422 file.notAnImage')
      },
    )
    test.each(files('pdf'))('refuses the PDF file %s as a picture', async (name) => {
      const content = readFileSync(join(folder, 'pdf', name))
      expect(await nothing(toBlob(content))).toBe('422 file.notAnImage')
      expect(await nothing(toBlob(content, 'application/pdf'))).toBe('415 file.unsupported')
    })
    test('takes the one sound picture of the corrupt set', async () => {
      const content = readFileSync(join(folder, 'png_corrupt', 'basn2c08.png'))
      expect(await catchRefusal(callSetPicture(hr, advisorId, toBlob(content)))).toBe('done')
    })
  })
})

describe('rights to profile pictures', () => {
  test('shows a picture to its employee and to users with them in scope', async () => {
    await callSetPicture(hr, advisorId, toBlob(await createPng()))
    await callSetPicture(hr, managerId, toBlob(await createPng()))
    const seen = async (caller: Caller, id: string) => (await fetchPicture(caller, id)).statusCode
    expect(await seen(advisor, advisorId)).toBe(200)
    expect(await seen(manager, advisorId)).toBe(200)
    expect(await seen(advisor, managerId)).toBe(404)
    expect(await seen(await t.as('direction'), managerId)).toBe(200)
    expect(await seen(await t.as('user'), managerId)).toBe(404)
    expect(await seen(hr, outsiderId)).toBe(404)
    expect((await t.app.inject(`/api/v1/staff/${managerId}/picture`)).statusCode).toBe(401)
  })

  test('HR changes any picture in scope, other employees only their own', async () => {
    expect(await catchRefusal(callSetPicture(manager, advisorId, toBlob(await createPng())))).toBe(
      '403 permission.missing',
    )
    expect(await catchRefusal(callSetPicture(hr, '999', toBlob(await createPng())))).toBe('404 notFound')
    const { pictureId } = await advisor.call(setOwnProfilePicture, { content: toBlob(await createPng()) })
    expect((await fetchPicture(advisor, advisorId)).headers.etag).toBe(`"${pictureId}"`)
    await advisor.call(removeOwnProfilePicture, {})
    expect((await fetchPicture(advisor, advisorId)).statusCode).toBe(404)
    const nobody = await t.as('user')
    expect(await catchRefusal(nobody.call(setOwnProfilePicture, { content: toBlob(await createPng()) }))).toBe(
      '404 notFound',
    )
  })

  test('refuses an upload without the right before reading the file', async () => {
    const large = toBlob(new Uint8Array(5_000_001))
    expect(await catchRefusal(callSetPicture(manager, advisorId, large))).toBe('403 permission.missing')
    const { statusCode } = await t.nobody.send(setProfilePicture, { params: { employeeId: advisorId }, content: large })
    expect(statusCode).toBe(401)
  })
})

test('a call that takes no file refuses one', async () => {
  const content = toBlob(await createPng())
  const { statusCode } = await t.app.inject({
    method: 'POST',
    url: '/ApiRest/api/audit',
    headers: { authorization: `JWT ${hr.token}`, 'content-type': 'image/png' },
    payload: Buffer.from(await content.arrayBuffer()),
  })
  expect(statusCode).toBe(415)
})
