import { createHmac } from 'node:crypto'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import { deriveKey } from '#db/migrate/roles.ts'

/** Each prefix has a chain over its audit, and the registry has one over its own. */
export type ChainName = Prefix | 'registry'
export const chainNames: readonly ChainName[] = [...prefixes, 'registry']

/** What the seal covers of a row, as SQL: every column but its payload, and the payload apart. */
const sealedParts: Record<'tenant' | 'registry', { columns: readonly string[]; payload: readonly string[] }> = {
  tenant: {
    columns: ['user_id', 'cvl', 'acting_cvl', 'action', 'entity', 'entity_id', 'request_id', 'address'],
    payload: ['before', 'after'],
  },
  registry: {
    columns: ['user_id', 'action', 'identity', 'address', 'request_id', 'prefix'],
    payload: ['details'],
  },
}

/** A row as it is sealed: the hash of its columns, and that of before and after with their salt. `erased`: they went with a client who was erased. */
export type SealedRow = { id: string; tx: string; content: Buffer; payload: Buffer; erased: boolean }

/** The row says so, and holds nothing any more. Whether that is true, the sealed event of the erasure tells. */
const erasedSql = '(e.erasure_id is not null and e.before is null and e.after is null)'

const hashSql = (values: readonly string[]): string => `sha256(convert_to(array[${values.join(', ')}]::text, 'UTF8'))`

/**
 * The columns of a SealedRow, of `e`. Hashed where they stand: sent here, they would take the sealer ten times as long. The moment goes in
 * to the microsecond, whatever the session's time zone.
 */
export const sealedColumnsSql = (chain: ChainName): string => {
  const { columns, payload } = sealedParts[chain === 'registry' ? 'registry' : 'tenant']
  const asText = (names: readonly string[]) => names.map((name) => `e.${name}::text`)
  return `e.id::text as id, e.tx::text as tx, ${hashSql(['extract(epoch from e.at)::text', ...asText(columns)])} as content,
    ${hashSql(asText(['salt', ...payload]))} as payload, ${chain === 'registry' ? 'false' : erasedSql} as erased`
}

/** The seal of one row. `digest` is its payload as it was. */
export type AuditSeal = { position: string; eventId: string; digest: Buffer; mac: Buffer; sealedAt: string }

/** How long a digest is, and a MAC. */
export const hashByteLength = 32

/** How a moment of sealing reads in the MAC. */
export const sealedAtColumnSql = `to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sealedAt"`

/** Comes before the first seal. */
export const emptyMac = Buffer.alloc(hashByteLength)

/** The key of a chain: derived from the installation's secret, and never in the database. */
export const deriveSealKey = (secret: string, chain: ChainName): Buffer =>
  Buffer.from(deriveKey(secret, `audit-seal:${chain}`), 'hex')

/** The seal of a row behind the one before it. */
export const computeMac = (
  key: Buffer,
  previous: Buffer,
  { position, sealedAt, digest }: Pick<AuditSeal, 'position' | 'sealedAt' | 'digest'>,
  { id, tx, content }: Omit<SealedRow, 'payload' | 'erased'>,
): Buffer =>
  createHmac('sha256', key)
    .update(previous)
    .update(digest)
    .update(content)
    .update(JSON.stringify([position, sealedAt, id, tx]))
    .digest()
