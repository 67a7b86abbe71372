import { readFile } from 'node:fs/promises'
import type { Opener, SealKind } from '#db/embedded/seal-backup.ts'
import { readConfig } from '#server/core/config.ts'
import { CommandError, UsageError } from './command.ts'
import { readHidden } from './read-password.ts'

const minLength = 12

const readText = async (option: string, file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CommandError(`--${option} ${file} can't be read.`, { cause: error })
  }
}

const firstLine = (text: string): string => text.split(/\r?\n/, 1)[0]?.trim() ?? ''

/** The secret as a copy of secrets.json has it, or alone in its file. */
const secretIn = (text: string): string => {
  try {
    const { secret } = JSON.parse(text) as { secret?: unknown }
    if (typeof secret === 'string') return secret
  } catch {
    // Not the copy of secrets.json: the secret alone.
  }
  return firstLine(text)
}

type Sources = { 'passphrase-file'?: string | undefined; 'secret-file'?: string | undefined }

const findPassphrase = async (sources: Sources, isNew: boolean, signal: AbortSignal): Promise<string | undefined> => {
  const file = sources['passphrase-file']
  if (file !== undefined) return firstLine(await readText('passphrase-file', file))
  return (
    readConfig(process.env).backupPassphrase ?? (await readHidden('Passphrase of the backup', isNew, signal))?.trim()
  )
}

const findSecret = async (sources: Sources, signal: AbortSignal): Promise<string | undefined> => {
  const file = sources['secret-file']
  if (file !== undefined) return secretIn(await readText('secret-file', file))
  return readConfig(process.env).secret ?? (await readHidden('Secret of the installation', false, signal))?.trim()
}

/** What a new backup is sealed with; undefined where it isn't to be. */
export const findSeal = async (
  options: Sources & { passphrase: boolean; 'without-secret': boolean },
  secret: string,
  signal: AbortSignal,
): Promise<Opener | undefined> => {
  const byPassphrase = options.passphrase || options['passphrase-file'] !== undefined
  if (byPassphrase && options['without-secret'])
    throw new UsageError('--without-secret and a passphrase exclude each other: a backup is opened by one of them.')
  if (options['without-secret']) return { kind: 'secret', text: secret }
  if (!byPassphrase) return undefined
  const text = await findPassphrase(options, true, signal)
  if (!text)
    throw new CommandError(
      'There is no passphrase: set ATALAYA_BACKUP_PASSPHRASE, or name its file with --passphrase-file FILE.',
    )
  if (text.length < minLength)
    throw new CommandError(`The passphrase has at least ${minLength} characters. Nothing was made.`)
  return { kind: 'passphrase', text }
}

/** What opens a sealed backup, from a file, the environment or the keyboard. */
export const askOpener = async (kind: SealKind, sources: Sources, signal: AbortSignal): Promise<string> => {
  const text = kind === 'passphrase' ? await findPassphrase(sources, false, signal) : await findSecret(sources, signal)
  if (text) return text
  throw new CommandError(
    kind === 'passphrase'
      ? 'This backup is encrypted with a passphrase: set ATALAYA_BACKUP_PASSPHRASE, or name its file with --passphrase-file FILE.'
      : 'This backup holds no readable secret: give that of the installation it was taken of as ATALAYA_SECRET, or name a file with it, --secret-file FILE.',
  )
}
