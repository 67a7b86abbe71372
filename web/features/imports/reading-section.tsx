import { Select } from '@mantine/core'
import { importFields } from '#contract/imports/fields.ts'
import {
  csvDelimiters,
  dateOrders,
  decimalSeparators,
  fileEncodings,
  type ImportDetail,
  type ImportFileFormat,
  type ImportMapping,
  maxHeadingLine,
  quoteCharacters,
} from '#contract/imports.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { FieldStack } from '#web/ui/form/field-row.tsx'
import { Section } from '#web/ui/section.tsx'
import { Notice } from '#web/ui/status-messages.tsx'
import classes from './imports.module.css'

type Props = {
  importDetail: ImportDetail
  busy: boolean
  /** Saves how it is read. */
  onRead: (form: ImportFileFormat, mapping: ImportMapping) => void
}

const formatTextKeys = {
  encoding: { 'utf-8': 'utf8', 'windows-1252': 'windows', 'utf-16le': 'utf16', 'utf-16be': 'utf16be' },
  delimiter: { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' },
  quote: { '"': 'double', "'": 'single', '': 'none' },
  decimal: { ',': 'comma', '.': 'point' },
} as const

/** So many lines are offered as that of the headings. */
const shownHeadingLines = 20

/** What Mantine's select can't tell from nothing chosen. */
const blankOptionValue = 'blank'

/** What the encoding makes of the accents, for whoever has to see whether it is the right one. */
const EncodingPreview = ({ encoding, accents }: Pick<ImportFileFormat, 'encoding'> & Pick<ImportDetail, 'accents'>) => {
  const { t } = useTranslation(['import-reading', 'imports'])
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

/** The lines on which names of columns stand, and the one that is chosen. */
const headingLines = (chosen: number): number[] =>
  Array.from({ length: Math.max(shownHeadingLines, Math.min(chosen, maxHeadingLine)) }, (_, n) => n + 1)

/** How the file is taken apart: recognised, and changed here. */
export const ImportFormatSection = ({ importDetail: { form, mapping, accents, sheets }, busy, onRead }: Props) => {
  const { t } = useTranslation(['import-reading', 'imports'])
  const isText = form.sheet === null
  const choice = <K extends 'delimiter' | 'quote' | 'encoding' | 'decimal' | 'dates'>(
    key: K,
    options: readonly ImportFileFormat[K][],
    word: (value: ImportFileFormat[K]) => string,
  ) => (
    <Select
      label={t(`form.${key}`)}
      data={options.map((value) => ({ value: value || blankOptionValue, label: word(value) }))}
      value={form[key] || blankOptionValue}
      allowDeselect={false}
      disabled={busy}
      onChange={(value) => onRead({ ...form, [key]: value === blankOptionValue ? '' : value }, mapping)}
    />
  )
  return (
    <Section title={t('form.title')} description={t('form.lead')}>
      <FieldStack>
        {form.sheet !== null && sheets.length > 1 && (
          <Select
            label={t('form.sheet')}
            data={sheets.map((name, sheet) => ({ value: String(sheet), label: name }))}
            value={String(form.sheet)}
            allowDeselect={false}
            disabled={busy}
            onChange={(sheet) => onRead({ ...form, sheet: Number(sheet), headingLine: 1 }, mapping)}
          />
        )}
        <Select
          label={t('form.headingLine')}
          data={headingLines(form.headingLine).map((line) => ({ value: String(line), label: String(line) }))}
          value={String(form.headingLine)}
          allowDeselect={false}
          disabled={busy}
          onChange={(line) => onRead({ ...form, headingLine: Number(line) }, mapping)}
        />
        {isText && choice('delimiter', csvDelimiters, (value) => t(`delimiters.${formatTextKeys.delimiter[value]}`))}
        {isText && choice('quote', quoteCharacters, (value) => t(`quotes.${formatTextKeys.quote[value]}`))}
        {isText && choice('encoding', fileEncodings, (value) => t(`encodings.${formatTextKeys.encoding[value]}`))}
        {choice('decimal', decimalSeparators, (value) => t(`decimals.${formatTextKeys.decimal[value]}`))}
        {choice('dates', dateOrders, (value) => t(`dates.${value}`))}
      </FieldStack>
      {isText && <EncodingPreview encoding={form.encoding} accents={accents} />}
    </Section>
  )
}

/** Which column is what, beside the first things that stand in it. */
export const ColumnMappingSection = ({ importDetail: found, busy, onRead }: Props) => {
  const { t } = useTranslation(['import-reading', 'imports'])
  const { kind, form, mapping, headings, sample } = found
  const fields = importFields[kind]
  const missing = fields.filter(({ key, required }) => required && mapping[key] === undefined)
  const fieldAt = (column: number) => fields.find(({ key }) => mapping[key] === column)?.key ?? null
  const put = (column: number, field: string | null): void => {
    const others = Object.entries(mapping).filter(([key, at]) => at !== column && key !== field)
    onRead(form, { ...Object.fromEntries(others), ...(field && { [field]: column }) })
  }
  return (
    <Section title={t('mapping.title')} description={t('mapping.lead')}>
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
                      label: `${t(`imports:fields.${key}`)}${required ? ' *' : ''}`,
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
            {t('mapping.missing', { fields: missing.map(({ key }) => t(`imports:fields.${key}`)).join(', ') })}
          </p>
        )}
      </div>
    </Section>
  )
}
