import { expect, test } from 'vitest'
import { plant } from '../architecture/plant.ts'
import { featureLists, writeFeatureLists } from './features.ts'

const manifest = 'export const feature = {}\n'

test('refuses a feature whose name differs between rooms', async () => {
  const root = plant({
    'contract/receipts.ts': 'export {}\n',
    'server/features/receipts/feature.ts': manifest,
    'web/features/income/feature.ts': manifest,
  })
  expect(await featureLists.find(root)).toEqual([
    'web/features/income: no contract/income.ts; a feature has one name in all rooms',
  ])
})

test('refuses lists that lack a feature or a file of texts, until they are written anew', async () => {
  const root = plant({
    'contract/late-fees.ts': 'export {}\n',
    'locales/es/late-fees.ts': 'export default {}\n',
    'server/features/late-fees/feature.ts': manifest,
    'web/features/late-fees/feature.ts': manifest,
    'web/core/i18n-types.d.ts': 'export {}\n',
  })
  expect(await featureLists.find(root)).toHaveLength(4)
  writeFeatureLists(root)
  expect(await featureLists.find(root)).toEqual([])
})
