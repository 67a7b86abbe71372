import { expect, test } from 'vitest'
import { sayTo } from './say.mjs'

const collectOutput = (
  isTTY: boolean,
  work: (progress: (step: string, done?: number, total?: number) => void) => void,
) => {
  let text = ''
  const say = sayTo({ isTTY, write: (piece: string) => (text += piece) })
  work(say.progress)
  say.finish()
  return text
}

const work = (progress: (step: string, done?: number, total?: number) => void) => {
  for (let done = 0; done <= 4; done += 1) progress('read', done, 4)
  progress('check')
  for (let done = 1; done <= 3; done += 1) progress('add up', done)
}

test('a step writes its begin and progress as lines to a file or pipe', () => {
  expect(collectOutput(false, work).trimEnd().split('\n')).toEqual([
    'read: 0 % (0 of 4)',
    'read: 100 % (4 of 4)',
    'check',
    'add up: 1',
    'add up: 3',
  ])
})

test('a step writes one line to a terminal, ending at its last value', () => {
  const lines = collectOutput(true, work).split('\n')
  expect(lines.map((line) => line.split('\x1b[2K').at(-1))).toEqual(['read: 100 % (4 of 4)', 'check', 'add up: 3', ''])
})

test('writes nothing when no step ran', () => expect(collectOutput(false, () => {})).toBe(''))
