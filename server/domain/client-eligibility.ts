import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ageOfMajority } from '#contract/client-data.ts'
import {
  type ClientOperation,
  type OperationBlockReason,
  type OperationEligibility,
  operationBlockReasons,
} from '#contract/clients/operation-eligibility.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import type { AddressState, BlockKind, ClientKind, DB, LopdState, VerificationState } from '#db/types.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { defineStatement } from '#server/core/prepared-statement.ts'
import { type DniStatus, dniStatusSql } from './client-columns.ts'

/** What the verdict is made of, as it stands today. */
export type EligibilityFacts = {
  kind: ClientKind
  kycStatus: VerificationState
  dniStatus: DniStatus
  addressStatus: AddressState
  lopdStatus: LopdState
  blockKind: BlockKind | null
  /** A minor for whom nobody signs. */
  isGuardianMissing: boolean
  /** Politically exposed, and no second person has agreed to that. */
  isPepUnapproved: boolean
  /** The day of the next review is past. */
  isReviewOverdue: boolean
  /** They asked to be erased, or were. */
  isRestricted: boolean
}

type ReasonEffects = Partial<Record<ClientOperation, 'stops' | 'approval'>>

/** Nobody takes money from, or goes on with, whom they don't know; what is the client's own leaves once somebody else has looked. */
const unidentifiedClientEffects: ReasonEffects = { in: 'stops', out: 'approval', renew: 'stops' }

const effectsByReason: Record<OperationBlockReason, ReasonEffects> = {
  blockDeath: { in: 'stops', out: 'stops', renew: 'stops' },
  blockLegal: { in: 'stops', out: 'stops', renew: 'stops' },
  blockCommercial: { in: 'stops', out: 'approval' },
  blockDocuments: { in: 'stops', out: 'approval' },
  guardianMissing: unidentifiedClientEffects,
  pepUnapproved: unidentifiedClientEffects,
  kycMissing: unidentifiedClientEffects,
  kycUnverified: unidentifiedClientEffects,
  kycPending: unidentifiedClientEffects,
  kycRejected: unidentifiedClientEffects,
  kycFailed: unidentifiedClientEffects,
  dniMissing: unidentifiedClientEffects,
  dniExpired: unidentifiedClientEffects,
  addressMissing: { in: 'stops' },
  addressRejected: { in: 'stops' },
  lopdUnsigned: { in: 'stops' },
  lopdRefused: { in: 'stops', renew: 'stops' },
  lopdWithdrawn: { in: 'stops', renew: 'stops' },
  reviewOverdue: { in: 'stops' },
  restricted: { in: 'stops', renew: 'stops' },
}

const reasonByBlockKind: Record<BlockKind, OperationBlockReason> = {
  death: 'blockDeath',
  legal: 'blockLegal',
  commercial: 'blockCommercial',
  documents: 'blockDocuments',
}
/** Checked by one person is enough; the second one's word is for the file. */
const reasonByKycStatus: Record<VerificationState, OperationBlockReason | null> = {
  missing: 'kycMissing',
  unverified: 'kycUnverified',
  indifferent: 'kycUnverified',
  pending: 'kycPending',
  rejected: 'kycRejected',
  failed: 'kycFailed',
  verified: null,
  approved: null,
}
const reasonByDniStatus: Record<DniStatus, OperationBlockReason | null> = {
  missing: 'dniMissing',
  expired: 'dniExpired',
  about_to_expire: null,
  valid: null,
  permanent: null,
}
/** A proof that is being looked at stops nobody. */
const reasonByAddressState: Record<AddressState, OperationBlockReason | null> = {
  no_data: 'addressMissing',
  rejected: 'addressRejected',
  pending: null,
  approved: null,
}
const reasonByLopdState: Record<LopdState, OperationBlockReason | null> = {
  not_sent: 'lopdUnsigned',
  sent: 'lopdUnsigned',
  viewed: 'lopdUnsigned',
  superseded: 'lopdUnsigned',
  refused: 'lopdRefused',
  withdrawn: 'lopdWithdrawn',
  signed: null,
}

/** Facts that are so or not, each with its condition on the joined `client`. */
const reasonByFact = {
  isGuardianMissing: 'guardianMissing',
  isPepUnapproved: 'pepUnapproved',
  isReviewOverdue: 'reviewOverdue',
  isRestricted: 'restricted',
} as const satisfies Partial<Record<keyof EligibilityFacts, OperationBlockReason>>
type EligibilityFact = keyof typeof reasonByFact
const eligibilityFacts = Object.keys(reasonByFact) as EligibilityFact[]

