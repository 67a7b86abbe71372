import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { askOpener, findSeal } from './backup-opener.ts'

const { signal } = new AbortController()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'atalaya-opener-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const none = { passphrase: false, 'without-secret': false }
const seal = (options: Partial<Parameters<typeof findSeal>[0]>) =>
  findSeal({ ...none, ...options }, 'the secret', signal)

describe('choice of the backup seal', () => {
  test('seals a backup with nothing, the secret, or a passphrase of environment or file', async () => {
    vi.stubEnv('ATALAYA_BACKUP_PASSPHRASE', 'from the environment')
    expect(await seal({})).toBeUndefined()
    expect(await seal({ 'without-secret': true })).toEqual({ kind: 'secret', text: 'the secret' })
    expect(await seal({ passphrase: true })).toEqual({ kind: 'passphrase', text: 'from the environment' })
    const file = write('passphrase', 'from a file, first line\nsecond line\n')
    expect(await seal({ 'passphrase-file': file })).toEqual({ kind: 'passphrase', text: 'from a file, first line' })
  })

  test('refuses a short, missing or unreadable passphrase, and both seals at once', async () => {
    vi.stubEnv('ATALAYA_BACKUP_PASSPHRASE', '')
    await expect(seal({ passphrase: true })).rejects.toThrow('set ATALAYA_BACKUP_PASSPHRASE')
    await expect(seal({ 'passphrase-file': write('short', 'eleven char') })).rejects.toThrow('at least 12')
    await expect(seal({ 'passphrase-file': join(folder, 'absent') })).rejects.toThrow("can't be read")
    await expect(seal({ passphrase: true, 'without-secret': true })).rejects.toThrow('exclude each other')
  })
})

describe('opener of a backup', () => {
  test('reads the opener of a backup from a file or the environment', async () => {
    vi.stubEnv('ATALAYA_BACKUP_PASSPHRASE', 'from the environment')
    vi.stubEnv('ATALAYA_SECRET', 'a secret of the environment')
    expect(await askOpener('passphrase', {}, signal)).toBe('from the environment')
    expect(await askOpener('secret', {}, signal)).toBe('a secret of the environment')
    const copied = write('secrets.json', JSON.stringify({ ownerPassword: 'other', secret: 'the copied one' }))
    expect(await askOpener('secret', { 'secret-file': copied }, signal)).toBe('the copied one')
    expect(await askOpener('secret', { 'secret-file': write('alone', 'alone in its file\n') }, signal)).toBe(
      'alone in its file',
    )
  })

  test("names the missing variable when a backup's passphrase or secret is absent", async () => {
    vi.stubEnv('ATALAYA_BACKUP_PASSPHRASE', '')
    vi.stubEnv('ATALAYA_SECRET', '')
    await expect(askOpener('passphrase', {}, signal)).rejects.toThrow('ATALAYA_BACKUP_PASSPHRASE')
    await expect(askOpener('secret', {}, signal)).rejects.toThrow('ATALAYA_SECRET')
  })
})
