import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'
import { isTestFile, readSources, type SourceFile } from './sources.ts'
import { findInSyntax } from './syntax.ts'

/** Words that say nothing of what a name holds, with what to say instead. Whole words of a name: `retold` is none of them. */
const bannedWords: Record<string, string> = {
  asked: 'the request, or requestedX',
  bones: 'a skeleton',
  boss: 'a supervisor, superior or director',
  eyes: 'a snapshot or a scope; fourEyes is a term',
  heard: 'what was received',
  obey: 'handleX',
  parked: 'suspendedX',
  said: 'the text, the answer or the stated X',
  seat: 'a lease or a membership',
  standing: 'a status or an eligibility; a standing order is a term',
  stranger: 'an outsider',
  tell: 'notifyX or reportX',
  tells: 'notifiesX or reportsX',
  told: 'the message, the answer or the content',
  wanted: 'the expected or requested X',
  went: 'the result',
  whoever: 'the user, the caller or the actor',
  wish: 'a request',
}
const terms = /fourEyes|standingOrder/gi

const toWords = (name: string): string[] =>
  name
    .replace(terms, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$]+/)

/** Names that are given here. A field that is only read keeps the name that its row, or its call, gives it. */
const getDeclaredName = (node: ts.Node): string | undefined => {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    (ts.isBindingElement(node) &&
      (ts.isArrayBindingPattern(node.parent) || node.propertyName !== undefined || node.dotDotDotToken !== undefined))
  return isDeclaration && node.name && ts.isIdentifier(node.name) ? node.name.text : undefined
}

const explainWord = (name: string): string[] =>
  toWords(name).flatMap((word) =>
    Object.hasOwn(bannedWords, word) ? [`${name}: "${word}" says nothing; say ${bannedWords[word]}`] : [],
  )

/** The names that a statement gives to what it works out first: `with matches as (`. */
const namedQueryPattern =
  /(?:\bwith(?:\s+recursive)?|\)\s*,)\s+(\w+)(?:\s*\([\w\s,]+\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/gi

const findBannedWords = (source: SourceFile): string[] =>
  findInSyntax(source, (node, report) => {
    const name = getDeclaredName(node)
    if (!name) return
    if (/^__+$/.test(name) && ts.isBindingElement(node) && node.propertyName)
      report(node, `${name}: an ignored field keeps its name before the rest: { sort, ...filters }`)
    for (const problem of explainWord(name)) report(node, problem)
  })

const findBannedQueryNames = ({ path, text }: SourceFile): string[] =>
  [...(isTestFile(path) ? '' : text).matchAll(namedQueryPattern)].flatMap(({ index, 0: found, 1: name = '' }) => {
    const line = text.slice(0, index + found.length).split('\n').length
    return explainWord(name).map((problem) => `${path}:${line} ${problem}`)
  })

const findBannedClasses = ({ path, lines }: SourceFile): string[] =>
  lines.flatMap((line, n) =>
    [...line.replace(/\/\*.*/, '').matchAll(/\.([A-Za-z][\w-]*)/g)].flatMap(([, name = '']) =>
      explainWord(name).map((problem) => `${path}:${n + 1} ${problem}`),
    ),
  )

/** A stranger guesses from a name alone what it holds: words of our own making are refused. */
export const identifiersGate: Gate = {
  name: 'words in names',
  find: async (root) => [
    ...readSources(root, /\.tsx?$/).flatMap((source) => [...findBannedWords(source), ...findBannedQueryNames(source)]),
    ...readSources(root, /\.css$/).flatMap(findBannedClasses),
  ],
}
