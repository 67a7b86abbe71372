import { expect, test } from 'vitest'
import audit from '#locales/es/audit.ts'
import { projectRoot } from '../architecture/gate.ts'
import { isTestFile, readSources } from './sources.ts'

/** Listed for nobody: it would tell which people are users. */
const unlistedActions = ['password.resetUnknown']

const writtenActionPattern =
  /\b\w*[aA]udit\w*\(\s*(?:\w+,\s*)*'([a-zA-Z]+\.[a-zA-Z]+)'|\baction: '([a-zA-Z]+\.[a-zA-Z]+)'/g
const writtenEntityPattern = /\baction: '[a-zA-Z]+\.[a-zA-Z]+',\s*entity: '(\w+)'/g

const sources = readSources(projectRoot, /^server\/.*\.ts$/).filter(({ path }) => !isTestFile(path))
const findWritten = (pattern: RegExp): string[] => [
  ...new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? ''))),
]

test('every action that the server audits has its words', () => {
  const words = { ...audit.actions, ...audit.accesses.actions }
  const actions = findWritten(writtenActionPattern)
  expect(actions).toContain('listView.shared')
  const unnamed = actions.filter((action) => !(action.replace('.', '_') in words))
  expect(unnamed).toEqual(unlistedActions)
})

test('every kind of record that the server audits has its words', () => {
  const entities = findWritten(writtenEntityPattern)
  expect(entities).toContain('user')
  expect(entities.filter((entity) => !(entity in audit.entities))).toEqual([])
})