/** A minor for whom nobody signs, as a condition on `client`. The years stand beside the day: who was born after it is found by an index. */
export const isGuardianMissingSql = (today: string) =>
  sql<SqlBool>`(client.kind = 'person' and client.birth_date is not null
    and client.birth_date > (${today}::date - make_interval(years => ${sql.lit(ageOfMajority)}, days => 3))::date
    and (client.birth_date + make_interval(years => ${sql.lit(ageOfMajority)}))::date > ${today}::date
    and not exists (select from client_person p where p.client_id = client.id and p.role = 'guardian'
      and coalesce(p.valid_from, '-infinity') <= ${today}::date and coalesce(p.valid_to, 'infinity') >= ${today}::date))`

const factConditions = (today: string): Record<EligibilityFact, RawBuilder<SqlBool>> => ({
  isGuardianMissing: isGuardianMissingSql(today),
  isPepUnapproved: sql<SqlBool>`(client.pep and client.pep_approved_at is null)`,
  isReviewOverdue: sql<SqlBool>`coalesce(client.next_review_on < ${today}::date, false)`,
  isRestricted: sql<SqlBool>`(client.restricted_at is not null)`,
})

const listStates = <S extends string>(
  states: Record<S, OperationBlockReason | null>,
  reason: OperationBlockReason,
): S[] => (Object.keys(states) as S[]).filter((state) => states[state] === reason)

/** The states of a client that are this reason of the verdict. */
export const listReasonStates = (reason: OperationBlockReason) => ({
  blocks: listStates(reasonByBlockKind, reason),
  kyc: listStates(reasonByKycStatus, reason),
  address: listStates(reasonByAddressState, reason),
  lopd: listStates(reasonByLopdState, reason),
})

/** The same as columns of a query that has joined `client`. */
export const eligibilityFactColumns = (today: string) => {
  const conditions = factConditions(today)
  return eligibilityFacts.map((fact) => sql<boolean>`${conditions[fact]}`.as(fact))
}

const evaluateOperation = (
  operation: ClientOperation,
  found: ReadonlySet<OperationBlockReason>,
): OperationEligibility['in'] => {
  const reasons = operationBlockReasons.filter((reason) => found.has(reason) && effectsByReason[reason][operation])
  const allowed = reasons.every((reason) => effectsByReason[reason][operation] === 'approval')
  return { allowed, withApproval: allowed && reasons.length > 0, reasons }
}

/**
 * One verdict on a client, or on several who hold an account together: what stops one of them stops it for all.
 * See docs/decisions/0042-client-eligibility.md
 */
export const evaluateEligibility = (...clients: readonly EligibilityFacts[]): OperationEligibility => {
  const found = new Set(
    clients.flatMap((client) => [
      client.blockKind && reasonByBlockKind[client.blockKind],
      reasonByKycStatus[client.kycStatus],
      // A company has no identity document that could be missing.
      client.kind === 'company' && client.dniStatus === 'missing' ? null : reasonByDniStatus[client.dniStatus],
      reasonByAddressState[client.addressStatus],
      reasonByLopdState[client.lopdStatus],
      ...eligibilityFacts.map((fact) => (client[fact] ? reasonByFact[fact] : null)),
    ]),
  )
  found.delete(null)
  const reasons = found as ReadonlySet<OperationBlockReason>
  return {
    in: evaluateOperation('in', reasons),
    out: evaluateOperation('out', reasons),
    renew: evaluateOperation('renew', reasons),
  }
}

const selectEligibilityFacts = (db: Kysely<DB>, businessDate: string) =>
  db
    .selectFrom('client')
    .select([
      'client.id',
      'client.kind',
      'client.kycStatus',
      'client.addressStatus',
      'client.lopdStatus',
      'client.blockKind',
      dniStatusSql(businessDate).as('dniStatus'),
    ])
    .select(eligibilityFactColumns(businessDate))

const listStatesWithEffect = <S extends string>(
  states: Record<S, OperationBlockReason | null>,
  operation: ClientOperation,
  effect: 'stops' | 'approval',
): S[] =>
  (Object.keys(states) as S[]).filter((state) => {
    const reason = states[state]
    return reason !== null && effectsByReason[reason][operation] === effect
  })

/** The estate of that holder is released: what is left on its way is the heirs', and stops for them alone. */
const isEstateReleasedSql = (clientId: string) =>
  sql<SqlBool>`exists (select from estate e where e.client_id = ${sql.ref(clientId)} and e.released_at is not null)`

/** Conditions on the joined `client` for facts that have that effect. */
const listFactConditions = (businessDate: string, operation: ClientOperation, effect: 'stops' | 'approval') => {
  const conditions = factConditions(businessDate)
  return eligibilityFacts
    .filter((fact) => (effectsByReason[reasonByFact[fact]] as ReasonEffects)[operation] === effect)
    .map((fact) => sql` or ${conditions[fact]}`)
}

