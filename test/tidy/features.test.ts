import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPlantedProject } from '../architecture/plant.ts'
import { featureListsGate, writeFeatureLists } from './features.ts'

const manifest = 'export const feature = {}\n'

test('refuses a feature whose name differs between layers', async () => {
  const root = createPlantedProject({
    'contract/receipts.ts': 'export {}\n',
    'server/features/receipts/feature.ts': manifest,
    'web/features/income/feature.ts': manifest,
  })
  expect(await featureListsGate.find(root)).toEqual([
    'web/features/income: no contract/income.ts; a feature has one name in all rooms',
  ])
})

test('refuses tables that are named after no feature', async () => {
  const root = createPlantedProject({
    'contract/receipts.ts': 'export {}\n',
    'db/tables/receipts.ts': 'export const manifest = {}\n',
    'db/tables/everything.ts': 'export const manifest = {}\n',
  })
  expect(await featureListsGate.find(root)).toEqual([
    'db/tables/everything.ts: no contract/everything.ts; tables stand with the feature that they are of',
  ])
})

test('refuses lists that lack a feature or text file until they are regenerated', async () => {
  const root = createPlantedProject({
    'contract/late-fees.ts': 'export {}\n',
    'locales/es/late-fees.ts': 'export default {}\n',
    'server/features/late-fees/feature.ts': manifest,
    'web/features/late-fees/feature.ts': manifest,
    'web/core/text-types.ts': 'export type TextFiles = {}\n',
  })
  expect(await featureListsGate.find(root)).toHaveLength(19)
  await writeFeatureLists(root)
  expect(await featureListsGate.find(root)).toEqual([])
})

test('merges the texts of all features and refuses a language that lacks some', async () => {
  const words = (textWords: object): string =>
    `export default {}\n\nexport const words = ${JSON.stringify(textWords)}\n`
  const root = createPlantedProject({
    'locales/es/fees.ts': words({ tasks: { month: { fee: 'Comisión' } }, screens: { fees: 'Comisiones' } }),
    'locales/es/months.ts': words({
      tasks: { month: { close: 'Cierre' } },
      refusals: { 'month.closed': 'Ese mes está cerrado.' },
    }),
    'locales/en/fees.ts': words({ tasks: { month: { fee: 'Fee' } }, screens: { fees: 'Fees' } }),
    'web/core/text-types.ts': 'export type TextFiles = {}\n',
    'server/features/all-features.ts': 'export {}\n',
    'web/features/all-features.ts': 'export {}\n',
    'contract/all-messages.ts': 'export {}\n',
    'contract/all-grants.ts': 'export {}\n',
    'db/tables/core/privileges.ts': 'export {}\n',
    'test/permissions/all-permissions.ts': 'export {}\n',
    'web/features/all-icons.ts': 'export {}\n',
  })
  await writeFeatureLists(root)
  const written = readFileSync(join(root, 'locales/es/written/words.ts'), 'utf8')
  expect(written).toContain("month: {\n    fee: 'Comisión',\n    close: 'Cierre',\n  },")
  expect(written).not.toContain('month.closed')
  // The page fetches them by themselves: they must not bring the words of all lists with them.
  expect(readFileSync(join(root, 'locales/es/written/refusals.ts'), 'utf8')).toContain(
    "export const refusals = {\n  'month.closed': 'Ese mes está cerrado.',\n}",
  )
  expect(await featureListsGate.find(root)).toEqual([
    'locales/en lacks the words tasks.month.close',
    'locales/en lacks the words refusals.month.closed',
  ])
})

test('finds words of fields that nothing uses, and those the audit repeats', async () => {
  const words = {
    auditFields: { amount: 'Importe', account: 'Cuenta', formerName: 'Nombre anterior' },
    changeFields: { amount: 'Importe', account: 'Cuenta de destino', since: 'Desde' },
    changeValues: { paid: 'Pagado', sent: 'Enviado' },
  }
  const root = createPlantedProject({
    'locales/es/fees.ts': `export default {}\n\nexport const words = ${JSON.stringify(words)}\n`,
    'contract/fees.ts': "export const feeStates = ['paid'] as const\n",
    'server/features/fees/pay-fee.ts':
      'const write = ({ formerName }: Fee) => audit({ before: { amount }, after: { account: formerName } })\n',
    'server/features/fees/pay-fee.test.ts': 'expect(event.after).toEqual({ sent: true })\n',
    'db/tenant/0001_fees.sql': "select jsonb_build_object('since', p_since);\n",
  })
  const found = (await featureListsGate.find(root)).filter((problem) => problem.startsWith('the words '))
  expect(found).toEqual([
    'the words auditFields.formerName: nothing is called formerName any more',
    'the words changeValues.sent: nothing is called sent any more',
    'the words auditFields.amount: changes call it so too, and the audit reads theirs',
  ])
})
