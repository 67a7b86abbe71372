import { expect, test } from 'vitest'
import { processStateStyles } from './process-state-styles.ts'

test('no two states look the same', () => {
  const looks = Object.values(processStateStyles).map(([tone, icon]) => `${tone} ${icon.displayName}`)
  expect(new Set(looks).size).toBe(looks.length)
})
