/** What is chosen of one record or of the other, as a whole. */
export const mergeGroups = [
  'name',
  'identity',
  'birthDate',
  'nationality',
  'email',
  'phone',
  'address',
  'taxResidence',
  'idioma',
  'channel',
  'fundsSource',
] as const
export type MergeGroup = (typeof mergeGroups)[number]

/** Columns of a client that each group is made of. */
export const mergeGroupFields = {
  name: ['name', 'surname'],
  identity: ['identityKind', 'identityNumber', 'dniValidUntil', 'dniPermanent'],
  birthDate: ['birthDate'],
  nationality: ['nationality'],
  email: ['email'],
  phone: ['phone'],
  address: ['streetType', 'street', 'streetNumber', 'floor', 'door', 'postalCode', 'city', 'province', 'country'],
  taxResidence: ['taxResidence'],
  idioma: ['idioma'],
  channel: ['channel'],
  fundsSource: ['fundsSource'],
} as const satisfies Record<MergeGroup, readonly string[]>

type KycStatus = 'unverified' | 'pending' | 'rejected' | 'verified' | 'approved' | 'failed' | 'indifferent' | 'missing'
type AddressStatus = 'pending' | 'approved' | 'rejected' | 'no_data'
type LopdStatus = 'not_sent' | 'sent' | 'viewed' | 'signed' | 'refused' | 'withdrawn' | 'superseded'
type FormStatus = 'missing' | 'draft' | 'sent' | 'answered' | 'complete'

/** What is known of a client and nobody chooses in a merge. */
type CheckedStates = {
  identityNumber: string | null
  kycStatus: KycStatus
  addressStatus: AddressStatus
  lopdStatus: LopdStatus
  formStatus: FormStatus
  formOn: string | null
  riskLevel: number
  pep: boolean
  nextReviewOn: string | null
  registeredOn: string
}

/** Against the client first, then from the least that is known to the most. */
const kycOrder: readonly KycStatus[] = [
  'rejected',
  'failed',
  'missing',
  'indifferent',
  'unverified',
  'pending',
  'verified',
  'approved',
]
const kycFindings: readonly KycStatus[] = ['rejected', 'failed']
const addressOrder: readonly AddressStatus[] = ['rejected', 'no_data', 'pending', 'approved']
const lopdOrder: readonly LopdStatus[] = ['withdrawn', 'refused', 'not_sent', 'superseded', 'sent', 'viewed', 'signed']
const formOrder: readonly FormStatus[] = ['missing', 'draft', 'sent', 'complete', 'answered']

/** A finding against the client outweighs everything; without one, the state that is furthest along. */
const weigh = <State>(order: readonly State[], findings: readonly State[], states: readonly [State, State]): State => {
  const finding = findings.find((state) => states.includes(state))
  if (finding !== undefined) return finding
  return order.indexOf(states[0]) >= order.indexOf(states[1]) ? states[0] : states[1]
}

const findEarlier = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** What was checked proves what is kept: the state of what comes from one record alone comes with it, unless the other has a finding. */
const mergeProven = <State>(
  order: readonly State[],
  findings: readonly State[],
  { kept, other, isSame }: { kept: State; other: State; isSame: boolean },
): State => (isSame || findings.includes(other) ? weigh(order, findings, [kept, other]) : kept)

/**
 * The states of the survivor: what speaks against the client outweighs the rest, and what was proved of a document or an address counts for that one
 * alone. `isSameAddress`: both records have the same one, or one has none.
 */
export const mergeStates = (
  survivor: CheckedStates,
  absorbed: CheckedStates,
  taken: readonly MergeGroup[],
  isSameAddress: boolean,
): Omit<CheckedStates, 'identityNumber'> => {
  const [identity, otherIdentity] = taken.includes('identity') ? [absorbed, survivor] : [survivor, absorbed]
  const [address, otherAddress] = taken.includes('address') ? [absorbed, survivor] : [survivor, absorbed]
  const form = formOrder.indexOf(absorbed.formStatus) > formOrder.indexOf(survivor.formStatus) ? absorbed : survivor
  return {
    kycStatus: mergeProven(kycOrder, kycFindings, {
      kept: identity.kycStatus,
      other: otherIdentity.kycStatus,
      isSame: identity.identityNumber === otherIdentity.identityNumber,
    }),
    addressStatus: mergeProven(addressOrder, ['rejected'], {
      kept: address.addressStatus,
      other: otherAddress.addressStatus,
      isSame: isSameAddress,
    }),
    lopdStatus: weigh(lopdOrder, ['withdrawn', 'refused'], [survivor.lopdStatus, absorbed.lopdStatus]),
    formStatus: form.formStatus,
    formOn: form.formOn,
    riskLevel: Math.max(survivor.riskLevel, absorbed.riskLevel),
    pep: survivor.pep || absorbed.pep,
    nextReviewOn: findEarlier(survivor.nextReviewOn, absorbed.nextReviewOn),
    registeredOn: findEarlier(survivor.registeredOn, absorbed.registeredOn) ?? survivor.registeredOn,
  }
}

const addressParts = mergeGroupFields.address

/** Whether nothing of one address contradicts the other. */
export const isSameAddress = (
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean => addressParts.every((field) => (one[field] ?? null) === (other[field] ?? null))
