import { expect, test } from 'vitest'
import { featureJobNames } from '#contract/all-jobs.ts'
import { jobs } from '#locales/es/written/words.ts'

test('the Spanish texts name every job of a feature, and no other', () => {
  expect(Object.keys(jobs).sort()).toEqual(featureJobNames.map((name) => name.replace('.', '_')).sort())
})
