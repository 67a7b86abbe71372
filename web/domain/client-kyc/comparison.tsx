import { IconAlertTriangle, IconCheck, IconCut, IconMinus, IconRefresh } from '@tabler/icons-react'
import type { ClientKyc, KycDocument, ZoneComparison } from '#contract/client-kyc.ts'
import { useCountryName } from '#web/core/country-name.ts'
import { useFormatters } from '#web/core/format.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import classes from './client-kyc.module.css'

/** `replaced`: its approval writes it into the record. */
type Verdict = ZoneComparison['rows'][number]['verdict'] | 'replaced'
const verdictIcons = {
  same: IconCheck,
  shortened: IconCut,
  different: IconAlertTriangle,
  replaced: IconRefresh,
  unknown: IconMinus,
} as const

const VerdictMark = ({ verdict }: { verdict: Verdict }) => {
  const { t } = useTranslation('client-kyc')
  const Icon = verdictIcons[verdict]
  return (
    <span className={classes.verdict} data-verdict={verdict}>
      <Icon size={14} aria-hidden />
      {t(`verdicts.${verdict}`)}
    </span>
  )
}

type Row = { key: string; label: string; first: string | null; second: string | null; verdict: Verdict }
type TableProps = { caption: string; first: string; rows: readonly Row[] }

/** What a paper says beside what is known, with a word for each line. */
const ComparisonTable = ({ caption, first, rows }: TableProps) => {
  const { t } = useTranslation('client-kyc')
  return (
    <table className={classes.table} aria-label={caption}>
      <thead>
        <tr>
          <th scope="col">{t('compare.field')}</th>
          <th scope="col">{first}</th>
          <th scope="col">{t('compare.record')}</th>
          <th scope="col">{t('compare.verdict')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, first: stated, second, verdict }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td translate="no">{stated ?? '–'}</td>
            <td translate="no">{second ?? '–'}</td>
            <td>
              <VerdictMark verdict={verdict} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The lines that machines read, held against the record. */
export const ZoneTable = ({ zone }: { zone: ZoneComparison }) => {
  const { t } = useTranslation('client-kyc')
  const format = useFormatters()
  const countryName = useCountryName()
  const show = (field: string, value: string | null): string | null => {
    if (value === null) return null
    if (value === 'permanent') return t('permanent')
    if (field === 'birthDate' || field === 'validUntil') return format.date(value)
    return field === 'nationality' ? countryName(value) : value
  }
  return (
    <>
      <ComparisonTable
        caption={t('zone.title')}
        first={t('zone.title')}
        rows={zone.rows.map(({ field, inZone, inRecord, verdict }) => ({
          key: field,
          label: t(`zone.fields.${field}`),
          first: show(field, inZone),
          second: show(field, inRecord),
          verdict,
        }))}
      />
      <p className={classes.muted}>
        {t(zone.isValid ? (zone.wasCorrected ? 'zone.corrected' : 'zone.valid') : 'zone.invalid')}
      </p>
    </>
  )
}

const compare = (stated: string | null, known: string | null): Verdict =>
  stated === null || known === null ? 'unknown' : stated === known ? 'same' : 'different'

type RecordProps = { document: KycDocument; record: ClientKyc['record'] }

/** What the document says, held against the record: number and validity, or the address. */
export const RecordTable = ({ document, record }: RecordProps) => {
  const { t } = useTranslation('client-kyc')
  const format = useFormatters()
  const isSameKind = document.identityKind === record.identityKind
  const validity = (permanent: boolean, day: string | null) => (permanent ? t('permanent') : day && format.date(day))
  const first = t('compare.document')
  if (document.subject === 'address')
    return (
      <ComparisonTable
        caption={t('compare.title')}
        first={first}
        rows={[
          {
            key: 'address',
            label: t('fields.address'),
            first: document.seenAddress,
            second: record.address,
            verdict: compare(document.seenAddress, record.address),
          },
        ]}
      />
    )
  const stated = validity(document.permanent, document.validUntil)
  const known = validity(record.dniPermanent, record.dniValidUntil)
  const isOpen = document.state === 'pending' || document.state === 'verified'
  return (
    <ComparisonTable
      caption={t('compare.title')}
      first={first}
      rows={[
        { key: 'name', label: t('fields.name'), first: null, second: record.fullName, verdict: 'unknown' },
        {
          key: 'birthDate',
          label: t('zone.fields.birthDate'),
          first: null,
          second: record.birthDate && format.date(record.birthDate),
          verdict: 'unknown',
        },
        {
          key: 'number',
          label: t('fields.identityNumber'),
          first: document.identityNumber,
          second: record.identityNumber,
          // Another document has a number of its own.
          verdict: isSameKind ? compare(document.identityNumber, record.identityNumber) : 'unknown',
        },
        ...(record.kind === 'person'
          ? [
              {
                key: 'validUntil',
                label: t('fields.validUntil'),
                first: stated,
                second: known,
                // A renewed document has another last day, which is no fault.
                verdict: isOpen && stated !== known ? 'replaced' : compare(stated, known),
              } as const,
            ]
          : []),
      ]}
    />
  )
}
