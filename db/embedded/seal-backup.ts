import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { DatabaseProblem } from './problem.ts'

/** What opens a sealed backup: a passphrase of its own, or the secret of the installation it was taken of. */
export type SealKind = 'passphrase' | 'secret'
export type SealOpener = { kind: SealKind; text: string }

/** How the key of a sealed backup is kept in its manifest; without the passphrase or the secret it opens nothing. All in hex. */
export type BackupSeal = { by: SealKind; salt: string; nonce: string; key: string }

/** The key of one backup, at random. Each file has one derived from it. */
export type BackupKey = Buffer

const algorithm = 'aes-256-gcm'
const keyByteLength = 32
const saltLength = 32
const nonceLength = 12
const tagLength = 16
/** 128 MB and some tenths of a second for each guess. */
const scryptCost = { N: 2 ** 17, r: 8, p: 1, maxmem: 160 * 2 ** 20 }

const deriveSubkey = (from: Buffer, salt: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', from, salt, purpose, keyByteLength))

const stretchPassphrase = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, keyByteLength, scryptCost, (error, key) =>
      error ? reject(error) : resolve(key),
    ),
  )

const deriveWrappingKey = ({ kind, text }: SealOpener, salt: Buffer): Promise<Buffer> | Buffer =>
  kind === 'passphrase' ? stretchPassphrase(text, salt) : deriveSubkey(Buffer.from(text), salt, 'atalaya backup')

/** A new key, and what the manifest keeps of it. */
export const createSeal = async (opener: SealOpener): Promise<{ seal: BackupSeal; key: BackupKey }> => {
  const key = randomBytes(keyByteLength)
  const salt = randomBytes(saltLength)
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, await deriveWrappingKey(opener, salt), nonce).setAAD(
    Buffer.from(opener.kind),
  )
  const wrapped = Buffer.concat([cipher.update(key), cipher.final(), cipher.getAuthTag()])
  const [hexSalt, hexNonce, hexKey] = [salt, nonce, wrapped].map((bytes) => bytes.toString('hex')) as [
    string,
    string,
    string,
  ]
  return { seal: { by: opener.kind, salt: hexSalt, nonce: hexNonce, key: hexKey }, key }
}

/** Throws DatabaseProblem where the passphrase or the secret isn't that of the backup. */
export const openSeal = async (seal: BackupSeal, text: string): Promise<BackupKey> => {
  const wrapped = Buffer.from(seal.key, 'hex')
  const wrapping = await deriveWrappingKey({ kind: seal.by, text }, Buffer.from(seal.salt, 'hex'))
  try {
    const decipher = createDecipheriv(algorithm, wrapping, Buffer.from(seal.nonce, 'hex')).setAAD(Buffer.from(seal.by))
    decipher.setAuthTag(wrapped.subarray(-tagLength))
    return Buffer.concat([decipher.update(wrapped.subarray(0, -tagLength)), decipher.final()])
  } catch {
    throw new DatabaseProblem(
      seal.by === 'passphrase'
        ? "The passphrase isn't the one of this backup. Nothing was changed."
        : "The secret isn't the one of the installation that this backup was taken of. Nothing was changed.",
    )
  }
}

// A key of its own for each file, which its path is part of: what was moved or renamed doesn't open, and the fixed nonce is used once.
const fileNonce = Buffer.alloc(nonceLength)
const deriveFileKey = (key: BackupKey, salt: Buffer, path: string): Buffer =>
  deriveSubkey(key, salt, `atalaya backup file ${path}`)

/** Salt, encrypted content, tag: `path` names it, and isn't kept. */
export const sealStream = (key: BackupKey, path: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(saltLength)
    const cipher = createCipheriv(algorithm, deriveFileKey(key, salt, path), fileNonce)
    yield salt
    for await (const chunk of source) yield cipher.update(chunk)
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()])
  }

/** Salt, encrypted content and tag of a whole file, as `sealStream` gives them piece by piece. */
export const sealContent = (key: BackupKey, path: string, content: Uint8Array): Buffer => {
  const salt = randomBytes(saltLength)
  const cipher = createCipheriv(algorithm, deriveFileKey(key, salt, path), fileNonce)
  return Buffer.concat([salt, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

const readSaltAndTag = async (file: string): Promise<{ salt: Buffer; tag: Buffer; end: number }> => {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const salt = Buffer.alloc(saltLength)
    const tag = Buffer.alloc(tagLength)
    if (size < saltLength + tagLength) throw new Error('shorter than anything sealed')
    await handle.read(salt, 0, saltLength, 0)
    await handle.read(tag, 0, tagLength, size - tagLength)
    return { salt, tag, end: size - tagLength }
  } finally {
    await handle.close()
  }
}

/** The content of a sealed file, piece by piece. Throws at its end where it was altered: what was read until then is not to be trusted. */
export async function* openStream(key: BackupKey, path: string, file: string): AsyncGenerator<Buffer> {
  const { salt, tag, end } = await readSaltAndTag(file)
  const decipher = createDecipheriv(algorithm, deriveFileKey(key, salt, path), fileNonce).setAuthTag(tag)
  if (end > saltLength)
    for await (const chunk of createReadStream(file, { start: saltLength, end: end - 1 })) yield decipher.update(chunk)
  yield decipher.final()
}

/** The whole content of a sealed file. Throws where its key, its path or its bytes are others. */
export const openContent = async (key: BackupKey, path: string, file: string): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of openStream(key, path, file)) pieces.push(piece)
  return Buffer.concat(pieces)
}
