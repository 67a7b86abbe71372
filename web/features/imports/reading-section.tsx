import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { importFields } from '#contract/imports/fields.ts'
import {
  dateOrders,
  decimals,
  delimiters,
  encodings,
  type ImportDetail,
  type ImportForm,
  type ImportMapping,
  quotes,
} from '#contract/imports.ts'
import { Notice } from '#web/ui/message.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './imports.module.css'

type Props = {
  found: ImportDetail
  busy: boolean
  /** Saves how it is read. */
  onRead: (form: ImportForm, mapping: ImportMapping) => void
}

const named = {
  encoding: { 'utf-8': 'utf8', 'windows-1252': 'windows', 'utf-16le': 'utf16', 'utf-16be': 'utf16be' },
  delimiter: { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' },
  quote: { '"': 'double', "'": 'single', '': 'none' },
  decimal: { ',': 'comma', '.': 'point' },
} as const

/** What Mantine's select can't tell from nothing chosen. */
const blank = 'blank'

/** What the encoding makes of the accents, for whoever has to see whether it is the right one. */
const Accents = ({ encoding, accents }: Pick<ImportForm, 'encoding'> & Pick<ImportDetail, 'accents'>) => {
  const { t } = useTranslation('imports')
  const isUnread = accents.some((place) => place.includes('\ufffd'))
  const note = isUnread ? t('form.unread') : encoding === 'windows-1252' ? t('form.windows') : ''
  return (
    <>
      <div role="status">{note && <Notice>{note}</Notice>}</div>
      {accents.length > 0 && (
        <dl className={classes.accents}>
          <dt>{t('form.accents')}</dt>
          {accents.map((place) => (
            <dd key={place} translate="no">
              {place}
            </dd>
          ))}
        </dl>
      )}
    </>
  )
}

/** How the file is taken apart: recognised, and changed here. */
export const FormSection = ({ found: { form, mapping, accents }, busy, onRead }: Props) => {
  const { t } = useTranslation('imports')
  const choice = <K extends keyof ImportForm>(
    key: K,
    options: readonly ImportForm[K][],
    word: (value: ImportForm[K]) => string,
  ) => (
    <Select
      label={t(`form.${key}`)}
      data={options.map((value) => ({ value: value || blank, label: word(value) }))}
      value={form[key] || blank}
      allowDeselect={false}
      disabled={busy}
      onChange={(value) => onRead({ ...form, [key]: value === blank ? '' : value }, mapping)}
    />
  )
  return (
    <Section title={t('form.title')} lead={t('form.lead')}>
      <div className={classes.fields}>
        {choice('delimiter', delimiters, (value) => t(`delimiters.${named.delimiter[value]}`))}
        {choice('quote', quotes, (value) => t(`quotes.${named.quote[value]}`))}
        {choice('encoding', encodings, (value) => t(`encodings.${named.encoding[value]}`))}
        {choice('decimal', decimals, (value) => t(`decimals.${named.decimal[value]}`))}
        {choice('dates', dateOrders, (value) => t(`dates.${value}`))}
      </div>
      <Accents encoding={form.encoding} accents={accents} />
    </Section>
  )
}

/** Which column is what, beside the first things that stand in it. */
export const MappingSection = ({ found, busy, onRead }: Props) => {
  const { t } = useTranslation('imports')
  const { kind, form, mapping, headings, sample } = found
  const fields = importFields[kind]
  const missing = fields.filter(({ key, required }) => required && mapping[key] === undefined)
  const fieldAt = (column: number) => fields.find(({ key }) => mapping[key] === column)?.key ?? null
  const put = (column: number, field: string | null): void => {
    const others = Object.entries(mapping).filter(([key, at]) => at !== column && key !== field)
    onRead(form, { ...Object.fromEntries(others), ...(field && { [field]: column }) })
  }
  return (
    <Section title={t('mapping.title')} lead={t('mapping.lead')}>
      <div className={classes.frame}>
        <table className={`${classes.table} ${classes.mapping}`} aria-label={t('mapping.title')}>
          <tbody>
            {headings.map((heading, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name, and none ever moves
              <tr key={column}>
                <th scope="row">{heading || '–'}</th>
                <td className={classes.field}>
                  <Select
                    aria-label={t('mapping.column', { column: heading || String(column + 1) })}
                    placeholder={t('mapping.none')}
                    data={fields.map(({ key, required }) => ({
                      value: key,
                      label: `${t(`fields.${key}`)}${required ? ' *' : ''}`,
                    }))}
                    value={fieldAt(column)}
                    clearable
                    disabled={busy}
                    onChange={(field) => put(column, field)}
                  />
                </td>
                <td className={classes.samples}>
                  {sample
                    .slice(0, 3)
                    .map((row) => row[column] ?? '')
                    .filter((cell) => cell !== '')
                    .join('  ·  ') || '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {kind === 'movements' && mapping.kind === undefined && <p className={classes.muted}>{t('mapping.noKind')}</p>}
      <div role="status">
        {missing.length > 0 && (
          <p className={classes.muted}>
            {t('mapping.missing', { fields: missing.map(({ key }) => t(`fields.${key}`)).join(', ') })}
          </p>
        )}
      </div>
    </Section>
  )
}
