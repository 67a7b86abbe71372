import { crc32, deflateSync } from 'node:zlib'

/** Shades of grey, row by row, each with the number of its filter (none) before it. */
export type GreyPicture = { width: number; height: number; pixels: Buffer }

/** Of one shade, 0 black to 255 white; sizes in pixels. */
export const createGreyPicture = (width: number, height: number, paper: number): GreyPicture => {
  const rowBytes = width + 1
  const pixels = Buffer.alloc(rowBytes * height, paper)
  for (let row = 0; row < height; row++) pixels[row * rowBytes] = 0
  return { width, height, pixels }
}

/** Fills left, top, width and height (pixels) with a shade of 0 to 255. */
export const fillArea = (
  { width, pixels }: GreyPicture,
  [left, top, across, down]: readonly [number, number, number, number],
  shade: number,
): void => {
  for (let row = top; row < top + down; row++) {
    const begin = row * (width + 1) + 1 + left
    pixels.fill(shade, begin, begin + across)
  }
}

const buildPngChunk = (type: string, data: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  const check = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}

/** As a PNG of eight bits of grey. */
export const encodePng = ({ width, height, pixels }: GreyPicture): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    buildPngChunk('IHDR', head),
    buildPngChunk('IDAT', deflateSync(pixels)),
    buildPngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Capital letters and figures, five by seven: a number for each row, its bits from the left. */
const glyphRows: Readonly<Record<string, string>> = {
  A: '4,a,11,11,1f,11,11',
  B: '1e,11,11,1e,11,11,1e',
  C: 'e,11,10,10,10,11,e',
  D: '1e,11,11,11,11,11,1e',
  E: '1f,10,10,1e,10,10,1f',
  F: '1f,10,10,1e,10,10,10',
  G: 'e,11,10,17,11,11,e',
  H: '11,11,11,1f,11,11,11',
  I: 'e,4,4,4,4,4,e',
  J: '7,2,2,2,2,12,c',
  K: '11,12,14,18,14,12,11',
  L: '10,10,10,10,10,10,1f',
  M: '11,1b,15,15,11,11,11',
  N: '11,19,15,13,11,11,11',
  O: 'e,11,11,11,11,11,e',
  P: '1e,11,11,1e,10,10,10',
  Q: 'e,11,11,11,15,12,d',
  R: '1e,11,11,1e,14,12,11',
  S: 'f,10,10,e,1,1,1e',
  T: '1f,4,4,4,4,4,4',
  U: '11,11,11,11,11,11,e',
  V: '11,11,11,11,11,a,4',
  W: '11,11,11,15,15,15,a',
  X: '11,11,a,4,a,11,11',
  Y: '11,11,a,4,4,4,4',
  Z: '1f,1,2,4,8,10,1f',
  '0': 'e,11,13,15,19,11,e',
  '1': '4,c,4,4,4,4,e',
  '2': 'e,11,1,2,4,8,1f',
  '3': '1f,2,4,2,1,11,e',
  '4': '2,6,a,12,1f,2,2',
  '5': '1f,10,1e,1,1,11,e',
  '6': '6,8,10,1e,11,11,e',
  '7': '1f,1,2,4,8,8,8',
  '8': 'e,11,11,e,11,11,e',
  '9': 'e,11,11,f,1,2,c',
  '<': '2,4,8,10,8,4,2',
  '/': '1,1,2,4,8,10,10',
  '-': '0,0,0,1f,0,0,0',
}

/** Writes a line in capitals without accents; a sign without a glyph is a blank. */
export const writeLine = (picture: GreyPicture, text: string, left: number, top: number, dot: number): void => {
  const bare = text.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '')
  for (const [at, sign] of [...bare].entries())
    for (const [row, bits] of (glyphRows[sign] ?? '').split(',').entries())
      for (let column = 0; column < 5; column++)
        if ((Number.parseInt(bits || '0', 16) >> (4 - column)) & 1)
          fillArea(picture, [left + (at * 6 + column) * dot, top + row * dot, dot, dot], 0x20)
}
