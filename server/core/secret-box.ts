import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { deriveKey } from '#db/migrate/roles.ts'

/** What has to be kept and must not be readable in the database: encrypted, or only recognisable, with keys of the installation. */
export type SecretBox = {
  /** AES-256-GCM, 'v1.' and base64url. */
  encrypt: (text: string) => string
  /** Throws where the text was sealed with another secret or altered. */
  decrypt: (sealed: string) => string
  /** The same for bytes. They open only as what they were sealed as: `about` names it, and isn't kept. */
  encryptBytes: (content: Uint8Array, about: string) => Buffer
  decryptBytes: (sealed: Uint8Array, about: string) => Buffer
  /** The same for the same text: finds a token again without keeping it. Hex. */
  fingerprint: (text: string) => string
}

const sealVersion = 'v1.'

const nonceLength = 12
const tagLength = 16

const encrypt = (key: Buffer, content: Uint8Array, about: string): Buffer => {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (key: Buffer, sealed: Uint8Array, about: string): Buffer => {
  if (sealed.length < nonceLength + tagLength) throw new Error('not sealed content')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength)).setAAD(Buffer.from(about))
  decipher.setAuthTag(sealed.subarray(-tagLength))
  return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()])
}

/** Keys for one purpose, derived from the installation's secret. */
export const secretBox = (secret: string, purpose: string): SecretBox => {
  const key = Buffer.from(deriveKey(secret, `sealed:${purpose}`), 'hex')
  const fingerprintKey = Buffer.from(deriveKey(secret, `fingerprint:${purpose}`), 'hex')
  return {
    encrypt: (text) => sealVersion + encrypt(key, Buffer.from(text), '').toString('base64url'),
    decrypt: (sealed) => {
      if (!sealed.startsWith(sealVersion)) throw new Error('not a sealed text')
      return decrypt(key, Buffer.from(sealed.slice(sealVersion.length), 'base64url'), '').toString('utf8')
    },
    encryptBytes: (content, about) => encrypt(key, content, about),
    decryptBytes: (sealed, about) => decrypt(key, sealed, about),
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
  }
}
