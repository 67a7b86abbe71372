import { expect, test } from 'vitest'
import { createPlantedProject } from '../architecture/plant.ts'
import { formPartsGate } from './form-parts.ts'
import { functionCommentsGate } from './function-comments.ts'
import { identifiersGate } from './identifiers.ts'
import { importNamesGate } from './import-names.ts'
import { packedLiteralsGate } from './packed-literals.ts'

// Gates over the names and literals of the code; each is shown a violation, as in planted.test.ts.

test('finds aliases of own modules, and contracts of routes imported by their names', async () => {
  const root = createPlantedProject({
    'contract/a.ts': 'export const getA = {}\n',
    'server/features/a/feature.ts':
      "import { getA } from '#contract/a.ts'\nimport { getA as handle } from './get-a.ts'\n\nbuildRoute(getA, handle)\nbuildRoute(getA.page, handle)\n",
    'server/features/b/feature.ts':
      "import * as contract from '#contract/a.ts'\nimport { getA } from './get-a.ts'\n\nbuildRoute(contract.getA, getA)\n",
    'web/features/a/a-screen.tsx': "import type { A as Row } from '#contract/a.ts'\n\nexport const a = <p>{row}</p>\n",
    'web/features/all-features.ts': "import { feature as a } from './a/feature.ts'\n",
    'server/core/sleep.ts': "import { setTimeout as sleep } from 'node:timers/promises'\n",
  })
  expect(await importNamesGate.find(root)).toEqual([
    expect.stringMatching(/^server\/features\/a\/feature\.ts:2 imports getA as handle: /),
    expect.stringMatching(/^server\/features\/a\/feature\.ts:4 serves getA: /),
    expect.stringMatching(/^server\/features\/a\/feature\.ts:5 serves getA: /),
    expect.stringMatching(/^web\/features\/a\/a-screen\.tsx:1 imports A as Row: /),
  ])
})

test('finds spread literals, and declarations of several things by a literal', async () => {
  const root = createPlantedProject({
    'server/a.ts': 'export const a = {\n  ...{ b, c },\n  ...d,\n  ...(e && { f }),\n}\n',
    'server/a.test.ts': 'export const a = [...[1, 2], { ...{ b } }]\n',
    'db/seed/a.ts': "query('insert', [...[id, name], ...rest])\n",
    'server/b.ts': 'const [a, b] = [1, 2]\nconst [c, ...d] = [...new Set([1])]\nconst [e] = f()\n',
    'web/a.ts': "export const words = [...['a', 'b'], ...['c']]\n",
  })
  expect(await packedLiteralsGate.find(root)).toEqual([
    expect.stringMatching(/^db\/seed\/a\.ts:1 spreads a literal: /),
    expect.stringMatching(/^server\/a\.test\.ts:1 spreads a literal: /),
    expect.stringMatching(/^server\/a\.ts:2 spreads a literal: /),
    expect.stringMatching(/^server\/b\.ts:1 declares several things by a literal: /),
  ])
})

test('finds banned words in declared names, and leaves fields and terms alone', async () => {
  const root = createPlantedProject({
    'server/a.ts':
      "const toldAt = 1\nconst f = ({ a: wantedRow, said }: B, [parked]: C) => retold\ntype Wish = string\nconst isFourEyes = standingOrder['told']\n",
    'server/b.ts': 'const { a: __, ...rest } = b\n',
    'web/a.tsx': 'const tellBoss = () => <p>told</p>\n',
    'server/c.ts':
      'const rows = sql`with a as (\n  select 1 as told\n), wanted as materialized (select 2) select told from wanted`\n',
    'web/a.module.css': '/* The bones. */\n.list .bones {\n  margin: 0;\n}\n',
  })
  expect(await identifiersGate.find(root)).toEqual([
    expect.stringMatching(/^server\/a\.ts:1 toldAt: "told" says nothing; /),
    expect.stringMatching(/^server\/a\.ts:2 wantedRow: "wanted" /),
    expect.stringMatching(/^server\/a\.ts:2 parked: "parked" /),
    expect.stringMatching(/^server\/a\.ts:3 Wish: "wish" /),
    expect.stringMatching(/^server\/b\.ts:1 __: an ignored field /),
    expect.stringMatching(/^server\/c\.ts:3 wanted: "wanted" /),
    expect.stringMatching(/^web\/a\.tsx:1 tellBoss: "tell" /),
    expect.stringMatching(/^web\/a\.tsx:1 tellBoss: "boss" /),
    expect.stringMatching(/^web\/a\.module\.css:2 bones: "bones" /),
  ])
})

