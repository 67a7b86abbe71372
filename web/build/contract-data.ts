import { type Plugin, runnerImport } from 'vite'

const isSchema = (value: object): boolean => '_zod' in value

/** What only the server needs beside the schemas: descriptions, and names and widths of the columns of files. */
const serverKeys: readonly string[] = ['summary', 'exportColumns', 'width']

/** A value of the contract without what only the server needs. Undefined for what isn't data. */
const stripSchemas = (value: unknown): unknown => {
  if (typeof value === 'function' || value === undefined) return undefined
  if (value === null || typeof value !== 'object') return value
  if (isSchema(value)) return undefined
  if (Array.isArray(value)) return value.map(stripSchemas)
  const fields = Object.entries(value).flatMap(([key, inner]) => {
    const data = serverKeys.includes(key) ? undefined : stripSchemas(inner)
    return data === undefined ? [] : [[key, data] as const]
  })
  return Object.fromEntries(fields)
}

const contractFilePattern = /\/contract\/.*\.ts$/
/** Files with schemas, of their own or by a function that declares a call. */
const schemaImportPattern = /^import \{ z \} from 'zod'|^import \{[^}]*\bdefine[A-Z]\w*\b[^}]*\} from '/m

/**
 * The contract as the page has it: paths, methods, checks of filters and lists of words, without the schemas, which the server
 * parses by. A function or a schema that stands beside schemas isn't there for the page: importing it fails the build.
 * See docs/decisions/0038-contract-as-data.md
 */
export const contractDataPlugin = (): Plugin => ({
  name: 'contract-data',
  enforce: 'pre',
  transform: {
    filter: { id: contractFilePattern, code: schemaImportPattern },
    async handler(_code, id) {
      const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, { configFile: false })
      for (const path of dependencies) this.addWatchFile(path)
      const exported = Object.entries(module).flatMap(([name, value]) => {
        const data = stripSchemas(value)
        return data === undefined ? [] : [`export const ${name} = ${JSON.stringify(data)}`]
      })
      return { code: exported.join('\n'), map: null }
    },
  },
})
