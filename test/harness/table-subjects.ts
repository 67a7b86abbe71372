import { readFileSync } from 'node:fs'
import { getAnswerSubjects, getChangedSubjects } from '#contract/answer-subjects.ts'
import type { DataSubject } from '#contract/core/data-subjects.ts'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { tableEntries } from '#db/tables/core/table-entries.ts'

/** What the rows of the registry's tables are about; `null` where no answer shows them, or the page hears of them otherwise. */
const registrySubjects: Readonly<Record<string, DataSubject | null>> = {
  app_user: 'access',
  membership: 'access',
  password_reset: 'access',
  totp: 'access',
  passkey: 'access',
  recovery_code: 'access',
  audit_event: 'audit',
  audit_seal: 'audit',
  credential: 'personal',
  sign_in_place: 'personal',
  tenant: 'settings',
  notification: null,
  mail: null,
  session: null,
  call_limit: null,
  draft: null,
  preference: null,
  sign_in_attempt: null,
  installation: null,
  migration: null,
}

/** Of every table that says it, what its rows are about. */
const subjectByTable: ReadonlyMap<string, DataSubject | null> = new Map([
  ...Object.entries(tableEntries).flatMap(([table, { subject }]) =>
    subject === undefined ? [] : [[table, subject] as const],
  ),
  ['migration', null],
  ...Object.entries(registrySubjects).map(([table, subject]) => [`registry.${table}`, subject] as const),
])

/** Who may see something, and why: nearly every answer reads these, and need not be about them. */
const subjectsReadByTheWay: readonly (DataSubject | null)[] = [null, 'access', 'approvals', 'audit']
/** The same of these, or for a name. */
const tablesReadByTheWay: readonly string[] = [
  'office',
  'setting',
  'interest_through',
  'client_list',
  'account_holder',
  'declared_relative',
  'registry.credential',
  'registry.tenant',
]
const isReadByTheWay = (table: string): boolean =>
  tablesReadByTheWay.includes(table) || subjectsReadByTheWay.includes(subjectByTable.get(table) ?? null)

const schemas = ['tenant', 'registry'] as const
type Schema = (typeof schemas)[number]
const descriptions = schemas.map((schema) => ({
  schema,
  text: readFileSync(`db/schema/${schema}.sql.txt`, 'utf8'),
}))
const qualify = (schema: string, table: string): string => (schema === 'tenant' ? table : `${schema}.${table}`)

/** Every table of the committed description, as `table` or `registry.table`. */
export const allTables = new Set(
  descriptions.flatMap(({ schema, text }) =>
    [...text.matchAll(/^table (\w+)/gm)].map(([, table]) => qualify(schema, table!)),
  ),
)

/** Tables that neither have a subject nor are said to have none. */
export const findUnmappedTables = (): string[] => [...allTables].filter((table) => !subjectByTable.has(table))

