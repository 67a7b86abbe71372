import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { matchesFilterCheck, parseId } from './filter-check.ts'
import type { ListContract } from './list.ts'

const contractFolder = new URL('../', import.meta.url)
const contractModules = await Promise.all(
  readdirSync(contractFolder)
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => import(new URL(file, contractFolder).href) as Promise<Record<string, unknown>>),
)
const isListContract = (value: unknown): value is ListContract =>
  typeof value === 'object' && value !== null && 'exportRows' in value
const listContracts = contractModules.flatMap((exported) => Object.values(exported).filter(isListContract))

const sampleTexts = [
  ...['0', '1', '01', '-1', '9007199254740993', '999999999999999999', '9999999999999999999', '1.5'],
  ...['ES', 'es', 'ESP', 'x', 'x'.repeat(80), 'x'.repeat(81), 'x'.repeat(121), 'a b', '<b>', '%'],
  ...['2026-11-21', '2026-02-29', '2028-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-1-1', '0000-01-01'],
  ...[
    '2026-11-21T00:00:00Z',
    'tomorrow',
    'today',
    'todayPlus30',
    'todayPlus',
    'monthStart',
    'previousQuarterEnd',
    'nextYearStart',
    'true',
    'false',
    'yes',
    'no',
    'on',
    'off',
    'perhaps',
    'null',
    'undefined',
  ],
  ...['pending', 'approved', 'team', 'mine', 'of', 'active', 'done', 'manager', 'month', 'contribution', 'moved'],
  ...[
    'pending,approved',
    'pending, approved',
    'pending,perhaps',
    'ES,PT',
    'ES,',
    ',',
    '1,2,1',
    'opening,contribution',
    'x,',
  ],
  ...[Array.from({ length: 50 }, (_, n) => n + 1).join(), Array.from({ length: 51 }, (_, n) => n + 1).join()],
]

describe('filters of a page address', () => {
  test.each(listContracts.map((list) => [list.path, list] as const))(
    'page filters of %s accept exactly the values that the server accepts',
    (_path, list) => {
      for (const [name, check] of Object.entries(list.checks))
        for (const text of sampleTexts)
          expect([name, text, matchesFilterCheck(check, text)]).toEqual([
            name,
            text,
            (list.filters[name] as z.ZodType).safeParse(text).success,
          ])
    },
  )

  test('finds the lists of the contract, more than eight', () => {
    expect(listContracts.length).toBeGreaterThan(8)
  })

  test('reads an id from an address and refuses text that is no id', () => {
    expect(parseId('42')).toBe('42')
    expect([null, '', '0', 'x', '1e3', '1'.repeat(19)].map(parseId)).toEqual(Array(6).fill(undefined))
  })
})
