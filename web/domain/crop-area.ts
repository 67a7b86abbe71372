/** Which square of a picture is kept: how much larger than whole it is seen, and where in what is left over it lies, 0 to 1. */
export type Crop = { zoom: number; x: number; y: number }

export const fullCrop: Crop = { zoom: 1, x: 0.5, y: 0.5 }
export const maxZoom = 4

type ImageSize = { width: number; height: number }
const clampToUnit = (value: number): number => Math.min(1, Math.max(0, value))

/** The square in the picture's own pixels. */
export const computeCropSquare = ({ width, height }: ImageSize, { zoom, x, y }: Crop) => {
  const side = Math.min(width, height) / zoom
  return { side, left: (width - side) * x, top: (height - side) * y }
}

/** After the picture was drawn by so many pixels of a stage of that side: what is under the finger stays there, up to the edge. */
export const moveCrop = (picture: ImageSize, crop: Crop, by: { x: number; y: number }, stage: number): Crop => {
  const { side, left, top } = computeCropSquare(picture, crop)
  const placed = (start: number, moved: number, room: number, was: number): number =>
    room === 0 ? was : clampToUnit((start - (moved * side) / stage) / room)
  return {
    ...crop,
    x: placed(left, by.x, picture.width - side, crop.x),
    y: placed(top, by.y, picture.height - side, crop.y),
  }
}
