import { expect, test } from 'vitest'
import { toRecordKey } from './record-key.ts'

test.each([
  ['/clientes/12', 'client:12'],
  ['/clientes/12/cuentas/34', 'account:34'],
  ['/crm/Retiradas/remesas/5', 'batch:5'],
  ['/crm/Retiradas/5', 'payment:5'],
  ['/crm/Aprobaciones/5', undefined],
])('the page %s belongs to the record %s', (path, key) => {
  expect(toRecordKey(path)).toBe(key)
})
