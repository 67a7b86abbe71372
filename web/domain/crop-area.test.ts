import { expect, test } from 'vitest'
import { dragged, squareOf, whole } from './crop-area.ts'

const wide = { width: 400, height: 200 }

test('keeps the middle of a wide picture, as large as possible', () => {
  expect(squareOf(wide, whole)).toEqual({ side: 200, left: 100, top: 0 })
  expect(squareOf(wide, { ...whole, zoom: 2 })).toEqual({ side: 100, left: 150, top: 50 })
})

test('dragging right shows the picture’s left by as much, stopping at its edge', () => {
  // The stage shows 200 pixels of the picture on 100 of its own.
  expect(squareOf(wide, dragged(wide, whole, { x: 10, y: 0 }, 100))).toEqual({ side: 200, left: 80, top: 0 })
  expect(dragged(wide, whole, { x: 900, y: 900 }, 100)).toEqual({ zoom: 1, x: 0, y: 0.5 })
  expect(dragged(wide, { zoom: 2, x: 0, y: 1 }, { x: -900, y: 900 }, 100)).toEqual({ zoom: 2, x: 1, y: 0 })
})
