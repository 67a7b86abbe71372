import portugal from '@react-jvectormap/portugal/dist/ptMill.json'
import mexico from '@svg-maps/mexico'
import { expect, test } from 'vitest'
import { buildViewBox, mapSizes } from './map-sizes.ts'

test('Portugal and Mexico are as large as the files that draw them', () => {
  const { width, height } = portugal.content
  expect([mapSizes.PT.width, mapSizes.PT.height]).toEqual([width, Number(height.toFixed(1))])
  expect(buildViewBox(mapSizes.MX)).toBe((mexico as { viewBox: string }).viewBox)
})
