import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import type { Gate } from '../architecture/gate.ts'
import { findFieldWordProblems } from './field-words.ts'

/**
 * One name in all rooms: a folder of features is named after a file of the contract, or stands here with what it is. What a feature brings
 * is found by its folder, so that the central files only read these lists.
 */
const featuresWithoutContract: Readonly<Record<string, string>> = {
  'server/features/ledger': 'sums and checks of the books; no call of its own',
  'web/features/errors': 'pages for what is not there or not allowed',
  'web/features/public': 'pages before sign-in',
}

const toCamelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const listFolders = (root: string, room: string): string[] =>
  existsSync(join(root, room))
    ? readdirSync(join(root, room), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    : []
const listFeatureNames = (root: string, room: string): string[] =>
  listFolders(root, room).filter((name) => existsSync(join(root, room, name, 'feature.ts')))

const buildFileHeader = (written: string): string => `// Written by \`npm run check -- --write\`: ${written}\n`

const buildFeatureList = (root: string, house: 'server' | 'web', imported: string): string => {
  const names = listFeatureNames(root, `${house}/features`)
  const imports = [
    `import type { Feature } from '${imported}'`,
    ...names.map((name) => `import { feature as ${toCamelCase(name)} } from './${name}/feature.ts'`),
  ]
  const lines = names.map((name) => `  ${toCamelCase(name)},`)
  return `${buildFileHeader('every feature.ts beside it.')}${imports.join('\n')}\n\n/** What each feature brings. */\nexport const features: readonly Feature[] = [\n${lines.join('\n')}\n]\n`
}

type ContractPart = { file: string; exported: string; name: string; comment: string }

/** What features bring to the contract in a file of a fixed name. */
const buildContractList = (
  root: string,
  { file, exported, name, comment }: ContractPart,
  [open, close]: readonly [string, string] = ['{', '}'],
): string => {
  const names = listFolders(root, 'contract').filter(
    (folder) => folder !== 'core' && existsSync(join(root, 'contract', folder, file)),
  )
  const imports = names.map((folder) => `import { ${exported} as ${toCamelCase(folder)} } from './${folder}/${file}'`)
  const lines = names.map((folder) => `  ...${toCamelCase(folder)},`)
  return `${buildFileHeader(`the ${file} of every feature.`)}${imports.join('\n')}\n\n/** ${comment} */\nexport const ${name} = ${open}\n${lines.join('\n')}\n${close} as const\n`
}

const buildMessageList = (root: string): string =>
  buildContractList(root, {
    file: 'messages.ts',
    exported: 'notifications',
    name: 'notificationEntries',
    comment: 'Every kind of notification.',
  })

const buildGrantList = (root: string): string =>
  buildContractList(root, {
    file: 'grants.ts',
    exported: 'grants',
    name: 'moduleGrants',
    comment: 'What each role may do in each module.',
  })

const buildSubjectList = (root: string): string =>
  buildContractList(root, {
    file: 'subjects.ts',
    exported: 'subjects',
    name: 'moduleSubjects',
    comment: 'What the answers of each module are about.',
  })

const buildTaskList = (root: string): string =>
  buildContractList(root, {
    file: 'tasks.ts',
    exported: 'tasks',
    name: 'approvalTasks',
    comment: 'Every kind of change that a second person checks.',
  })

const buildRefusalList = (root: string): string =>
  buildContractList(root, {
    file: 'refusals.ts',
    exported: 'refusals',
    name: 'featureRefusals',
    comment: 'The codes of refusals of the features, each with its HTTP status.',
  })

const buildJobList = (root: string): string =>
  buildContractList(
    root,
    {
      file: 'jobs.ts',
      exported: 'jobs',
      name: 'featureJobNames',
      comment: 'Every job of the features.',
    },
    ['[', ']'],
  )

/** The orders of fields, each by itself: where two name one field, the page finds an order that keeps both. */
const buildFieldOrderList = (root: string): string => {
  const names = listFolders(root, 'contract').filter((folder) =>
    existsSync(join(root, 'contract', folder, 'field-order.ts')),
  )
  const imports = names.map((name) => `import { fieldOrder as ${toCamelCase(name)} } from './${name}/field-order.ts'`)
  const lines = names.map((name) => `  ${toCamelCase(name)},`)
  return `${buildFileHeader('the field-order.ts of every feature.')}${imports.join('\n')}\n\n/** In which order each feature reads the fields of its changes. */\nexport const fieldOrders: readonly (readonly string[])[] = [\n${lines.join('\n')}\n]\n`
}

const listTableFiles = (root: string): string[] =>
  existsSync(join(root, 'db/tables'))
    ? readdirSync(join(root, 'db/tables'))
        .filter((file) => file.endsWith('.ts') && file !== 'all-tables.ts')
        .map((file) => file.slice(0, -3))
        .sort()
    : []

const buildTableList = (root: string): string => {
  const names = listTableFiles(root)
  const core = 'core/feature-tables'
  const imports = [...names, core]
    .sort()
    .map((name) =>
      name === core
        ? `import type { FeatureTables } from './${core}.ts'`
        : `import { manifest as ${toCamelCase(name)} } from './${name}.ts'`,
    )
  const lines = names.map((name) => `  ${toCamelCase(name)},`)
  return `${buildFileHeader('every file of tables beside it.')}${imports.join('\n')}\n\n/** What each feature says of its tables. */\nexport const featureTables: readonly FeatureTables[] = [\n${lines.join('\n')}\n]\n`
}

const buildIconList = (root: string): string => {
  const manifests = listFeatureNames(root, 'web/features').map((name) =>
    readFileSync(join(root, 'web/features', name, 'feature.ts'), 'utf8'),
  )
  const names = new Set(manifests.flatMap((text) => [...text.matchAll(/icon: '(\w+)'/g)].map(([, name]) => name!)))
  const lines = [...names].sort().map((name) => `  ${name},\n`)
  return `${buildFileHeader('the icons that every feature.ts beside it names.')}import {\n${lines.join('')}} from '@tabler/icons-react'\n\n/** The signs of all screens, by name. */\nexport const icons = {\n${lines.join('')}}\n`
}

const buildPermissionList = (root: string): string => {
  const names = listFolders(root, 'server/features').filter((name) =>
    existsSync(join(root, 'server/features', name, 'test-permissions.ts')),
  )
  const imports = names.map(
    (name) => `import { permissions as ${toCamelCase(name)} } from '#server/features/${name}/test-permissions.ts'`,
  )
  const lines = names.map((name) => `  ${toCamelCase(name)},`)
  return `${buildFileHeader('the test-permissions.ts of every feature.')}${imports.join('\n')}\nimport type { FeaturePermissions } from './feature-permissions.ts'\n\nexport const permissions: readonly FeaturePermissions[] = [\n${lines.join('\n')}\n]\n`
}

const buildTextTypes = (root: string): string => {
  const names = readdirSync(join(root, 'locales/es'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
    .sort()
  const key = (name: string): string => (name.includes('-') ? `'${name}'` : name)
  const imports = names.map((name) => `import type ${toCamelCase(name)}Texts from '#locales/es/${name}.ts'`)
  const lines = names.map((name) => `  ${key(name)}: typeof ${toCamelCase(name)}Texts`)
  return `${buildFileHeader('every file of Spanish texts, whose keys are the keys that compile.')}${imports.join('\n')}

export type TextFiles = {
${lines.join('\n')}
}
`
}

const languages = ['es', 'en', 'pt'] as const
type TextTree = { [key: string]: string | TextTree }

const mergeTexts = (one: TextTree, other: TextTree): TextTree => {
  const both: TextTree = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const before = both[key]
    if (before !== undefined && (typeof before === 'string' || typeof value === 'string'))
      throw new Error(`the texts ${key} stand in two features`)
    both[key] = typeof value === 'string' ? value : mergeTexts(before ?? {}, value)
  }
  return both
}

/** What is written from the words isn't asked for them: it may not be there yet. */
const ignoreGeneratedPlugin: Plugin = {
  name: 'without written files',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/written\// }, ({ path }) => ({ path, namespace: 'written' }))
    onLoad({ filter: /.*/, namespace: 'written' }, () => ({ contents: 'module.exports = {}', loader: 'js' }))
  },
}

/** The `words` of every file of a language, by section. Bundled first: the files are TypeScript, and stand anywhere. */
const readTexts = async (root: string, language: string): Promise<TextTree> => {
  const folder = join(root, 'locales', language)
  const names = readdirSync(folder)
    .filter(
      (file) => file.endsWith('.ts') && readFileSync(join(folder, file), 'utf8').includes('\nexport const words = '),
    )
    .sort()
  const contents = names.map((file, n) => `export { words as words${n} } from './${file}'`).join('\n')
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    format: 'esm',
    write: false,
    plugins: [ignoreGeneratedPlugin],
  })
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')
  const found = (await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as Record<string, TextTree>
  return names.map((_, n) => found[`words${n}`]!).reduce(mergeTexts, {})
}

