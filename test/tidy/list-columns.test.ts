import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { ListContract } from '#contract/core/list.ts'
import { buildExportColumns } from '#server/reports/list-columns.ts'
import { projectRoot } from '../architecture/gate.ts'

const isListContract = (value: unknown): value is ListContract =>
  typeof value === 'object' && value !== null && 'exportRows' in value
const contractFolder = join(projectRoot, 'contract')
const contractModules = await Promise.all(
  readdirSync(contractFolder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => import(pathToFileURL(join(contractFolder, file)).href) as Promise<Record<string, unknown>>),
)
const lists = contractModules.flatMap((found) => Object.values(found).filter(isListContract))

type Texts = Record<string, unknown>
const loadTexts = async (language: string, namespace: string): Promise<Texts> =>
  (await import(pathToFileURL(join(projectRoot, 'locales', language, `${namespace}.ts`)).href)).default

/** The texts that a list names, as its files have them: its own, and those of others under their names. */
const loadListTexts = async (language: string, { texts, columns }: ListContract): Promise<Texts> => {
  const places = Object.values(columns).flatMap(({ label, words }) => [label ?? '', words ?? ''])
  const others = [...new Set(places.filter((place) => place.includes(':')).map((place) => place.split(':')[0]!))]
  const loaded = await Promise.all(others.map(async (name) => [name, await loadTexts(language, name)] as const))
  return { ...(await loadTexts(language, texts)), ...Object.fromEntries(loaded) }
}

/** The codes that a column can hold, where its schema names them. */
const listCodes = (schema: z.ZodType | undefined): readonly string[] => {
  if (schema === undefined) return []
  const { entries, innerType } = schema.def as { entries?: Record<string, string>; innerType?: z.ZodType }
  return entries ? Object.values(entries) : listCodes(innerType)
}

const findMissingWords = async (language: string, list: ListContract): Promise<string[]> => {
  const texts = await loadListTexts(language, list)
  const columns = buildExportColumns(list, () => texts)
  return Object.entries(columns).flatMap(([key, { heading, word }]) => {
    const codes = word ? listCodes(list.row.shape[key] as z.ZodType | undefined) : []
    return [
      ...(heading(texts) ? [] : [`${list.path} ${key}: heading`]),
      ...codes.filter((code) => !word!(code, texts, language)).map((code) => `${list.path} ${key}: ${code}`),
    ]
  })
}

test.each(['es', 'en', 'pt'])('columns of every list have heading and words for each code in %s', async (language) => {
  expect(lists.length).toBeGreaterThan(25)
  expect((await Promise.all(lists.map((list) => findMissingWords(language, list)))).flat()).toEqual([])
})

test('a column whose codes are shown names the words for them', () => {
  const wordless = lists.flatMap(({ path, row, columns }) =>
    Object.entries(columns).flatMap(([key, { words, kind }]) =>
      listCodes(row.shape[key] as z.ZodType | undefined).length > 0 && !words && !kind ? [`${path} ${key}`] : [],
    ),
  )
  expect(wordless).toEqual([])
})
