import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { chooseBackupSeal, requestSealOpener } from './backup-opener.ts'

const { signal } = new AbortController()
let secretFolder: string
beforeAll(() => {
  secretFolder = mkdtempSync(join(tmpdir(), 'atalaya-opener-'))
})
afterAll(() => rmSync(secretFolder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const writeTestFile = (name: string, text: string): string => {
  writeFileSync(join(secretFolder, name), text)
  return join(secretFolder, name)
}
const noSealOptions = { passphrase: false, 'without-secret': false }
const findTestSeal = (options: Partial<Parameters<typeof chooseBackupSeal>[0]>) =>
  chooseBackupSeal({ ...noSealOptions, ...options }, 'the secret', signal)

describe('choice of the backup seal', () => {
  test('seals a backup with nothing, the secret, or a passphrase of environment or file', async () => {
    vi.stubEnv('ATALAYA_BACKUP_PASSPHRASE', 'from the environment')
    expect(await findTestSeal({})).toBeUndefined()
    expect(await findTestSeal({ 'without-secret': true })).toEqual({ kind: 'secret', text: 'the secret' })
    expect(await findTestSeal({ passphrase: true })).toEqual({ kind: 'passphrase', text: 'from the environment' })
    const file = writeTestFile('passphrase', 'from a file, first line\nsecond line\n')
    expect(await findTestSeal({ 'passphrase-file': file })).toEqual({
      kind: 'passphrase',
      text: 'from a file, first line',
    })
  })

  test('refuses a short, missing or unreadable passphrase, and both seals at once', async () => {
    vi.stubEnv('ATALAYA_BACKUP_PASSPHRASE', '')
    await expect(findTestSeal({ passphrase: true })).rejects.toThrow('set ATALAYA_BACKUP_PASSPHRASE')
    await expect(findTestSeal({ 'passphrase-file': writeTestFile('short', 'eleven char') })).rejects.toThrow(
      'at least 12',
    )
    await expect(findTestSeal({ 'passphrase-file': join(secretFolder, 'absent') })).rejects.toThrow("can't be read")
    await expect(findTestSeal({ passphrase: true, 'without-secret': true })).rejects.toThrow('exclude each other')
  })
})

describe('opener of a backup', () => {
  test('reads the opener of a backup from a file or the environment', async () => {
    vi.stubEnv('ATALAYA_BACKUP_PASSPHRASE', 'from the environment')
    vi.stubEnv('ATALAYA_SECRET', 'a secret of the environment')
    expect(await requestSealOpener('passphrase', {}, signal)).toBe('from the environment')
    expect(await requestSealOpener('secret', {}, signal)).toBe('a secret of the environment')
    const copied = writeTestFile('secrets.json', JSON.stringify({ ownerPassword: 'other', secret: 'the copied one' }))
    expect(await requestSealOpener('secret', { 'secret-file': copied }, signal)).toBe('the copied one')
    expect(
      await requestSealOpener('secret', { 'secret-file': writeTestFile('alone', 'alone in its file\n') }, signal),
    ).toBe('alone in its file')
  })

  test("names the missing variable when a backup's passphrase or secret is absent", async () => {
    vi.stubEnv('ATALAYA_BACKUP_PASSPHRASE', '')
    vi.stubEnv('ATALAYA_SECRET', '')
    await expect(requestSealOpener('passphrase', {}, signal)).rejects.toThrow('ATALAYA_BACKUP_PASSPHRASE')
    await expect(requestSealOpener('secret', {}, signal)).rejects.toThrow('ATALAYA_SECRET')
  })
})