const formatTextLiteral = (words: string | TextTree, indent: string): string => {
  if (typeof words === 'string')
    return words.includes("'") ? JSON.stringify(words) : `'${words.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}'`
  if (Object.keys(words).length === 0) return '{}'
  const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)
  const lines = Object.entries(words).map(
    ([name, value]) => `${indent}  ${key(name)}: ${formatTextLiteral(value, `${indent}  `)},\n`,
  )
  return `{\n${lines.join('')}${indent}}`
}

/**
 * Titles of screens are there before anybody has signed in, refusals with the first page, names of fields with the page of an event or of a change;
 * the other sections come with the lists that show them.
 */
const ownTextFiles: Readonly<Record<string, readonly string[]>> = {
  screens: ['screens'],
  refusals: ['refusals'],
  'audit-words': ['auditFields', 'auditValues'],
  'change-words': ['changeFields', 'changeValues'],
}

const formatTextFiles = (language: string, sections: TextTree, names: readonly string[]): [string, string][] => {
  const ownSections = Object.values(ownTextFiles).flat()
  const files = { ...ownTextFiles, words: names.filter((name) => !ownSections.includes(name)) }
  return Object.entries(files).map(([file, shown]) => [
    `locales/${language}/written/${file}.ts`,
    buildFileHeader('the `words` of every file beside its folder.') +
      shown.map((name) => `export const ${name} = ${formatTextLiteral(sections[name] ?? {}, '')}\n`).join('\n'),
  ])
}

