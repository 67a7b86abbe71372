import { expect, test } from 'vitest'
import { computeCropSquare, fullCrop, moveCrop } from './crop-area.ts'

const wideImage = { width: 400, height: 200 }

test('keeps the middle of a wide picture, as large as possible', () => {
  expect(computeCropSquare(wideImage, fullCrop)).toEqual({ side: 200, left: 100, top: 0 })
  expect(computeCropSquare(wideImage, { ...fullCrop, zoom: 2 })).toEqual({ side: 100, left: 150, top: 50 })
})

test('dragging right shows the picture’s left by as much, stopping at its edge', () => {
  // The stage shows 200 pixels of the picture on 100 of its own.
  expect(computeCropSquare(wideImage, moveCrop(wideImage, fullCrop, { x: 10, y: 0 }, 100))).toEqual({
    side: 200,
    left: 80,
    top: 0,
  })
  expect(moveCrop(wideImage, fullCrop, { x: 900, y: 900 }, 100)).toEqual({ zoom: 1, x: 0, y: 0.5 })
  expect(moveCrop(wideImage, { zoom: 2, x: 0, y: 1 }, { x: -900, y: 900 }, 100)).toEqual({ zoom: 2, x: 1, y: 0 })
})