/** The same verdict as a condition on the joined `client`: whether something of them has that effect. */
const clientHasEffect = (
  businessDate: string,
  operation: ClientOperation,
  effect: 'stops' | 'approval',
): RawBuilder<SqlBool> => {
  const of = <S extends string>(states: Record<S, OperationBlockReason | null>) =>
    sql`any(${listStatesWithEffect(states, operation, effect)}::text[])`
  return sql<SqlBool>`(client.block_kind::text = ${of(reasonByBlockKind)} or client.kyc_status::text = ${of(reasonByKycStatus)}
        or client.address_status::text = ${of(reasonByAddressState)} or client.lopd_status::text = ${of(reasonByLopdState)}
        or (${dniStatusSql(businessDate)} = ${of(reasonByDniStatus)} and not (client.kind = 'company' and ${dniStatusSql(businessDate)} = 'missing'))
        ${sql.join(listFactConditions(businessDate, operation, effect), sql``)})`
}

/** The same as a condition on the account `a`, for lists, which can't ask one by one: whether something of a holder has that effect. */
const anyHolderHasEffect = (businessDate: string, operation: ClientOperation, effect: 'stops' | 'approval') =>
  sql<SqlBool>`exists (select from account_holder h join client on client.id = h.client_id
    where h.account_id = a.id and h.role <> 'authorised' and not ${isEstateReleasedSql('h.client_id')}
      and ${clientHasEffect(businessDate, operation, effect)})`

/** Something stops a holder from bringing money. */
export const isDepositBlocked = (businessDate: string) => anyHolderHasEffect(businessDate, 'in', 'stops')
/** Something stops a holder from being paid, whoever says so. */
export const isPaymentBlocked = (businessDate: string) => anyHolderHasEffect(businessDate, 'out', 'stops')
/** Something stops the order `o` of the account `a`: of its holders, or of the client who is paid what they inherit. */
export const isOrderBlocked = (businessDate: string) =>
  sql<SqlBool>`(case when o.kind = 'inheritance'
    then exists (select from client where client.id = o.client_id and ${clientHasEffect(businessDate, 'out', 'stops')})
    else ${isPaymentBlocked(businessDate)} end)`
/** Something keeps a holder from going on at a maturity. */
export const isRenewalBlocked = (businessDate: string) => anyHolderHasEffect(businessDate, 'renew', 'stops')
/** Something of a holder asks for a second person's word on a payment. */
export const isPaymentApprovalRequired = (businessDate: string) => anyHolderHasEffect(businessDate, 'out', 'approval')

/** The verdict on all of these clients together, today. Their rows aren't locked. */
export const findClientsEligibility = async (
  db: Kysely<DB>,
  clientIds: readonly string[],
  businessDate: string,
): Promise<OperationEligibility> => {
  const found = await selectEligibilityFacts(db, businessDate)
    .where('client.id', '=', sql<string>`any(${[...clientIds]}::bigint[])`)
    .execute()
  return evaluateEligibility(...found)
}

/** What the verdict is made of, of each holder `h` of these accounts. Who may only act on them doesn't count. */
export const selectHolderFacts = (db: Kysely<DB>, accountIds: readonly string[], businessDate: string) =>
  selectEligibilityFacts(db, businessDate)
    .innerJoin('accountHolder as h', 'h.clientId', 'client.id')
    .where('h.accountId', '=', sql<string>`any(${accountIds}::bigint[])`)
    .where('h.role', '<>', 'authorised')
    .where((eb) => eb.not(isEstateReleasedSql('h.clientId')))
    .select('h.accountId')

const findHolderFacts = defineStatement(
  'holder facts',
  (db, { accountIds, businessDate }: { accountIds: readonly string[]; businessDate: string }) =>
    selectHolderFacts(db, accountIds, businessDate).compile(),
)

/** The verdict on each of these accounts: on all of its holders together. Who may only act on it doesn't count. */
export const findAccountsEligibility = async (
  db: Kysely<DB>,
  accountIds: readonly string[],
  businessDate: string,
): Promise<Map<string, OperationEligibility>> => {
  const found = await findHolderFacts(db, { accountIds: [...accountIds], businessDate })
  const holders = new Map<string, EligibilityFacts[]>(accountIds.map((id) => [id, []]))
  for (const holder of found) holders.get(holder.accountId)?.push(holder)
  return new Map([...holders].map(([id, clients]) => [id, evaluateEligibility(...clients)]))
}

const refusalByReason: Partial<Record<OperationBlockReason, ErrorCode>> = {
  guardianMissing: 'client.guardianMissing',
  pepUnapproved: 'client.pepUnapproved',
  reviewOverdue: 'client.reviewOverdue',
  restricted: 'client.restricted',
}

/** Refuses by the gravest reason: `client.blocked`, `client.documents`, `client.lopd` or that of the fact. What needs approval passes. */
export const assertOperationAllowed = ({ allowed, reasons }: OperationEligibility['in']): void => {
  const [gravest] = reasons
  if (allowed || !gravest) return
  if (gravest.startsWith('block')) throw buildRefusal('client.blocked')
  if (gravest.startsWith('lopd')) throw buildRefusal('client.lopd')
  throw buildRefusal(refusalByReason[gravest] ?? 'client.documents')
}