/** Each language has the sections of the Spanish, Mexican those words that differ. */
const generateTextFiles = async (root: string): Promise<[string, string][]> => {
  const present = [...languages, 'mx'].filter((language) => existsSync(join(root, 'locales', language)))
  if (!present.includes('es')) return []
  const texts = await Promise.all(present.map((language) => readTexts(root, language)))
  const names = Object.keys(texts[present.indexOf('es')]!).sort()
  return present.flatMap((language, n) => formatTextFiles(language, texts[n]!, names))
}

/** The fields of before and after, which the compiler knows by their Spanish words. */
const generateFieldTypes = async (root: string): Promise<string> => {
  const texts = existsSync(join(root, 'locales/es')) ? await readTexts(root, 'es') : {}
  const listFields = (section: string): string =>
    Object.keys(texts[section] ?? {})
      .map((name) => `  ${name}?: unknown\n`)
      .join('')
  return `${buildFileHeader('the `changeFields` and `auditFields` of the Spanish words.')}
/** Before or after of a change, by field. */
export type ChangeFacts = {
${listFields('changeFields')}}

/** What the audit calls otherwise than a change, or alone says of before and after. */
export type AuditWordFacts = {
${listFields('auditFields')}}
`
}

/** What is written from the folders of features and texts, by path. */
const generateFiles = async (root: string): Promise<Map<string, string>> =>
  new Map([
    ['server/features/all-features.ts', buildFeatureList(root, 'server', '#server/core/feature.ts')],
    ['web/features/all-features.ts', buildFeatureList(root, 'web', '#web/core/feature.ts')],
    ['web/features/all-icons.ts', buildIconList(root)],
    ['test/permissions/all-permissions.ts', buildPermissionList(root)],
    ['contract/all-messages.ts', buildMessageList(root)],
    ['contract/all-grants.ts', buildGrantList(root)],
    ['contract/all-subjects.ts', buildSubjectList(root)],
    ['contract/all-tasks.ts', buildTaskList(root)],
    ['contract/all-jobs.ts', buildJobList(root)],
    ['contract/all-refusals.ts', buildRefusalList(root)],
    ['contract/all-fields.ts', await generateFieldTypes(root)],
    ['contract/all-field-orders.ts', buildFieldOrderList(root)],
    ['db/tables/all-tables.ts', buildTableList(root)],
    ['web/core/text-types.ts', buildTextTypes(root)],
    ...(await generateTextFiles(root)),
  ])

/** Writes the lists of features anew. Answers their paths. */
export const writeFeatureLists = async (root: string): Promise<string[]> =>
  [...(await generateFiles(root))].map(([path, text]) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
    return path
  })

const listTextKeys = (words: TextTree, path = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : listTextKeys(value, `${path}${key}.`),
  )

/** Every language has the words of the Spanish, and no others. */
const findTextProblems = async (root: string): Promise<string[]> => {
  const source = listTextKeys(await readTexts(root, 'es'))
  const others = languages.filter((language) => language !== 'es' && existsSync(join(root, 'locales', language)))
  const found = await Promise.all(
    others.map(async (language) => {
      const keys = listTextKeys(await readTexts(root, language))
      return [
        ...source.filter((key) => !keys.includes(key)).map((key) => `locales/${language} lacks the words ${key}`),
        ...keys
          .filter((key) => !source.includes(key))
          .map((key) => `locales/${language} has the words ${key}, Spanish not`),
      ]
    }),
  )
  return found.flat()
}

const findFeatureNameProblems = (root: string): string[] =>
  (['server/features', 'web/features'] as const).flatMap((room) =>
    listFolders(root, room)
      .filter((name) => !featuresWithoutContract[`${room}/${name}`])
      .filter((name) => !existsSync(join(root, `contract/${name}.ts`)))
      .map((name) => `${room}/${name}: no contract/${name}.ts; a feature has one name in all rooms`),
  )

const findTableNameProblems = (root: string): string[] =>
  listTableFiles(root)
    .filter(
      (name) => !existsSync(join(root, `contract/${name}.ts`)) && !featuresWithoutContract[`server/features/${name}`],
    )
    .map((name) => `db/tables/${name}.ts: no contract/${name}.ts; tables stand with the feature that they are of`)

export const featureListsGate: Gate = {
  name: 'lists of features',
  find: async (root) => {
    const wrongNames = [...findFeatureNameProblems(root), ...findTableNameProblems(root)]
    if (!existsSync(join(root, 'locales/es'))) return wrongNames
    const stale = [...(await generateFiles(root))]
      .filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
      .map(([path]) => `${path} is not what the folders say: npm run check -- --write`)
    const fieldWords = findFieldWordProblems(root, await readTexts(root, 'es'))
    return [...wrongNames, ...(await findTextProblems(root)), ...fieldWords, ...stale]
  },
}
