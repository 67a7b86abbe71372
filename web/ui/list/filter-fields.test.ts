import { expect, test } from 'vitest'
import es from '#locales/es/list.ts'
import { createFormatters } from '#web/core/format.ts'
import { describeFilters, listFilterFields, readFieldValues, splitField } from './filter-fields.ts'
import type { ListTranslate } from './filter-text.ts'
import type { FilterChoice } from './list-types.ts'

const findText = (key: string): string =>
  key.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], es) as string
const t = ((key: string, values: Record<string, string> = {}) =>
  findText(key.replace('common:', '')).replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => values[name] ?? '',
  )) as ListTranslate
const format = createFormatters('spanish', 'Europe/Madrid')

const states = ['Pendiente', 'Rechazado', 'Aprobado'].map((label, n) => ({ value: `s${n}`, label }))
const choices: Record<string, FilterChoice> = {
  search: { control: 'search', label: 'Buscar' },
  view: { control: 'elsewhere' },
  kyc: { control: 'select', label: 'KYC', options: states },
  from: { control: 'dateRange', to: 'to', endLabels: ['Desde', 'Hasta'] },
  to: { control: 'rangeEnd' },
}
const describe = (values: Record<string, string>) => describeFilters(choices, values, t, format)

test.each([
  [{ kyc: 's1' }, 'KYC: Rechazado'],
  [{ kyc: 's1,s0' }, 'KYC: Rechazado o Pendiente'],
  [{ kyc: 's0,s1,s2' }, 'KYC: Pendiente y 2 más'],
  [{ from: 'monthStart', to: 'monthEnd' }, 'Fechas: Este mes'],
  [{ from: 'todayMinus1', to: 'todayMinus1' }, 'Fechas: Ayer'],
  [{ from: '2026-11-01', to: '2026-11-30' }, 'Fechas: 01/11/2026 – 30/11/2026'],
  [{ from: '2026-11-01', to: '2026-11-01' }, 'Fechas: 01/11/2026'],
  [{ from: '2026-11-01' }, 'Fechas: desde 01/11/2026'],
  [{ to: 'today' }, 'Fechas: hasta hoy'],
  [{ search: 'garcía', kyc: 's2', view: 'mine' }, 'garcía · KYC: Aprobado'],
  [{}, ''],
] as [Record<string, string>, string][])('the filters %j read %j', (values, text) => {
  expect(describe(values)).toBe(text)
})

test('a date range field reads and writes two filters', () => {
  const fields = listFilterFields(choices, t)
  expect(fields.map(([key]) => key)).toEqual(['kyc', 'from'])
  const { from } = readFieldValues(fields, { from: 'today', to: 'todayPlus7' })
  expect(from).toBe('today~todayPlus7')
  expect(splitField(choices.from, 'from', from!)).toEqual({ from: 'today', to: 'todayPlus7' })
  expect(splitField(choices.from, 'from', '')).toEqual({ from: '', to: '' })
  expect(splitField(choices.kyc, 'kyc', 's0')).toEqual({ kyc: 's0' })
  expect(readFieldValues(fields, {}).from).toBe('')
})
