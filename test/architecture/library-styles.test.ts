import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const stylesFolder = 'node_modules/@mantine/core/styles'
const styleFiles = ['web/app/styles/first.ts', 'web/app/styles/shell.ts']

/** Parts of the library that others are made of. */
const innerParts: Readonly<Record<string, readonly string[]>> = {
  MultiSelect: ['Combobox', 'Pill', 'PillsInput'],
  SegmentedControl: ['FloatingIndicator'],
  Select: ['Combobox'],
}

const listUsedParts = (source: string): string[] => {
  const names = [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)]
    .flatMap(([, list]) => list!.split(','))
    .map((name) => name.trim())
  return names.flatMap((name) => [name, ...(innerParts[name] ?? [])])
}

const findMissingStyles = (source: string, loaded: string): string[] =>
  [...new Set(listUsedParts(source))].filter(
    (part) => existsSync(join(stylesFolder, `${part}.layer.css`)) && !loaded.includes(`/${part}.layer.css'`),
  )

const loaded = styleFiles.map((path) => readFileSync(path, 'utf8')).join('')

test('every part of the library that a page uses has its styles', () => {
  const paths = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'))
  const source = paths.map((path) => readFileSync(join('web', path), 'utf8')).join('')
  expect(findMissingStyles(source, loaded)).toEqual([])
})

test('a part without its styles is named', () => {
  expect(findMissingStyles("import { Accordion, type MenuProps } from '@mantine/core'", loaded)).toEqual(['Accordion'])
  expect(findMissingStyles("import { MultiSelect } from '@mantine/core'", '')).toEqual([
    'Combobox',
    'Pill',
    'PillsInput',
  ])
})
