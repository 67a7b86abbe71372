import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-for-tools'
import { expect, test } from 'vitest'
import { filesOf, linesOf } from '../../scripts/lib/feature-files.mjs'
import { findNameProblem, findUntranslatedTitles, namesOf, toSingular } from '../../scripts/lib/feature-names.mjs'
import { projectRoot } from '../architecture/gate.ts'
import { createPlantedProject } from '../architecture/plant.ts'
import { findCopies, isTooLong } from './duplication.ts'
import { featureListsGate, writeFeatureLists } from './features.ts'
import { isTestFile, readSources } from './sources.ts'
import { textWordsGate } from './text-words.ts'
import { formatGate } from './tools.ts'

const names = namesOf('late-fees', 'late-fee')
const files = filesOf(names, '9999')
const namesWithJob = namesOf('late-fees', 'late-fee', {
  job: true,
  notification: true,
  titles: { es: 'Comisiones por demora', en: "Late payers' fees", pt: 'Comissões por atraso' },
})
const filesWithJob = filesOf(namesWithJob, '9999')

test.each([
  ['a new feature', files],
  ['a new feature with a job and a notification', filesWithJob],
])('files of %s are formatted and found by name in every layer', async (_, written) => {
  const root = createPlantedProject({
    ...written,
    'db/tables/core/privileges.ts': 'export {}\n',
    'web/core/text-types.ts': 'export type TextFiles = {}\n',
    'test/permissions/world.ts': 'export {}\n',
  })
  expect((await formatGate.find(root)).filter((line) => line.includes('late-fee'))).toEqual([])
  await writeFeatureLists(root)
  expect(await featureListsGate.find(root)).toEqual([])
  expect(readFileSync(join(root, 'locales/pt/written/screens.ts'), 'utf8')).toContain('lateFees: ')
  expect(await textWordsGate.find(root)).toEqual([])
})

/** What the compiler says of these files as if they stood in the project; what they import is the project's own. */
const compileInProject = (written: Readonly<Record<string, string>>): string[] => {
  const added = new Map(Object.entries(written).map(([path, text]) => [join(projectRoot, path), text]))
  const { config } = ts.readConfigFile(join(projectRoot, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, projectRoot)
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (path) => added.get(path) ?? readFile(path)
  host.fileExists = (path) => added.has(path) || fileExists(path)
  const program = ts.createProgram({
    rootNames: [...added.keys()],
    options: { ...options, types: [], noEmit: true },
    host,
  })
  return [...added.keys()].flatMap((path) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')),
  )
}

test('the contract of a new feature with a job and a notification compiles', () => {
  const contractFiles = Object.entries(filesWithJob).filter(([path]) => path.startsWith('contract/'))
  expect(contractFiles.map(([path]) => path)).toContain('contract/late-fees/messages.ts')
  const isOfContract = ({ path }: { path: string }): boolean => path.startsWith('contract/')
  const shared = linesOf(namesWithJob)
    .filter(isOfContract)
    .map(({ path, before, line }) => {
      const text = readFileSync(join(projectRoot, path), 'utf8')
      return [path, text.replace(before, () => line + before)] as const
    })
  expect(compileInProject(Object.fromEntries([...contractFiles, ...shared]))).toEqual([])
})

/** The properties that a type of the file asks for. */
const listRequiredProps = (path: string, typeName: string): string[] => {
  const names: string[] = []
  const visit = (node: ts.Node): void => {
    if (!ts.isPropertySignature(node)) ts.forEachChild(node, visit)
    else if (!node.questionToken) names.push(node.name.getText())
  }
  const source = ts.createSourceFile(path, readFileSync(join(projectRoot, path), 'utf8'), ts.ScriptTarget.Latest, true)
  source.statements
    .filter(ts.isTypeAliasDeclaration)
    .find(({ name }) => name.text === typeName)!
    .forEachChild(visit)
  return names
}

test('the screen of a new feature gives everything that a list asks for', () => {
  const requiredProps = [
    ...listRequiredProps('web/ui/list/list-view.tsx', 'ListViewProps'),
    ...listRequiredProps('web/ui/list/list-screen.tsx', 'Props'),
  ]
  expect(requiredProps).toEqual(expect.arrayContaining(['list', 'emptyHint', 'context']))
  const screen = files['web/features/late-fees/late-fees-screen.tsx']!
  expect(requiredProps.filter((name) => !screen.includes(` ${name}={`))).toEqual([])
})

test('two new features are no copies of each other', () => {
  const root = createPlantedProject({ ...files, ...filesOf(namesOf('visits', 'visit'), '9998') })
  const sources = readSources(root, /\.(tsx?|sql)$/).filter(({ path }) => !isTestFile(path))
  expect(findCopies(sources).copies.filter(isTooLong)).toEqual([])
})

test('a new feature costs fourteen files, and a line in one shared one', () => {
  expect(Object.keys(files)).toHaveLength(14)
  expect(linesOf(names)).toHaveLength(1)
  for (const { path, before } of linesOf(namesWithJob))
    expect(readFileSync(join(projectRoot, path), 'utf8').split(before)).toHaveLength(2)
})

test('a job and a notification cost four files more', () => {
  expect(Object.keys(filesWithJob)).toHaveLength(18)
  expect(linesOf(namesWithJob)).toHaveLength(1)
})

test('module and address of a new feature follow its Spanish title', () => {
  expect(namesWithJob).toMatchObject({ module: 'bt_ComisionesPorDemora', path: '/crm/ComisionesPorDemora' })
  expect(names).toMatchObject({ module: 'bt_LateFees', path: '/crm/LateFees' })
})

test('says which languages still have the name of a new feature as its title', () => {
  expect(findUntranslatedTitles('late-fees', { es: 'Comisiones por demora' })).toBe(
    'The screen is called "Late fees" there yet: translate it in locales/pt/late-fees.ts.',
  )
  expect(findUntranslatedTitles('late-fees', namesWithJob.titles)).toBeUndefined()
})

test.each([
  ['Late Fees', 'for example late-fees'],
  ['lateFees', 'for example late-fees'],
  ['comisión', 'for example comision'],
  ['2fees', 'for example fees'],
  ['late_fees', 'for example late-fees'],
  ['core', 'means something else already'],
  ['class', 'means something else already'],
  ['user', 'means something else already'],
  ['a'.repeat(41), 'at most 40 letters'],
])('refuses to call a feature %s and says how to mend it', (name, answer) => {
  expect(findNameProblem('NAME', name)).toContain(answer)
})

test.each([
  ['visits', 'visit'],
  ['entries', 'entry'],
  ['news', 'new'],
  ['address', undefined],
  ['staff', undefined],
])('knows one of %s by its plural where it is a plain one', (feature, row) => {
  expect(findNameProblem('NAME', feature)).toBeUndefined()
  expect(toSingular(feature)).toBe(row)
})
