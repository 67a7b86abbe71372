import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSeal, openContent, openSeal, sealContent, sealStream } from './seal-backup.ts'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atalaya-seal-'))
  file = join(folder, 'sealed')
})
afterAll(() => rmSync(folder, { recursive: true }))

const content = Buffer.from('confidential '.repeat(20_000))
const openSealed = (key: Buffer, path: string, sealed: Uint8Array): Promise<Buffer> => {
  writeFileSync(file, sealed)
  return openContent(key, path, file)
}

describe('backup seal', () => {
  test('opens only by its passphrase, in either Unicode form of its accents', async () => {
    const { seal, key } = await createSeal({ kind: 'passphrase', text: 'la contrase\u00f1a larga' })
    expect((await openSeal(seal, 'la contrasen\u0303a larga')).equals(key)).toBe(true)
    await expect(openSeal(seal, 'la contrasena larga')).rejects.toThrow('Nothing was changed')
    await expect(openSeal({ ...seal, by: 'secret' }, 'la contrase\u00f1a larga')).rejects.toThrow('Nothing was changed')
  })

  test('returns a file unchanged, whether sealed whole or in pieces', async () => {
    const { key } = await createSeal({ kind: 'secret', text: 'a secret of the installation' })
    expect((await openSealed(key, 'files/a', sealContent(key, 'files/a', content))).equals(content)).toBe(true)
    expect(await openSealed(key, 'files/a', sealContent(key, 'files/a', Buffer.alloc(0)))).toHaveLength(0)
    const pieces: Buffer[] = []
    const source = async function* () {
      for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
    }
    for await (const piece of sealStream(key, 'files/a')(source())) pieces.push(piece)
    expect((await openSealed(key, 'files/a', Buffer.concat(pieces))).equals(content)).toBe(true)
  })

  test('refuses a file that was altered, cut, lengthened, renamed or is of another backup', async () => {
    const { key } = await createSeal({ kind: 'secret', text: 'a secret of the installation' })
    const { key: another } = await createSeal({ kind: 'secret', text: 'a secret of the installation' })
    const sealed = sealContent(key, 'files/a', content)
    for (const at of [0, 40, 100_000, sealed.length - 1]) {
      const altered = Buffer.from(sealed)
      altered[at]! ^= 1
      await expect(openSealed(key, 'files/a', altered), `byte ${at}`).rejects.toThrow()
    }
    for (const length of [0, 10, 48, sealed.length - 1])
      await expect(openSealed(key, 'files/a', sealed.subarray(0, length)), `length ${length}`).rejects.toThrow()
    await expect(openSealed(key, 'files/a', Buffer.concat([sealed, Buffer.alloc(1)]))).rejects.toThrow()
    await expect(openSealed(key, 'files/b', sealed)).rejects.toThrow()
    await expect(openSealed(another, 'files/a', sealed)).rejects.toThrow()
  })
})
