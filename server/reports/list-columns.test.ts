import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineList } from '#contract/core/list.ts'
import { buildExportColumns } from './list-columns.ts'

const listFees = defineList({
  path: '/fees',
  summary: 'Fees',
  module: 'bt_Clientes',
  row: z.object({
    id: z.string(),
    amount: z.string(),
    task: z.string(),
    country: z.string(),
    paidAt: z.string(),
    note: z.string(),
  }),
  texts: 'fees',
  columns: {
    amount: { kind: 'money' },
    task: { label: 'tasks:title', words: 'tasks:names', width: 20 },
    country: { kind: 'country' },
    paidAt: { kind: 'dateTime' },
  },
  filters: {},
  sortable: ['amount'],
  totals: z.object({ amount: z.string(), late: z.string() }),
})

const texts = {
  fields: { amount: 'Importe', country: 'País', paidAt: 'Pagada' },
  tasks: { title: 'Tarea', names: { transfer: 'Transferencia', month: { close: 'Cierre' }, mail_sent: 'Correo' } },
}
const getTexts = () => texts

test('columns of a file follow from the declaration of the list', () => {
  const columns = buildExportColumns(listFees, getTexts)
  expect(Object.entries(columns).map(([key, { heading, kind, width }]) => [key, heading(texts), kind, width])).toEqual([
    ['amount', 'Importe', 'money', undefined],
    ['task', 'Tarea', 'text', 20],
    ['country', 'País', 'text', undefined],
    ['paidAt', 'Pagada', 'dateTime', undefined],
  ])
  expect(listFees.exportRows.exportColumns).toEqual(['amount', 'task', 'country', 'paidAt'])
  expect(listFees.summed).toEqual(['amount'])
})

test('codes are written as words, in groups or without points, and countries by name', () => {
  const { task, country } = buildExportColumns(listFees, getTexts)
  const wordOf = (code: string) => task!.word?.(code, texts, 'es-ES')
  expect(['transfer', 'month.close', 'mail.sent', 'month', 'other'].map(wordOf)).toEqual([
    'Transferencia',
    'Cierre',
    'Correo',
    undefined,
    undefined,
  ])
  expect(country!.word?.('PT', texts, 'es-ES')).toBe('Portugal')
})

test('refuses a list whose texts lack a heading or its words', () => {
  const { paidAt, ...fields } = texts.fields
  expect(() => buildExportColumns(listFees, () => ({ ...texts, fields }))).toThrow(
    '/fees: the texts of spanish have no fields.paidAt',
  )
  expect(() => buildExportColumns(listFees, () => ({ ...texts, tasks: { title: 'Tarea' } }))).toThrow(
    'no words tasks:names',
  )
})
