import { expect, test } from 'vitest'
import { createPlantedProject } from '../architecture/plant.ts'
import { columnSpellingGate } from './column-spelling.ts'
import { styleClassesGate } from './style-classes.ts'

test('finds columns in camelCase inside a statement, and leaves its aliases alone', async () => {
  const root = createPlantedProject({
    'server/a.ts': [
      'export const a = sql`select n."fromDate" from (select s.from_date as "fromDate" from s) n`',
      'export const b = sql<B>`select s.from_date as "fromDate" from s order by "fromDate"`',
      'export const c = sql`update m set at = n."startsAt" from jsonb_to_recordset($1) as n("startsAt" date)`',
    ].join('\n'),
    'server/b.ts': [
      'export const a = sql`select s.from_date as "fromDate", to_char(s.at, \'YYYY-MM-DD"T"HH24\') from s`',
      'export const b = sql`s.to_date`.as(sql`"toDate"`)',
      'export const c = sql`select g."clientCvl" as client_cvl from jsonb_to_recordset($1) as g("clientCvl" text)`',
    ].join('\n'),
  })
  expect(await columnSpellingGate.find(root)).toEqual([
    expect.stringMatching(/^server\/a\.ts:1 names a column "fromDate": /),
    expect.stringMatching(/^server\/a\.ts:2 names a column "fromDate": /),
    expect.stringMatching(/^server\/a\.ts:3 names a column "startsAt": /),
  ])
})

test('finds classes missing in a style sheet, and those that nobody asks for', async () => {
  const root = createPlantedProject({
    'web/ui/a.module.css':
      '.head { margin: 0.5px; }\n.head :global(.mantine-Input) { margin: 0; }\n/* .gone */\n.dead { margin: 0; }\n',
    'web/ui/a.tsx':
      "import classes from './a.module.css'\n\nexport const a = <p className={classes.head}>{classes.gone}</p>\n",
    'web/ui/b.module.css': '.one { margin: 0; }\n',
    'web/ui/b.tsx': "import styles from '#web/ui/b.module.css'\n\nexport const b = (key: string) => styles[key]\n",
  })
  expect(await styleClassesGate.find(root)).toEqual([
    "web/ui/a.tsx:3 asks for .gone, which web/ui/a.module.css doesn't have",
    'web/ui/a.module.css has .dead, which nobody asks for',
  ])
})
