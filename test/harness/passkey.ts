import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const encodeCborHead = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
const encodeCborBytes = (value: Buffer): Buffer => Buffer.concat([encodeCborHead(2, value.length), value])
const encodeCborText = (value: string): Buffer => Buffer.concat([encodeCborHead(3, value.length), Buffer.from(value)])
const encodeCborInteger = (value: number): Buffer =>
  value < 0 ? encodeCborHead(1, -1 - value) : encodeCborHead(0, value)
const encodeCborMap = (...pairs: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([encodeCborHead(5, pairs.length), ...pairs.flat()])

type Options = Record<string, unknown>

/** A passkey as a telephone makes it: ES256, no attestation. It answers what a server asks, in the browser's words. */
export const createPasskey = (origin: string, { rpId = new URL(origin).hostname } = {}) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const cose = encodeCborMap(
    [encodeCborInteger(1), encodeCborInteger(2)],
    [encodeCborInteger(3), encodeCborInteger(-7)],
    [encodeCborInteger(-1), encodeCborInteger(1)],
    [encodeCborInteger(-2), encodeCborBytes(Buffer.from(x, 'base64url'))],
    [encodeCborInteger(-3), encodeCborBytes(Buffer.from(y, 'base64url'))],
  )
  const clientData = (type: string, { challenge }: Options): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  /** Flags: the person was there and was verified; 0x40 says that the key follows. */
  const authenticatorData = (flags: number, rest = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest])
  }
  const answer = (response: Options) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    id: id.toString('base64url'),
    create: (options: Options) => {
      const length = Buffer.from([0, id.length])
      const data = authenticatorData(0x45, Buffer.concat([Buffer.alloc(16), length, id, cose]))
      const attestation = encodeCborMap(
        [encodeCborText('fmt'), encodeCborText('none')],
        [encodeCborText('attStmt'), encodeCborMap()],
        [encodeCborText('authData'), encodeCborBytes(data)],
      )
      return answer({
        clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    get: (options: Options) => {
      counter += 1
      const client = clientData('webauthn.get', options)
      const data = authenticatorData(0x05)
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      })
    },
    /** As a copy of it would count on. */
    countFrom: (value: number): void => {
      counter = value
    },
  }
}
