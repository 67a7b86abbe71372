import { beforeEach, expect, test } from 'vitest'
import { maxRecentRecords } from '#contract/search.ts'
import { writeStored } from './local-storage.ts'
import { listRecordVisits, rememberRecordVisit } from './recent-records.ts'

beforeEach(() => writeStored('recentRecords', null))

test('visits of records are kept newest first with their count', () => {
  for (const path of ['/clientes/1', '/clientes/2', '/clientes/1']) rememberRecordVisit('celia', path)
  expect(listRecordVisits('celia')).toEqual([
    ['/clientes/1', 2],
    ['/clientes/2', 1],
  ])
})

test('another person of the same browser sees no visits', () => {
  rememberRecordVisit('celia', '/clientes/1')
  expect(listRecordVisits('juan')).toEqual([])
})

test('no more visits are kept than one call may ask for', () => {
  for (let n = 0; n < 30; n++) rememberRecordVisit('celia', `/clientes/${n}`)
  expect(listRecordVisits('celia')).toHaveLength(maxRecentRecords)
})
