import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { deriveKey } from '#db/migrate/roles.ts'

/** What has to be kept and must not be readable in the database: encrypted, or only recognisable, with keys of the installation. */
export type SecretBox = {
  /** AES-256-GCM, 'v1.' and base64url. */
  seal: (text: string) => string
  /** Throws where the text was sealed with another secret or altered. */
  open: (sealed: string) => string
  /** The same for the same text: finds a token again without keeping it. Hex. */
  fingerprint: (text: string) => string
}

const version = 'v1.'

/** Keys for one purpose, derived from the installation's secret. */
export const secretBox = (secret: string, purpose: string): SecretBox => {
  const key = Buffer.from(deriveKey(secret, `sealed:${purpose}`), 'hex')
  const fingerprintKey = Buffer.from(deriveKey(secret, `fingerprint:${purpose}`), 'hex')
  return {
    seal: (text) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return version + sealed.toString('base64url')
    },
    open: (sealed) => {
      const bytes = Buffer.from(sealed.slice(version.length), 'base64url')
      if (!sealed.startsWith(version) || bytes.length < 28) throw new Error('not a sealed text')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest('hex'),
  }
}
