import { type Kysely, sql } from 'kysely'
import type { setAccountBeneficiaries } from '#contract/account-beneficiaries.ts'
import type { ParsedRequest } from '#contract/core/endpoint.ts'
import type { DB, IdentityKind } from '#db/types.ts'
import { parseIdentityNumber } from '#rules/identity-documents.ts'
import type { Ctx } from '#server/core/ctx.ts'
import { buildRefusal } from '#server/core/errors.ts'
import { assertNoRelatedClients } from '#server/domain/conflict-of-interest.ts'
import { selectVisibleClients } from '#server/domain/visibility.ts'

type BeneficiaryInput = ParsedRequest<typeof setAccountBeneficiaries>['body']['beneficiaries'][number]
type FieldErrors = Record<string, string>

/** Who somebody is: a client, or a name with its identity. */
type BeneficiaryIdentity = {
  clientId: string | null
  name: string | null
  surname: string
  identityKind: IdentityKind | null
  identityNumber: string | null
}
export type CheckedBeneficiary = BeneficiaryIdentity & { relationship: string; share: string }

const noPerson = { name: null, surname: '', identityKind: null, identityNumber: null } as const

/** Cents of a per cent. */
const sumShares = (people: readonly BeneficiaryInput[]): number =>
  people.reduce((sum, { share }) => sum + Math.round(Number(share) * 100), 0)

/** What can be said of one of them without the database: who it is, said in one way, with an identity that may be one. */
const findInputErrors = (input: BeneficiaryInput): FieldErrors => {
  const wrong: FieldErrors = {}
  const { beneficiaryId, clientId, name, identityKind, identityNumber, share } = input
  if ([beneficiaryId, clientId, name].filter((one) => one !== null).length !== 1) wrong.clientId = 'invalid'
  if (Number(share) === 0) wrong.share = 'too_small'
  if (identityNumber !== null && identityKind === null) wrong.identityKind = 'required'
  if (identityKind !== null && identityNumber === null) wrong.identityNumber = 'required'
  if (identityKind !== null && identityNumber !== null && !parseIdentityNumber(identityNumber, identityKind))
    wrong.identityNumber = 'identityNumber'
  return wrong
}

/** Who each is: somebody of a designation of this account stays who they are. Undefined for somebody whom it never named. */
const resolveIdentities = async (
  tx: Kysely<DB>,
  accountId: string,
  inputs: readonly BeneficiaryInput[],
): Promise<(BeneficiaryIdentity | undefined)[]> => {
  const keptIds = inputs.flatMap(({ beneficiaryId }) => beneficiaryId ?? [])
  const kept = await tx
    .selectFrom('accountBeneficiary')
    .where('accountId', '=', accountId)
    .where('id', '=', sql<string>`any(${keptIds}::bigint[])`)
    .select(['id', 'clientId', 'name', 'surname', 'identityKind', 'identityNumber'])
    .execute()
  return inputs.map(({ beneficiaryId, clientId, name, surname, identityKind, identityNumber }) => {
    if (beneficiaryId !== null) return kept.find(({ id }) => id === beneficiaryId)
    if (clientId !== null) return { ...noPerson, clientId }
    const number =
      identityKind && identityNumber ? (parseIdentityNumber(identityNumber, identityKind)?.number ?? null) : null
    return { clientId: null, name, surname, identityKind, identityNumber: number }
  })
}

