import { expect, test } from 'vitest'
import { ImportFileFormat } from '#contract/imports.ts'
import { readTableRecords } from './table-records.ts'

const format = ImportFileFormat.parse({ encoding: 'utf-8', delimiter: ';', quote: '"', decimal: ',', dates: 'dmy' })
const readFirstCells = (lines: readonly string[]) =>
  [...readTableRecords(Buffer.from(lines.join('\n')), format)].map(({ fields }) => fields?.[0])

test('leaves out the sums that end a list', () => {
  expect(readFirstCells(['Nombre;Importe', 'Ana;5,00', ';', 'TOTAL;5,00', 'Total general:;1.005,00 €'])).toEqual([
    'Nombre',
    'Ana',
  ])
})

test('keeps headings and rows that are called like a sum', () => {
  expect(readFirstCells(['Total;Cuenta', '5,00;A-1'])).toEqual(['Total', '5,00'])
  expect(readFirstCells(['Nombre;Importe', 'Total;5,00', 'Ana;5,00'])).toEqual(['Nombre', 'Total', 'Ana'])
  expect(readFirstCells(['Nombre;Correo', 'Ana;ana@example.es', 'Total;info@total.example'])).toEqual([
    'Nombre',
    'Ana',
    'Total',
  ])
})
