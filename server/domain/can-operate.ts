import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type CanOperate, type OperateReason, type Operation, operateReasons } from '#contract/clients/can-operate.ts'
import type { AddressState, BlockKind, ClientKind, DB, LopdState, VerificationState } from '#db/types.ts'
import { refuse } from '#server/core/errors.ts'
import { type DniStatus, dniStatus } from './client-columns.ts'

/** What the verdict is made of, as it stands today. */
export type Standing = {
  kind: ClientKind
  kycStatus: VerificationState
  dniStatus: DniStatus
  addressStatus: AddressState
  lopdStatus: LopdState
  blockKind: BlockKind | null
}

type Effect = Partial<Record<Operation, 'stops' | 'approval'>>

/** Nobody takes money from, or goes on with, whom they don't know; what is the client's own leaves once somebody else has looked. */
const unknown: Effect = { in: 'stops', out: 'approval', renew: 'stops' }

const effects: Record<OperateReason, Effect> = {
  blockLegal: { in: 'stops', out: 'stops', renew: 'stops' },
  blockCommercial: { in: 'stops', out: 'approval' },
  blockDocuments: { in: 'stops', out: 'approval' },
  kycMissing: unknown,
  kycUnverified: unknown,
  kycPending: unknown,
  kycRejected: unknown,
  kycFailed: unknown,
  dniMissing: unknown,
  dniExpired: unknown,
  addressMissing: { in: 'stops' },
  addressRejected: { in: 'stops' },
  lopdUnsigned: { in: 'stops' },
  lopdWithdrawn: { in: 'stops', renew: 'stops' },
}

const ofBlock: Record<BlockKind, OperateReason> = {
  legal: 'blockLegal',
  commercial: 'blockCommercial',
  documents: 'blockDocuments',
}
/** Checked by one person is enough; the second one's word is for the file. */
const ofKyc: Record<VerificationState, OperateReason | null> = {
  missing: 'kycMissing',
  unverified: 'kycUnverified',
  indifferent: 'kycUnverified',
  pending: 'kycPending',
  rejected: 'kycRejected',
  failed: 'kycFailed',
  verified: null,
  approved: null,
}
const ofDni: Record<DniStatus, OperateReason | null> = {
  missing: 'dniMissing',
  expired: 'dniExpired',
  about_to_expire: null,
  valid: null,
  permanent: null,
}
/** A proof that is being looked at stops nobody. */
const ofAddress: Record<AddressState, OperateReason | null> = {
  no_data: 'addressMissing',
  rejected: 'addressRejected',
  pending: null,
  approved: null,
}
const ofLopd: Record<LopdState, OperateReason | null> = {
  not_sent: 'lopdUnsigned',
  sent: 'lopdUnsigned',
  viewed: 'lopdUnsigned',
  superseded: 'lopdUnsigned',
  withdrawn: 'lopdWithdrawn',
  signed: null,
}

const verdictOn = (operation: Operation, found: ReadonlySet<OperateReason>): CanOperate['in'] => {
  const reasons = operateReasons.filter((reason) => found.has(reason) && effects[reason][operation])
  const allowed = reasons.every((reason) => effects[reason][operation] === 'approval')
  return { allowed, withApproval: allowed && reasons.length > 0, reasons }
}

/** One verdict on a client, or on several who hold an account together: what stops one of them stops it for all. */
export const canOperate = (...clients: readonly Standing[]): CanOperate => {
  const found = new Set(
    clients.flatMap((client) => [
      client.blockKind && ofBlock[client.blockKind],
      ofKyc[client.kycStatus],
      // A company has no identity document that could be missing.
      client.kind === 'company' && client.dniStatus === 'missing' ? null : ofDni[client.dniStatus],
      ofAddress[client.addressStatus],
      ofLopd[client.lopdStatus],
    ]),
  )
  found.delete(null)
  const reasons = found as ReadonlySet<OperateReason>
  return { in: verdictOn('in', reasons), out: verdictOn('out', reasons), renew: verdictOn('renew', reasons) }
}

