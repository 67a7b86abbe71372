import { resolve } from 'node:path'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import { languageTags } from '#web/core/language-tags.ts'
import { readTexts } from './texts.ts'

const root = resolve(import.meta.dirname, '../..')
const folders = { es: ['es'], en: ['en'], 'pt-PT': ['pt'], 'es-MX': ['es', 'mx'] } as const

/** The texts of a language as the page counts them: `feature:key` and a number give one of its forms. */
const readCountedTexts = async (tag: keyof typeof folders) => {
  const layers = await Promise.all(folders[tag].map((folder) => readTexts(root, folder)))
  const texts = new Map(layers.flatMap((layer) => [...layer]))
  const i18n = createInstance()
  await i18n.init({
    lng: tag,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    resources: { [tag]: { translation: Object.fromEntries(texts) } },
  })
  const keys = [...texts.keys()].filter((key) => key.endsWith('_one')).map((key) => key.slice(0, -'_one'.length))
  // Any key, not only those that the product names in its source.
  const translate = i18n.t as (key: string, options: object) => string
  const count = (key: string, number: number) => translate(key, { count: number, skipInterpolation: true })
  return { texts, keys, count }
}

test.each(Object.values(languageTags))('every counted text says none as several in %s', async (tag) => {
  const { texts, keys, count } = await readCountedTexts(tag)
  expect(keys.length).toBeGreaterThan(50)
  expect(keys.filter((key) => count(key, 0) !== texts.get(`${key}_other`))).toEqual([])
  expect(keys.filter((key) => count(key, 1) !== texts.get(`${key}_one`))).toEqual([])
})