/** The clients that are named, locked, with what they are known by. */
const lockClients = async (tx: Kysely<DB>, clientIds: readonly string[]) =>
  tx
    .selectFrom('client')
    .where('id', '=', sql<string>`any(${[...clientIds]}::bigint[])`)
    .select(['id', 'cvl', 'identityNumber', 'erasedAt'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
type NamedClient = Awaited<ReturnType<typeof lockClients>>[number]

const findHolders = (tx: Kysely<DB>, accountId: string) =>
  tx
    .selectFrom('accountHolder as h')
    .innerJoin('client', 'client.id', 'h.clientId')
    .where('h.accountId', '=', accountId)
    .where('h.role', '<>', 'authorised')
    .select(['client.id', 'client.identityNumber'])
    .execute()

/** By what two of them are the same person: their identity number, the record of the client, or a name that has neither. */
const listPersonKeys = (who: BeneficiaryIdentity, clients: readonly NamedClient[]): string[] => {
  const number = who.identityNumber ?? clients.find(({ id }) => id === who.clientId)?.identityNumber
  const keys = [
    who.clientId && `client ${who.clientId}`,
    number && `number ${number}`,
    who.name && !number && `name ${who.name} ${who.surname}`.trim().toLowerCase(),
  ]
  return keys.filter((key) => typeof key === 'string')
}

type PeopleContext = {
  visibleIds: ReadonlySet<string>
  clients: readonly NamedClient[]
  holders: readonly { id: string; identityNumber: string | null }[]
}

/** Nobody outside the caller's scope, nobody twice, and none of the holders. */
const findPeopleErrors = (
  inputs: readonly BeneficiaryInput[],
  people: readonly (BeneficiaryIdentity | undefined)[],
  { visibleIds, clients, holders }: PeopleContext,
): FieldErrors => {
  const wrong: FieldErrors = {}
  const seen = new Set(
    holders.flatMap(({ id, identityNumber }) => [
      `client ${id}`,
      ...(identityNumber ? [`number ${identityNumber}`] : []),
    ]),
  )
  const holderKeys = new Set(seen)
  for (const [at, who] of people.entries()) {
    const field = `beneficiaries.${at}.${who?.clientId === null ? 'name' : 'clientId'}`
    const client = clients.find(({ id }) => id === who?.clientId)
    // Who stood there before stays, also where others look after them.
    const isNew = inputs[at]?.beneficiaryId === null
    if (!who || (who.clientId !== null && isNew && (!visibleIds.has(who.clientId) || client?.erasedAt !== null))) {
      wrong[field] = 'unknown'
      continue
    }
    const keys = listPersonKeys(who, clients)
    if (keys.some((key) => seen.has(key)))
      wrong[field] = keys.some((key) => holderKeys.has(key)) ? 'isHolder' : 'twiceBeneficiary'
    for (const key of keys) seen.add(key)
  }
  return wrong
}

const assertNoErrors = (wrong: FieldErrors): void => {
  if (Object.keys(wrong).length > 0) throw buildRefusal('request.invalid', { fields: wrong })
}

/**
 * Who is designated, as it is kept. Throws `request.invalid` with what does not fit, as `beneficiaries.0.share`, and `approval.ownRecord` where one
 * of them is a relative of the caller.
 */
export const checkBeneficiaries = async (
  tx: Kysely<DB>,
  ctx: Ctx,
  accountId: string,
  inputs: readonly BeneficiaryInput[],
): Promise<CheckedBeneficiary[]> => {
  assertNoErrors(
    Object.fromEntries(
      inputs.flatMap((input, at) =>
        Object.entries(findInputErrors(input)).map(([field, code]) => [`beneficiaries.${at}.${field}`, code]),
      ),
    ),
  )
  const people = await resolveIdentities(tx, accountId, inputs)
  const clientIds = people.flatMap((who) => who?.clientId ?? [])
  const visible = await selectVisibleClients({ db: tx, scopes: ctx.scopes })
    .where('c.clientId', '=', sql<string>`any(${clientIds}::bigint[])`)
    .select('c.clientId')
    .execute()
  const visibleIds = new Set(visible.map(({ clientId }) => clientId))
  const clients = await lockClients(tx, clientIds)
  const holders = await findHolders(tx, accountId)
  assertNoErrors(findPeopleErrors(inputs, people, { visibleIds, clients, holders }))
  await assertNoRelatedClients(tx, ctx, clientIds)
  if (inputs.length > 0 && sumShares(inputs) !== 10_000) assertNoErrors({ beneficiaries: 'hundred' })
  return people.flatMap((who, at) => {
    const input = inputs[at]
    if (!who || !input) return []
    const { clientId, name, surname, identityKind, identityNumber } = who
    return [
      {
        clientId,
        name,
        surname,
        identityKind,
        identityNumber,
        relationship: input.relationship,
        share: input.share,
      },
    ]
  })
}
