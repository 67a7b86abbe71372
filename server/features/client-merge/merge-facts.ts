import type { ChangeFacts } from '#contract/all-fields.ts'
import type { MergeGroup } from '#contract/client-merge/merged-values.ts'
import type { MergeRecord } from '#contract/client-merge.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'
import { getTaxRegion } from '#rules/tax-regions.ts'

const joinParts = (parts: readonly (string | null)[], separator: string): string | null =>
  parts.filter(Boolean).join(separator) || null

/** Kinds of document that are no abbreviation of their own have words. */
const kindWords: Record<string, string> = { passport: 'passport', other: 'otherDocument' }

const describeIdentity = ({ identityKind, identityNumber, dniValidUntil, dniPermanent }: MergeRecord): ChangeFacts => ({
  identityKind: identityKind && (kindWords[identityKind] ?? identityKind.toUpperCase()),
  identityNumber,
  dniValidUntil,
  dniPermanent,
})

const describeAddress = (record: MergeRecord): string | null =>
  joinParts(
    [
      joinParts([record.street, record.streetNumber, record.floor, record.door], ' '),
      joinParts([record.postalCode, record.city], ' '),
      record.province,
      record.country,
    ],
    ', ',
  )

/** A chosen group as the second person reads it. */
const groupFacts: Partial<Record<MergeGroup, (record: MergeRecord) => ChangeFacts>> = {
  name: ({ name, surname }) => ({ name: joinParts([name, surname], ' ') }),
  identity: describeIdentity,
  birthDate: ({ birthDate }) => ({ birthDate }),
  email: ({ email }) => ({ email }),
  taxResidence: ({ taxResidence }) => ({ taxResidence }),
  phone: ({ phone }) => ({ phone }),
  address: (record) => ({ address: describeAddress(record) }),
}

/** Where the interest of the survivor is taxed, where the merge makes it another place. */
const describeTaxRegion = (survivor: MergeRecord, absorbed: MergeRecord, taken: readonly MergeGroup[]) => {
  const { country, postalCode } = taken.includes('address') ? absorbed : survivor
  const { taxResidence } = taken.includes('taxResidence') ? absorbed : survivor
  const region = getTaxRegion({ country, postalCode, taxResidence })
  const known = getTaxRegion(survivor)
  return region === known ? { before: {}, after: {} } : { before: { taxRegion: known }, after: { taxRegion: region } }
}

const describeTaken = (record: MergeRecord, taken: readonly MergeGroup[]): ChangeFacts =>
  Object.assign({}, ...taken.map((group) => groupFacts[group]?.(record) ?? {}))

/** What the survivor has, and what they get by the merge: their money, and the fields that are taken from the other record. */
export const describeMerge = (
  survivor: MergeRecord,
  absorbed: MergeRecord,
  taken: readonly MergeGroup[],
): { before: ChangeFacts; after: ChangeFacts } => {
  const region = describeTaxRegion(survivor, absorbed, taken)
  return {
    before: { capital: survivor.balance, ...describeTaken(survivor, taken), ...region.before },
    after: {
      capital: centsToAmount(toCents(survivor.balance) + toCents(absorbed.balance)),
      ...describeTaken(absorbed, taken),
      ...region.after,
    },
  }
}
