import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, linesOf, namesOf } from '../../scripts/lib/feature-files.mjs'
import { projectRoot } from '../architecture/gate.ts'
import { createPlantedProject } from '../architecture/plant.ts'
import { featureListsGate, writeFeatureLists } from './features.ts'
import { formatGate } from './tools.ts'

const names = namesOf('late-fees', 'late-fee')
const files = filesOf(names, '9999')

test('files of a new feature are formatted and found by name in every layer', async () => {
  const root = createPlantedProject({
    ...files,
    'web/core/i18n-types.d.ts': 'export {}\n',
    'test/permissions/world.ts': 'export {}\n',
  })
  expect((await formatGate.find(root)).filter((line) => line.includes('late-fee'))).toEqual([])
  await writeFeatureLists(root)
  expect(await featureListsGate.find(root)).toEqual([])
  expect(readFileSync(join(root, 'locales/pt/written/screens.ts'), 'utf8')).toContain("lateFees: 'Late fees'")
})

test('a new feature costs thirteen files, and a line in two shared files', () => {
  expect(Object.keys(files)).toHaveLength(13)
  for (const { path, before } of linesOf(names))
    expect(readFileSync(join(projectRoot, path), 'utf8').split(before)).toHaveLength(2)
})
