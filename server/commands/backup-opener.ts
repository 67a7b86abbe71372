import { readFile } from 'node:fs/promises'
import type { SealKind, SealOpener } from '#db/embedded/seal-backup.ts'
import { readConfig } from '#server/core/config.ts'
import { CommandError, UsageError } from './command.ts'
import { readHiddenInput } from './read-password.ts'

const minPassphraseLength = 12

const readOptionFile = async (option: string, file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandError(`--${option} ${file} can't be read.`, { cause: error })
  }
}

const readFirstLine = (text: string): string => text.split(/\r?\n/, 1)[0]?.trim() ?? ''

/** The secret as a copy of secrets.json has it, or alone in its file. */
const parseSecretFile = (text: string): string => {
  try {
    const { secret } = JSON.parse(text) as { secret?: unknown }
    if (typeof secret === 'string') return secret
  } catch {
    // Not the copy of secrets.json: the secret alone.
  }
  return readFirstLine(text)
}

type SecretFileOptions = { 'passphrase-file'?: string | undefined; 'secret-file'?: string | undefined }

const readPassphrase = async (
  sources: SecretFileOptions,
  isNew: boolean,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const file = sources['passphrase-file']
  if (file !== undefined) return readFirstLine(await readOptionFile('passphrase-file', file))
  return (
    readConfig(process.env).backupPassphrase ??
    (await readHiddenInput('Passphrase of the backup', isNew, signal))?.trim()
  )
}

const readSecretFile = async (sources: SecretFileOptions, signal: AbortSignal): Promise<string | undefined> => {
  const file = sources['secret-file']
  if (file !== undefined) return parseSecretFile(await readOptionFile('secret-file', file))
  return readConfig(process.env).secret ?? (await readHiddenInput('Secret of the installation', false, signal))?.trim()
}

/** What a new backup is sealed with; undefined where it isn't to be. */
export const chooseBackupSeal = async (
  options: SecretFileOptions & { passphrase: boolean; 'without-secret': boolean },
  secret: string,
  signal: AbortSignal,
): Promise<SealOpener | undefined> => {
  const byPassphrase = options.passphrase || options['passphrase-file'] !== undefined
  if (byPassphrase && options['without-secret'])
    throw new UsageError('--without-secret and a passphrase exclude each other: a backup is opened by one of them.')
  if (options['without-secret']) return { kind: 'secret', text: secret }
  if (!byPassphrase) return undefined
  const text = await readPassphrase(options, true, signal)
  if (!text)
    throw new CommandError(
      'There is no passphrase: set ATALAYA_BACKUP_PASSPHRASE, or name its file with --passphrase-file FILE.',
    )
  if (text.length < minPassphraseLength)
    throw new CommandError(`The passphrase has at least ${minPassphraseLength} characters. Nothing was made.`)
  return { kind: 'passphrase', text }
}

/** What opens a sealed backup, from a file, the environment or the keyboard. */
export const requestSealOpener = async (
  kind: SealKind,
  sources: SecretFileOptions,
  signal: AbortSignal,
): Promise<string> => {
  const text =
    kind === 'passphrase' ? await readPassphrase(sources, false, signal) : await readSecretFile(sources, signal)
  if (text) return text
  throw new CommandError(
    kind === 'passphrase'
      ? 'This backup is encrypted with a passphrase: set ATALAYA_BACKUP_PASSPHRASE, or name its file with --passphrase-file FILE.'
      : 'This backup holds no readable secret: give that of the installation it was taken of as ATALAYA_SECRET, or name a file with it, --secret-file FILE.',
  )
}