test('finds forms with buttons, dates, help and marks of their own', async () => {
  const root = createPlantedProject({
    'web/features/a/a-form.tsx':
      'export const a = <Button type="submit" disabled={!name} />\nexport const b = <input type="date" />\nexport const c = <TextInput inputWrapperOrder={order} withAsterisk />\nexport const d = <TextInput withAsterisk={false} type="email" />\n',
    'web/ui/form/submit-button.tsx': 'export const a = <Button type="submit" />\n',
    'web/features/a/a-form.test.tsx': 'export const a = <Button type="submit" />\n',
  })
  expect(await formPartsGate.find(root)).toEqual([
    expect.stringMatching(/^web\/features\/a\/a-form\.tsx:1 sends a form by a button of its own: /),
    expect.stringMatching(/^web\/features\/a\/a-form\.tsx:2 asks for a date in a way of its own: /),
    expect.stringMatching(/^web\/features\/a\/a-form\.tsx:3 moves the help of a field: /),
    expect.stringMatching(/^web\/features\/a\/a-form\.tsx:3 marks a required field: /),
  ])
})

test('finds fields that may stay empty without saying so', async () => {
  const root = createPlantedProject({
    'web/features/a/a-form.tsx': [
      "export const a = <TextInput label={t('a')} {...register('a')} />",
      "export const b = <TextInput label={optional(t('b'))} {...register('b')} />",
      "export const c = <DateField label={t('c')} isOptional {...form.register('c', { validate: isDay })} />",
      "export const d = <DateField label={t('d')} {...form.register('d', { validate: isDay })} />",
      "export const e = <TextInput label={t('e')} {...register('e', { required: 'required' })} />",
      "export const f = <NativeSelect label={t('f')} {...register('f')} />",
    ].join('\n'),
  })
  expect(await formPartsGate.find(root)).toEqual([
    expect.stringMatching(/^web\/features\/a\/a-form\.tsx:1 may stay empty /),
    expect.stringMatching(/^web\/features\/a\/a-form\.tsx:4 may stay empty /),
  ])
})

test('finds exported functions without a comment, and comments that repeat the name', async () => {
  const root = createPlantedProject({
    'rules/a.ts':
      'export const sumCents = (all: bigint[]): bigint => {\n  return all[0]!\n}\nexport const isLong = (text: string): boolean => text.length > 9\n',
    'server/features/a/a.ts':
      'export function checkRow() {\n  throw new Error()\n}\nexport const getRow = () => {\n  return 1\n}\n/** The row of it. */\nexport const buildRow = () => 1\n',
    'server/features/a/feature.ts': 'export const feature = { routes: [buildRoute(contract.getRow, getRow)] }\n',
    'web/ui/a.tsx': 'export const Card = () => {\n  return <p />\n}\n',
    'web/ui/b.ts': '/** In pixels; throws for nothing. */\nexport const measure = () => {\n  return 1\n}\n',
    'web/ui/b.test.ts': 'export const prepare = () => {\n  return 1\n}\n',
  })
  expect(await functionCommentsGate.find(root)).toEqual([
    'rules/a.ts:1 sumCents has no comment',
    'server/features/a/a.ts:1 checkRow has no comment',
    'server/features/a/a.ts:8 the comment of buildRow repeats its name',
  ])
})