const standings = (db: Kysely<DB>, businessDate: string) =>
  db
    .selectFrom('client')
    .select([
      'client.id',
      'client.kind',
      'client.kycStatus',
      'client.addressStatus',
      'client.lopdStatus',
      'client.blockKind',
      dniStatus(businessDate).as('dniStatus'),
    ])

const withEffect = <S extends string>(
  states: Record<S, OperateReason | null>,
  operation: Operation,
  effect: 'stops' | 'approval',
): S[] =>
  (Object.keys(states) as S[]).filter((state) => {
    const reason = states[state]
    return reason !== null && effects[reason][operation] === effect
  })

/** The same verdict as a condition on the account `a`, for lists, which can't ask one by one: whether something of a holder has that effect. */
const someHolder = (businessDate: string, operation: Operation, effect: 'stops' | 'approval'): RawBuilder<SqlBool> => {
  const of = <S extends string>(states: Record<S, OperateReason | null>) =>
    sql`any(${withEffect(states, operation, effect)}::text[])`
  return sql<SqlBool>`exists (select from account_holder h join client on client.id = h.client_id
    where h.account_id = a.id and h.role <> 'authorised'
      and (client.block_kind::text = ${of(ofBlock)} or client.kyc_status::text = ${of(ofKyc)}
        or client.address_status::text = ${of(ofAddress)} or client.lopd_status::text = ${of(ofLopd)}
        or (${dniStatus(businessDate)} = ${of(ofDni)} and not (client.kind = 'company' and ${dniStatus(businessDate)} = 'missing'))))`
}

/** Something stops a holder from bringing money. */
export const isKeptFromMoney = (businessDate: string) => someHolder(businessDate, 'in', 'stops')
/** Something stops a holder from being paid, whoever says so. */
export const isKeptFromPayment = (businessDate: string) => someHolder(businessDate, 'out', 'stops')
/** Something keeps a holder from going on at a maturity. */
export const isKeptFromRenewal = (businessDate: string) => someHolder(businessDate, 'renew', 'stops')
/** Something of a holder asks for a second person's word on a payment. */
export const isPaidWithApproval = (businessDate: string) => someHolder(businessDate, 'out', 'approval')

/** The verdict on all of these clients together, today. Their rows aren't locked. */
export const findCanOperate = async (
  db: Kysely<DB>,
  clientIds: readonly string[],
  businessDate: string,
): Promise<CanOperate> => {
  const found = await standings(db, businessDate)
    .where('client.id', '=', sql<string>`any(${[...clientIds]}::bigint[])`)
    .execute()
  return canOperate(...found)
}

/** The verdict on each of these accounts: on all of its holders together. Who may only act on it doesn't count. */
export const findAccountsCanOperate = async (
  db: Kysely<DB>,
  accountIds: readonly string[],
  businessDate: string,
): Promise<Map<string, CanOperate>> => {
  const found = await standings(db, businessDate)
    .innerJoin('accountHolder as h', 'h.clientId', 'client.id')
    .where('h.accountId', '=', sql<string>`any(${[...accountIds]}::bigint[])`)
    .where('h.role', '<>', 'authorised')
    .select('h.accountId')
    .execute()
  const holders = new Map<string, Standing[]>(accountIds.map((id) => [id, []]))
  for (const holder of found) holders.get(holder.accountId)?.push(holder)
  return new Map([...holders].map(([id, clients]) => [id, canOperate(...clients)]))
}

/** Refuses by the gravest reason: `client.blocked`, `client.documents` or `client.lopd`. What needs approval passes. */
export const refuseUnlessAllowed = ({ allowed, reasons }: CanOperate['in']): void => {
  const [gravest] = reasons
  if (allowed || !gravest) return
  if (gravest.startsWith('block')) throw refuse('client.blocked')
  throw refuse(gravest.startsWith('lopd') ? 'client.lopd' : 'client.documents')
}