type SqlFunction = { schema: Schema; body: string }
const functions = new Map<string, SqlFunction>(
  descriptions.flatMap(({ schema, text }) =>
    [
      ...text.matchAll(/CREATE OR REPLACE (?:FUNCTION|PROCEDURE) \w+\.(\w+)\([\s\S]*?AS \$(\w+)\$([\s\S]*?)\$\2\$/g),
    ].map(([, name, , body]) => [name!, { schema, body: body! }] as const),
  ),
)

type Trigger = { events: string; calls: string }
const triggers = new Map<string, Trigger[]>()
for (const { text } of descriptions)
  for (const [, events, schema, table, calls] of text.matchAll(
    /CREATE (?:CONSTRAINT )?TRIGGER \w+ (?:BEFORE|AFTER) ([\w ]+?) ON (\w+)\.(\w+)[^\n]*EXECUTE FUNCTION (?:\w+\.)?(\w+)\(/g,
  )) {
    const name = qualify(schema!, table!)
    triggers.set(name, [...(triggers.get(name) ?? []), { events: events!, calls: calls! }])
  }

const removeTexts = (statement: string): string =>
  statement
    .replace(/--[^\n]*/g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
const findTable = (name: string, schema: Schema): string | undefined => {
  const bare = name.replace(/^tenant\./, '')
  return [bare, qualify(schema, bare)].find((table) => allTables.has(table))
}
const listCalls = (text: string): string[] =>
  [...text.matchAll(/\b(\w+)\s*\(/g)].map(([, name]) => name!).filter((name) => functions.has(name))

const verbs: Readonly<Record<string, string>> = {
  'insert into': 'INSERT',
  'delete from': 'DELETE',
  update: 'UPDATE',
}

/** Adds the tables that a text writes, with what its functions and the triggers of those tables write in turn. */
const collectWrittenTables = (statement: string, schema: Schema, tables: Set<string>, seen: Set<string>): void => {
  const text = removeTexts(statement)
  const follow = (name: string): void => {
    const called = functions.get(name)
    if (!called || seen.has(name)) return
    seen.add(name)
    collectWrittenTables(called.body, called.schema, tables, seen)
  }
  for (const [, verb, name] of text.matchAll(
    /\b(insert into|delete from|update|merge into)\s+(?:only\s+)?((?:\w+\.)?\w+)/gi,
  )) {
    const table = findTable(name!, schema)
    if (!table) continue
    tables.add(table)
    const event = verbs[verb!.toLowerCase()]
    for (const { events, calls } of triggers.get(table) ?? []) if (!event || events.includes(event)) follow(calls)
  }
  for (const name of listCalls(text)) follow(name)
}

const collectReadTables = (statement: string, schema: Schema, tables: Set<string>, seen: Set<string>): void => {
  const text = removeTexts(statement)
  for (const [, name] of text.matchAll(/(?:\b(?:from|join)|,)\s+(?:only\s+)?((?:\w+\.)?\w+)/gi)) {
    const table = findTable(name!, schema)
    if (table) tables.add(table)
  }
  for (const name of listCalls(text)) {
    const called = functions.get(name)
    if (!called || seen.has(name)) continue
    seen.add(name)
    collectReadTables(called.body, called.schema, tables, seen)
  }
}

const cache = new Map<string, readonly string[]>()
const listTables = (statement: string, isRead: boolean): readonly string[] => {
  const key = `${isRead} ${statement}`
  const known = cache.get(key)
  if (known) return known
  const tables = new Set<string>()
  const collect = isRead ? collectReadTables : collectWrittenTables
  collect(statement, 'tenant', tables, new Set())
  const listed = [...tables]
  cache.set(key, listed)
  return listed
}

const formatTable = (table: string): string => `${table} (${subjectByTable.get(table)})`

/** By which every call finds its session and the rights of its person: no answer is about them. */
const sessionStatementPattern = /\bregistry\.session/

/**
 * Tables that the statements of a write change, or those of an answer read, while its contract names no subject of them. An answer that
 * says itself what it is about is taken at its word: it may leave out what no person waits for.
 */
export const findUnnamedTables = (endpoint: EndpointSpec, statements: Iterable<string>): string[] => {
  const isRead = endpoint.method === 'GET'
  const own = [...statements].filter((statement) => !isRead || !sessionStatementPattern.test(statement))
  const listUnnamed = (named: readonly DataSubject[], readsTables: boolean): string[] =>
    [...new Set(own.flatMap((statement) => listTables(statement, readsTables)))].filter((table) => {
      const subject = subjectByTable.get(table)
      return subject && !named.includes(subject) && !(readsTables && isReadByTheWay(table))
    })
  const changed = getChangedSubjects(endpoint)
  const unnamedChanges = isRead || changed.length > 0 ? listUnnamed(['audit', ...changed], false) : []
  const about = isRead && !endpoint.about ? getAnswerSubjects(endpoint) : undefined
  return [...unnamedChanges, ...(about ? listUnnamed(about, true) : [])].map(formatTable).sort()
}
