import ts from 'typescript-for-tools'
import { isTestFile, readSources, type SourceFile } from './sources.ts'
import { findInSyntax } from './syntax.ts'

type Words = Readonly<Record<string, unknown>>
/** What the audit and approvals call fields and values, in one language. */
type FieldSections = { [Section in 'auditFields' | 'auditValues' | 'changeFields' | 'changeValues']?: unknown }

const sectionNames = ['auditFields', 'auditValues', 'changeFields', 'changeValues'] as const

/** A word between quotes in SQL: a key of JSON, or a value. */
const quotedWordPattern = /'([A-Za-z][\w-]*)'/g

/** Every name that code gives to a field, a column, a filter or a value. A name that is only read is none of them. */
const collectGivenNames = (source: SourceFile): string[] => {
  if (source.path.endsWith('.sql')) return [...source.text.matchAll(quotedWordPattern)].map(([, word = '']) => word)
  const names: string[] = []
  findInSyntax(source, (node) => {
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      if (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) names.push(node.name.text)
    } else if (ts.isStringLiteralLike(node)) names.push(node.text)
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      names.push(...[...node.text.matchAll(quotedWordPattern)].map(([, word = '']) => word))
    if (ts.isNoSubstitutionTemplateLiteral(node))
      names.push(...[...node.text.matchAll(quotedWordPattern)].map(([, word = '']) => word))
  })
  return names
}

/** What JSON says of itself. */
const jsonWords = ['true', 'false', 'null']

const listWords = (sections: FieldSections, name: (typeof sectionNames)[number]): [string, unknown][] =>
  Object.entries((sections[name] ?? {}) as Words)

/**
 * A word lives as long as something can be called by it: a field or a value that the server writes into before and after, or a column or a filter of a
 * list, which the event of an export names. The audit falls back on the words of changes: what both call alike stands with the changes alone.
 */
export const findFieldWordProblems = (root: string, sections: FieldSections): string[] => {
  const sources = readSources(root, /^((server|contract|rules)\/.*\.ts|db\/tenant\/.*\.sql)$/)
  const given = new Set([
    ...sources
      .filter(({ path }) => !isTestFile(path) && !/\/field-order\.ts$|^contract\/all-/.test(path))
      .flatMap(collectGivenNames),
    ...jsonWords,
  ])
  const changeWords = new Map([...listWords(sections, 'changeFields'), ...listWords(sections, 'changeValues')])
  return [
    ...sectionNames.flatMap((section) =>
      listWords(sections, section)
        .filter(([name]) => !given.has(name))
        .map(([name]) => `the words ${section}.${name}: nothing is called ${name} any more`),
    ),
    ...(['auditFields', 'auditValues'] as const).flatMap((section) =>
      listWords(sections, section)
        .filter(([name, word]) => changeWords.get(name) === word)
        .map(([name]) => `the words ${section}.${name}: changes call it so too, and the audit reads theirs`),
    ),
  ]
}
