import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Gate } from '../architecture/gate.ts'

/**
 * One name in all rooms: a folder of features is named after a file of the contract, or stands here with what it is. What a feature brings
 * is found by its folder, so that the central files only read these lists.
 */
const withoutContract: Readonly<Record<string, string>> = {
  'server/features/ledger': 'sums and checks of the books; no call of its own',
  'web/features/errors': 'pages for what is not there or not allowed',
  'web/features/public': 'pages before sign-in',
}

const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
const foldersIn = (root: string, room: string): string[] =>
  existsSync(join(root, room))
    ? readdirSync(join(root, room), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    : []
const withManifest = (root: string, room: string): string[] =>
  foldersIn(root, room).filter((name) => existsSync(join(root, room, name, 'feature.ts')))

const header = (written: string): string => `// Written by \`npm run check -- --write\`: ${written}\n`

const listOf = (root: string, house: 'server' | 'web', imported: string): string => {
  const names = withManifest(root, `${house}/features`)
  const imports = [
    `import type { Feature } from '${imported}'`,
    ...names.map((name) => `import { feature as ${camel(name)} } from './${name}/feature.ts'`),
  ]
  const lines = names.map((name) => `  ${camel(name)},`)
  return `${header('every feature.ts beside it.')}${imports.join('\n')}\n\n/** What each feature brings. */\nexport const features: readonly Feature[] = [\n${lines.join('\n')}\n]\n`
}

const messagesOf = (root: string): string => {
  const names = foldersIn(root, 'contract')
    .filter((name) => name !== 'core')
    .filter((name) => existsSync(join(root, 'contract', name, 'messages.ts')))
  const imports = names.map((name) => `import { notifications as ${camel(name)} } from './${name}/messages.ts'`)
  const lines = names.map((name) => `  ...${camel(name)},`)
  return `${header('the messages.ts of every feature.')}${imports.join('\n')}\n\n/** Every kind of notification. */\nexport const notificationEntries = {\n${lines.join('\n')}\n} as const\n`
}

const textTypes = (root: string): string => {
  const names = readdirSync(join(root, 'locales/es'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -3))
    .sort()
  const key = (name: string): string => (name.includes('-') ? `'${name}'` : name)
  const lines = names.map((name) => `      ${key(name)}: typeof import('#locales/es/${name}.ts').default`)
  return `${header('every file of Spanish texts, whose keys are the keys that compile.')}import 'i18next'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
${lines.join('\n')}
    }
  }
}
`
}

/** What is written from the folders of features and texts, by path. */
const writtenFrom = (root: string): Map<string, string> =>
  new Map([
    ['server/features/all-features.ts', listOf(root, 'server', '#server/core/feature.ts')],
    ['web/features/all-features.ts', listOf(root, 'web', '#web/core/feature.ts')],
    ['contract/all-messages.ts', messagesOf(root)],
    ['web/core/i18n-types.d.ts', textTypes(root)],
  ])

/** Writes the lists of features anew. Answers their paths. */
export const writeFeatureLists = (root: string): string[] =>
  [...writtenFrom(root)].map(([path, text]) => {
    writeFileSync(join(root, path), text)
    return path
  })

const nameProblems = (root: string): string[] =>
  (['server/features', 'web/features'] as const).flatMap((room) =>
    foldersIn(root, room)
      .filter((name) => !withoutContract[`${room}/${name}`])
      .filter((name) => !existsSync(join(root, `contract/${name}.ts`)))
      .map((name) => `${room}/${name}: no contract/${name}.ts; a feature has one name in all rooms`),
  )

export const featureLists: Gate = {
  name: 'lists of features',
  find: async (root) => {
    if (!existsSync(join(root, 'locales/es'))) return nameProblems(root)
    const stale = [...writtenFrom(root)]
      .filter(([path, text]) => !existsSync(join(root, path)) || readFileSync(join(root, path), 'utf8') !== text)
      .map(([path]) => `${path} is not what the folders say: npm run check -- --write`)
    return [...nameProblems(root), ...stale]
  },
}
