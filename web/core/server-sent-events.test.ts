import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventReader } from './server-sent-events.ts'

const textEncoder = new TextEncoder()

test('reads event names, joins data lines, and ignores comments and other fields', () => {
  const text =
    'retry: 2000\n\n: still here\n\nevent: session\ndata: {"code":"x"}\n\ndata: one\ndata: two\nid: 7\n\ndata:bare\n\n'
  expect(createEventReader().read(textEncoder.encode(text))).toEqual([
    { event: 'session', data: '{"code":"x"}' },
    { event: 'message', data: 'one\ntwo' },
    { event: 'message', data: 'bare' },
  ])
})

test('an unfinished event is not delivered', () => {
  const reader = createEventReader()
  expect(reader.read(textEncoder.encode('data: half'))).toEqual([])
  expect(reader.read(textEncoder.encode(' and half\n'))).toEqual([])
  expect(reader.read(textEncoder.encode('\n'))).toEqual([{ event: 'message', data: 'half and half' }])
})

test('any cut of the stream gives the same events', () => {
  const eventArbitrary = fc.record({
    event: fc.stringMatching(/^[a-z]{1,8}$/),
    data: fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\r\n]/.test(text) && !text.startsWith(' ')),
  })
  fc.assert(
    fc.property(fc.array(eventArbitrary), fc.array(fc.nat(40)), (events, cuts) => {
      const stream = textEncoder.encode(events.map(({ event, data }) => `event: ${event}\ndata: ${data}\n\n`).join(''))
      const reader = createEventReader()
      const found = []
      let at = 0
      for (const cut of [...cuts, stream.length]) {
        found.push(...reader.read(stream.slice(at, at + cut)))
        at += cut
      }
      expect(found).toEqual(events)
    }),
  )
})
