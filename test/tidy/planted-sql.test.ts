import { describe, expect, test } from 'vitest'
import { createPlantedProject } from '../architecture/plant.ts'
import { databaseRulesGate } from './database-rules.ts'
import { duplicationGate } from './duplication.ts'
import { sqlShapeGate } from './sql-shape.ts'

test('the duplication gate names a statement that another template or migration repeats', async () => {
  const columns = Array.from({ length: 12 }, (_, n) => `sum(l.amount${n}) as part${n}`).join(', ')
  const statement = `select ${columns} from posting l where l.account_id = a.id`
  const made = `create function f() returns void language sql as\n$$\n${statement}\n$$;\n`
  const inCode = await duplicationGate.find(
    createPlantedProject({
      'server/one.ts': `const a = sql\`${statement}\`\n`,
      'server/two.ts': `const b = \`${statement}\`\n`,
    }),
  )
  expect(inCode).toEqual([expect.stringMatching(/^server\/two\.ts:1 repeats \d+ tokens of server\/one\.ts:1$/)])
  const inMigration = createPlantedProject({
    'db/tenant/0001_a.sql': made,
    'server/two.ts': `const b = \`${statement}\`\n`,
  })
  expect(await duplicationGate.find(inMigration)).toEqual([
    expect.stringMatching(/^server\/two\.ts:1 repeats \d+ tokens of db\/tenant\/0001_a\.sql:\d$/),
  ])
  const anew = createPlantedProject({
    'db/tenant/0001_a.sql': made,
    'db/tenant/0002_b.sql': made.replace('create', 'create or replace'),
  })
  expect(await duplicationGate.find(anew)).toEqual([])
})

test('the duplication gate allows two lists of texts', async () => {
  const list = (name: string) => `export const ${name} = [\n${"  'a',\n".repeat(90)}]\n`
  expect(
    await duplicationGate.find(
      createPlantedProject({ 'contract/one.ts': list('one'), 'contract/two.ts': list('two') }),
    ),
  ).toEqual([])
})

test('the gate on SQL’s shape names a long function and a long template', async () => {
  const made = (lines: number): string =>
    `create or replace function f() returns void language sql as\n$$\n${'select 1;\n'.repeat(lines)}$$;\n`
  const root = createPlantedProject({
    'db/tenant/0001_a.sql': made(90).replace(' or replace', ''),
    'db/tenant/0002_b.sql': made(10),
    'db/tenant/0003_c.sql': made(68).replace('f()', 'g()'),
    'server/long.ts': `const a = sql\`\n${'  select 1\n'.repeat(71)}\``,
  })
  expect(await sqlShapeGate.find(root)).toEqual([
    'db/tenant/0003_c.sql:1 g has 71 lines; at most 70',
    'server/long.ts:1 a template has 73 lines; at most 70',
  ])
})

describe('rules in the database', () => {
  const schema = [
    'table item',
    "  column state item_state not null default 'a'::item_state",
    '  CREATE TRIGGER item_holds AFTER INSERT ON tenant.item FOR EACH ROW EXECUTE FUNCTION hold_item()',
    '  CREATE TRIGGER item_is_append_only BEFORE DELETE OR UPDATE ON tenant.item FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
  ].join('\n')
  const made = (comment: string): string =>
    `${comment}create or replace function hold_item() returns trigger language plpgsql as\n$$\nbegin\nend\n$$;\n`
  const rules = (listed: string, comment = '') => ({
    'docs/DATABASE.md': listed,
    'db/schema/tenant.sql.txt': schema,
    'db/tenant/0001_a.sql': made('').replace(' or replace', ''),
    'db/tenant/0099_b.sql': made(comment),
  })

  test('the gate names a trigger, state and redefinition missing from the page', async () => {
    const found = await databaseRulesGate.find(
      createPlantedProject(rules('| `item` | `item_gone` | `hold_item` | a rule |\n')),
    )
    expect(found).toEqual([
      'docs/DATABASE.md lacks the trigger item item_holds hold_item',
      'docs/DATABASE.md names the trigger item item_gone hold_item, which is not there',
      'docs/DATABASE.md lacks the table that only grows item',
      'docs/DATABASE.md lacks the state item.state',
      expect.stringMatching(/^db\/tenant\/0099_b\.sql:1 hold_item doesn't say above it: Replaces hold_item of 0001_a$/),
      'docs/DATABASE.md lacks the redefinition tenant hold_item: 0001_a, 0099_b',
    ])
  })

  test('the gate passes a page that lists every database rule', async () => {
    const listed = [
      '| `item` | `item_holds` | `hold_item` | a rule |',
      '',
      '`refuse_change` refuses changes of: `item`.',
      '',
      '| Item | `item.state` | `hold_item` |',
      '',
      '| `tenant` | `hold_item` | `0001_a` | `0099_b` |',
    ].join('\n')
    expect(
      await databaseRulesGate.find(
        createPlantedProject(rules(listed, '-- Replaces hold_item of 0001_a: more is held.\n')),
      ),
    ).toEqual([])
  })
})
