import { ageOfMajority } from '#contract/client-data.ts'
import type { ClientKind, VerificationState } from '#db/types.ts'
import { addMonths, parseDay } from '#rules/calendar.ts'
import { getTaxRegion } from '#rules/tax-regions.ts'
import type { ClientValues } from './client-fields.ts'

/** By what a client is known. */
export const identityColumns = ['identityKind', 'identityNumber', 'dniValidUntil', 'dniPermanent'] as const

/** What a document of identity says of a person or a company, and an approved one proves. */
export const provenColumns = ['name', 'surname', 'birthDate'] as const

/** Columns of an address: a proof of it proves no other one. */
const addressColumns = ['streetType', 'street', 'streetNumber', 'floor', 'door', 'postalCode', 'city', 'country']

/** What decides where a client is taxed. */
export const taxColumns = ['country', 'taxResidence', 'postalCode'] as const

/** What moves as a whole where somebody else decides where a client is taxed. */
const movedColumns = [...addressColumns, 'province', 'taxResidence']

/** A proof of an address waits to be looked at again once the address is another. A rejected one stays rejected. */
export const addProofChange = (client: { addressStatus: string }, values: ClientValues): ClientValues =>
  client.addressStatus === 'approved' && addressColumns.some((field) => field in values)
    ? { ...values, addressStatus: 'pending' }
    : values

type GuardedClient = {
  kind: ClientKind
  kycStatus: VerificationState
  identityNumber: string | null
  email: string | null
  country: string
  taxResidence: string | null
  postalCode: string | null
  riskLevel: number
  pep: boolean
  birthDate: string | null
}

/** Whether somebody born on that day is a minor on this one. */
export const isMinor = ({
  kind,
  birthDate,
  today,
}: {
  kind: ClientKind
  birthDate: string | null
  today: string
}): boolean =>
  kind === 'person' && birthDate !== null && parseDay(today) < addMonths(parseDay(birthDate), ageOfMajority * 12)

const asText = (value: ClientValues[string]): string | null => (typeof value === 'string' ? value : null)

/** Residence, tax residence and postal code say together by which region interest is taxed. */
const changesTaxRegion = (client: GuardedClient, values: ClientValues): boolean => {
  const pick = (field: (typeof taxColumns)[number]) => (field in values ? asText(values[field]) : client[field])
  const changed = { country: pick('country')!, taxResidence: pick('taxResidence'), postalCode: pick('postalCode') }
  return getTaxRegion(changed) !== getTaxRegion(client)
}

/** Who comes of age by a corrected birth date needs no guardian any more. */
const endsMinority = (client: GuardedClient, values: ClientValues, today: string): boolean =>
  'birthDate' in values &&
  isMinor({ ...client, today }) &&
  !isMinor({ ...client, birthDate: asText(values.birthDate), today })

/**
 * What another person confirms: another identity or e-mail than the one there is, another residence or region of taxation, what an approved document says, and
 * what lifts a check. The first identity is nobody's yet, and what makes the firm more careful holds at once. Whoever moves does so as a whole: no part of it is written alone.
 */
export const splitGuardedChanges = (
  client: GuardedClient,
  values: ClientValues,
  today: string,
): { plain: ClientValues; guarded: ClientValues } => {
  const isMoving = 'country' in values || changesTaxRegion(client, values)
  const isGuarded: Record<string, boolean> = {
    email: client.email !== null,
    riskLevel: Number(values.riskLevel) < client.riskLevel,
    pep: client.pep && values.pep === false,
    ...Object.fromEntries(provenColumns.map((field) => [field, client.kycStatus === 'approved'])),
    ...(endsMinority(client, values, today) && { birthDate: true }),
    ...Object.fromEntries(identityColumns.map((field) => [field, client.identityNumber !== null])),
    ...Object.fromEntries(movedColumns.map((field) => [field, isMoving])),
  }
  const entries = Object.entries(values)
  return {
    plain: Object.fromEntries(entries.filter(([field]) => !isGuarded[field])),
    guarded: Object.fromEntries(entries.filter(([field]) => isGuarded[field])),
  }
}
