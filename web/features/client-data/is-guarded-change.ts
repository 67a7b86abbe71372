import type { FieldNamesMarkedBoolean } from 'react-hook-form'
import { ageOfMajority, type ClientData } from '#contract/client-data.ts'
import { getTaxRegion } from '#rules/tax-regions.ts'
import type { ClientFormValues } from './client-form-values.ts'

type DirtyFields = Partial<Readonly<FieldNamesMarkedBoolean<ClientFormValues>>>

const isMinor = ({ kind, birthDate }: ClientData, today: string): boolean =>
  kind === 'person' &&
  birthDate !== null &&
  today < `${Number(birthDate.slice(0, 4)) + ageOfMajority}${birthDate.slice(4)}`

/** Whether somebody else has to decide on what was typed: the server asks for a reason then. */
export const isGuardedChange = (
  values: ClientFormValues,
  dirty: DirtyFields,
  client: ClientData,
  today: string,
): boolean => {
  const isOtherPerson = dirty.name || dirty.surname || dirty.birthDate
  const isOtherIdentity = dirty.identityKind || dirty.identityNumber || dirty.dniValidUntil || dirty.dniPermanent
  const before = { country: client.country, taxResidence: client.taxResidence, postalCode: client.address.postalCode }
  const now = {
    country: values.country,
    taxResidence: values.taxResidence || null,
    postalCode: values.address.postalCode.trim() || null,
  }
  return Boolean(
    (client.identityNumber && isOtherIdentity) ||
      (client.email && dirty.email) ||
      (client.kycStatus === 'approved' && isOtherPerson) ||
      values.country !== client.country ||
      getTaxRegion(now) !== getTaxRegion(before) ||
      Number(values.riskLevel) < client.riskLevel ||
      (client.pep && !values.pep) ||
      (dirty.birthDate && isMinor(client, today)),
  )
}
