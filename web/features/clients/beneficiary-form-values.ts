import type { BeneficiaryDesignation, setAccountBeneficiaries } from '#contract/account-beneficiaries.ts'
import type { IdentityKind } from '#contract/client-data/identity-kinds.ts'
import type { RequestInput } from '#contract/core/endpoint.ts'
import { centsToAmount, toCents } from '#rules/cents.ts'

/** One of them: somebody who stood there before or a client, by `label`, or somebody new who is typed. */
export type BeneficiaryValues = {
  beneficiaryId: string
  clientId: string
  label: string
  name: string
  surname: string
  identityKind: IdentityKind | ''
  identityNumber: string
  relationship: string
  share: string
}
export type BeneficiariesFormValues = { validFrom: string; beneficiaries: BeneficiaryValues[] }

/** Every field is there, so that a form can register it. */
export const buildNewBeneficiary = (known: Partial<BeneficiaryValues> = {}): BeneficiaryValues => ({
  beneficiaryId: '',
  clientId: '',
  label: '',
  name: '',
  surname: '',
  identityKind: '',
  identityNumber: '',
  relationship: '',
  share: '',
  ...known,
})

/** Of the current designation; an empty list where there is none. */
export const listBeneficiaryValues = (
  current: BeneficiaryDesignation | null,
  formatShare: (share: string) => string,
): BeneficiaryValues[] =>
  (current?.beneficiaries ?? []).map(({ id, clientId, name, relationship, share }) =>
    buildNewBeneficiary({
      beneficiaryId: id,
      clientId: clientId ?? '',
      label: name,
      relationship,
      share: formatShare(share),
    }),
  )

/** '33,33 %' as '33.33'. Undefined for anything else, and outside of 0 to 100. */
export const parseBeneficiaryShare = (typed: string): string | undefined => {
  const [, whole, decimals = ''] = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(typed) ?? []
  if (whole === undefined) return undefined
  const share = `${Number(whole)}.${decimals.padEnd(2, '0')}`
  const cents = toCents(share)
  return cents > 0n && cents <= 10_000n ? share : undefined
}

/** The sum of what is typed so far, '90.00'. */
export const sumTypedShares = (beneficiaries: readonly Pick<BeneficiaryValues, 'share'>[]): string =>
  centsToAmount(beneficiaries.reduce((sum, { share }) => sum + toCents(parseBeneficiaryShare(share) ?? '0.00'), 0n))

type BeneficiaryBody = RequestInput<typeof setAccountBeneficiaries>['body']['beneficiaries'][number]

/** Who was designated before goes by that id, a client by theirs, anybody else by name and number. */
export const toBeneficiaryBody = (values: BeneficiaryValues): BeneficiaryBody => {
  const { beneficiaryId, clientId, name, surname, identityKind, identityNumber, relationship } = values
  const common = { relationship: relationship.trim(), share: parseBeneficiaryShare(values.share) ?? '' }
  if (beneficiaryId) return { beneficiaryId, ...common }
  if (clientId) return { clientId, ...common }
  return {
    name: name.trim(),
    surname: surname.trim(),
    identityKind: identityKind || null,
    identityNumber: identityNumber.trim() || null,
    ...common,
  }
}
