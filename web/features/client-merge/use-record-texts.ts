import { riskLevelNames } from '#contract/client-data.ts'
import type { MergeGroup } from '#contract/client-merge/merged-values.ts'
import type { MergeRecord } from '#contract/client-merge.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { formatPhone, useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'

type RecordState =
  | 'kycStatus'
  | 'addressStatus'
  | 'lopdStatus'
  | 'formStatus'
  | 'riskLevel'
  | 'pep'
  | 'nextReviewOn'
  | 'registeredOn'
export const recordStates: readonly RecordState[] = [
  'kycStatus',
  'addressStatus',
  'lopdStatus',
  'formStatus',
  'riskLevel',
  'pep',
  'nextReviewOn',
  'registeredOn',
]

/** Street, number, floor and door, then place and country. */
const joinAddress = (record: MergeRecord, country: string): string =>
  [
    [record.street, record.streetNumber, record.floor, record.door].filter(Boolean).join(' '),
    [record.postalCode, record.city].filter(Boolean).join(' '),
    record.province !== record.city && record.province,
    country,
  ]
    .filter(Boolean)
    .join(', ')

/** A group of fields of a record, and a state of it, as a person reads them; '' for nothing. */
export const useRecordTexts = () => {
  const { t } = useTranslation(['client-merge', 'client-data', 'client', 'clients', 'common'])
  const format = useFormatters()
  const countryName = useCountryName()
  const describeIdentity = ({ identityKind, identityNumber, dniPermanent, dniValidUntil }: MergeRecord): string =>
    [
      [identityKind && t(`client-data:documents.${identityKind}`), identityNumber].filter(Boolean).join(' '),
      dniPermanent ? t('permanent') : dniValidUntil && t('untilDate', { date: format.date(dniValidUntil) }),
    ]
      .filter(Boolean)
      .join(' · ')
  const describeGroup = (record: MergeRecord, group: MergeGroup): string => {
    const texts: Record<MergeGroup, () => string> = {
      name: () => [record.name, record.surname].filter(Boolean).join(' '),
      identity: () => describeIdentity(record),
      birthDate: () => (record.birthDate ? format.date(record.birthDate) : ''),
      nationality: () => (record.nationality ? countryName(record.nationality) : ''),
      email: () => record.email ?? '',
      phone: () => (record.phone ? formatPhone(record.phone) : ''),
      address: () => joinAddress(record, countryName(record.country)),
      taxResidence: () => (record.taxResidence ? countryName(record.taxResidence) : ''),
      idioma: () => t(`client-data:idiomas.${record.idioma}`),
      channel: () => t(`client:channelName.${record.channel}`),
      fundsSource: () => (record.fundsSource ? t(`client-data:fundsSources.${record.fundsSource}`) : ''),
    }
    return texts[group]()
  }
  const describeState = (record: Pick<MergeRecord, RecordState>, state: RecordState): string => {
    const texts: Record<RecordState, () => string> = {
      kycStatus: () => t(`clients:verification.${record.kycStatus}`),
      addressStatus: () => t(`clients:addressState.${record.addressStatus}`),
      lopdStatus: () => t(`client:lopdState.${record.lopdStatus}`),
      formStatus: () => t(`clients:formState.${record.formStatus}`),
      riskLevel: () => t(`client-data:riskLevels.${riskLevelNames[record.riskLevel - 1] ?? 'low'}`),
      pep: () => t(record.pep ? 'common:yes' : 'common:no'),
      nextReviewOn: () => (record.nextReviewOn ? format.date(record.nextReviewOn) : ''),
      registeredOn: () => format.date(record.registeredOn),
    }
    return texts[state]()
  }
  return { describeGroup, describeState }
}
