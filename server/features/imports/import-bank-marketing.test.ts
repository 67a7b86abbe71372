import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Prefix } from '#contract/core/values.ts'
import { ignoreProgress } from '#db/progress.ts'
import { cloneDatabase } from '#test/harness/database.ts'
import { locateGivenData } from '#test/harness/given-data.ts'
import { importBankMarketing } from './import-bank-marketing.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let ownerClient: Client
const tempFolder = mkdtempSync(join(tmpdir(), 'atalaya-marketing-'))
beforeAll(async () => {
  database = await cloneDatabase()
  ownerClient = new Client({ connectionString: database.ownerUrl })
  await ownerClient.connect()
  await ownerClient.query('set search_path = dino')
})
afterAll(async () => {
  rmSync(tempFolder, { recursive: true })
  await ownerClient.end()
  await database.drop()
})

const runImport = (file: string, skip = false, prefix: Prefix = 'dino') =>
  importBankMarketing({ ...database, prefix, progress: ignoreProgress, file, skip })
const writeCsvFile = (lines: readonly string[]): string => {
  const path = join(tempFolder, 'calls.csv')
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const csvHeader =
  '"age";"job";"marital";"education";"default";"balance";"housing";"loan";"contact";"day";"month";"duration";"campaign";"pdays";"previous";"poutcome";"y"'
const firstCsvLine =
  '30;"unemployed";"married";"primary";"no";1787;"no";"no";"cellular";19;"oct";79;1;-1;0;"unknown";"no"'
const secondCsvLine =
  '33;"services";"married";"unknown";"no";-4;"yes";"yes";"unknown";29;"feb";220;3;339;4;"failure";"yes"'

describe('files of calls', () => {
  test('imports contacts, last calls and monthly campaigns; unknown values stay empty', async () => {
    const report = await runImport(writeCsvFile([csvHeader, firstCsvLine, secondCsvLine, firstCsvLine]))
    expect(report).toMatchObject({
      rows: 3,
      contacts: 3,
      calls: 3,
      campaigns: 2,
      durationSeconds: 378,
      attempts: 5,
      previous: 4,
      sold: 1,
      added: { contacts: 3, calls: 3, campaigns: 2 },
    })
    const { rows } = await ownerClient.query(
      `select c.name, c.education, c.known_balance::text as balance, c.past_contacts, c.days_since_past, c.past_outcome, c.employee_id,
              l.channel, l.called_on, l.day, l.month, l.outcome, g.name as campaign, g.year
         from contact c join call l on l.contact_id = c.id join campaign g on g.id = l.campaign_id order by c.id`,
    )
    expect(rows[0]).toMatchObject({
      name: 'Contacto 00001',
      days_since_past: null,
      past_outcome: null,
      outcome: 'refused',
    })
    expect(rows[1]).toEqual({
      name: 'Contacto 00002',
      education: null,
      balance: '-4.00',
      past_contacts: 4,
      days_since_past: 339,
      past_outcome: 'failure',
      employee_id: null,
      channel: null,
      called_on: null,
      day: 29,
      month: 2,
      outcome: 'sold',
      campaign: 'Depósitos a plazo, febrero',
      year: null,
    })
  })

  test('adds only new calls when a file comes again, reordered and longer', async () => {
    const report = await runImport(writeCsvFile([csvHeader, secondCsvLine, firstCsvLine, firstCsvLine, firstCsvLine]))
    expect(report).toMatchObject({ rows: 4, added: { contacts: 1, calls: 1, campaigns: 0 } })
  })

  test.each([
    ['a day that no year has', firstCsvLine.replace('19;"oct"', '31;"jun"'), /^day is not a day/],
    ['an unknown month', firstCsvLine.replace('oct', 'okt'), /^month is not/],
    ['an age in words', firstCsvLine.replace('30;', 'old;'), /^age is not a whole number/],
    ['a verdict that is none', firstCsvLine.replace(/"no"$/, '"perhaps"'), /^y is unknown/],
    ['a field too few', firstCsvLine.replace('79;', ''), /^16 fields/],
    ['an empty word', firstCsvLine.replace('"married"', '""'), /^marital is not a text/],
  ])('refuses a file of calls with %s, or skips its bad lines on request', async (_, line, reason) => {
    const file = writeCsvFile([csvHeader, secondCsvLine, line])
    const expectedRefusals = [{ file: 'calls.csv', line: 3, reason: expect.stringMatching(reason) }]
    expect(await runImport(file)).toMatchObject({ written: false, refused: expectedRefusals, added: { contacts: 0 } })
    expect(await runImport(file, true, 'cfl')).toMatchObject({ written: true, refused: expectedRefusals, rows: 1 })
  })

  test('derives years and days of calls from a file in order of date', async () => {
    const months = ['may', 'aug', 'nov', 'jan', 'may', 'aug', 'jan', 'may']
    const lines = months.flatMap((month, run) =>
      [28, 29].map((day) => firstCsvLine.replace('19;"oct"', `${day};"${month}"`).replace('30;', `${20 + run};`)),
    )
    const leap = firstCsvLine.replace('19;"oct"', '29;"feb"').replace('30;', '40;')
    const report = await runImport(
      writeCsvFile([csvHeader, ...lines.slice(0, 14), leap, leap, ...lines.slice(14)]),
      false,
      'dino_uab',
    )
    expect(report).toMatchObject({ rows: 18, campaigns: 9, added: { calls: 18, campaigns: 9 } })
    const { rows } = await ownerClient.query(
      `select g.name, g.year, g.month, min(l.called_on)::text as first, count(*)::int as calls
         from dino_uab.campaign g join dino_uab.call l on l.campaign_id = g.id group by g.id order by g.year, g.month`,
    )
    expect(rows.map(({ year, month, first: day }) => [year, month, day])).toEqual([
      [2008, 5, '2008-05-28'],
      [2008, 8, '2008-08-28'],
      [2008, 11, '2008-11-28'],
      [2009, 1, '2009-01-28'],
      [2009, 5, '2009-05-28'],
      [2009, 8, '2009-08-28'],
      [2010, 1, '2010-01-28'],
      // No year but a leap one has that day.
      [2010, 2, null],
      [2010, 5, '2010-05-28'],
    ])
    expect(rows[0]).toMatchObject({ name: 'Depósitos a plazo, mayo de 2008', calls: 2 })
  })

  test('names a missing file of calls', async () => {
    await expect(runImport('none.csv')).rejects.toThrow('none.csv is not a file that can be read')
  })
})

const { place: real, isThere, title } = locateGivenData('bank_marketing', ['bank.csv', 'bank-additional.csv'])
describe.skipIf(!isThere)(`real files of ${title}`, () => {
  test('imports the real files of calls with their published sums, once', async () => {
    const sums = { rows: 4521, sold: 521, durationSeconds: 1193369, attempts: 12630, previous: 2453, campaigns: 12 }
    expect(await runImport(join(real, 'bank.csv'), false, 'dino_uab')).toMatchObject({
      ...sums,
      added: { contacts: 4521, calls: 4521 },
    })
    expect(await runImport(join(real, 'bank.csv'), false, 'dino_uab')).toMatchObject({
      ...sums,
      added: { contacts: 0, calls: 0, campaigns: 0 },
    })
    expect(await runImport(join(real, 'bank-additional.csv'), false, 'dino_uab')).toMatchObject({
      rows: 4119,
      added: { contacts: 4119 },
    })
  })
})
