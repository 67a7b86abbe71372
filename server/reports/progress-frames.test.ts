import { pipeline } from 'node:stream/promises'
import { describe, expect, test } from 'vitest'
import { writeCsv } from './csv.ts'
import { toFrameStream } from './progress-frames.ts'

describe('framed export files', () => {
  test('frames carry the number of rows so far and rebuild the file', async () => {
    async function* rows() {
      for (let batch = 0; batch < 5; batch++) yield Array.from({ length: 2000 }, (_, row) => [batch * 2000 + row])
    }
    const written = { rows: 0 }
    const file = writeCsv({
      columns: [{ heading: 'N', kind: 'integer' }],
      rows: rows(),
      dialect: { decimal: ',', separator: ';', yes: '', no: '' },
      written,
    })
    let bytes = Buffer.alloc(0)
    await pipeline(toFrameStream(file, written), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) bytes = Buffer.concat([bytes, chunk])
    })

    const seen: number[] = []
    let text = ''
    for (let at = 0; at < bytes.length; ) {
      const end = at + 8 + bytes.readUInt32BE(at)
      seen.push(bytes.readUInt32BE(at + 4))
      text += bytes.toString('utf8', at + 8, end)
      at = end
    }
    expect(text.split('\r\n')).toHaveLength(10_002)
    expect(seen.at(-1)).toBe(10_000)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(new Set(seen).size).toBeGreaterThan(3)
  })
})
