import { dirname, join } from 'node:path'
import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'
import { readSources, type SourceFile } from './sources.ts'
import { findInSyntax } from './syntax.ts'

const styleSheetPattern = /\.module\.css$/

/** Classes that a style sheet has of its own: those of others stand in `:global()`. */
const listClasses = ({ text }: SourceFile): Set<string> =>
  new Set(
    [
      ...text
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .replaceAll(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
        .matchAll(/\.([a-zA-Z]\w*)/g),
    ].map(([, name]) => name!),
  )

type StyleUses = { used: Set<string>; isHandedOn: boolean }

/** What the importers of each style sheet ask of it, and what of that isn't there. */
const readUses = (importers: readonly SourceFile[], classes: ReadonlyMap<string, Set<string>>) => {
  const uses = new Map<string, StyleUses>(
    [...classes.keys()].map((path) => [path, { used: new Set(), isHandedOn: false }]),
  )
  const missing = importers.flatMap((source) => {
    const sheets = new Map<string, string>()
    return findInSyntax(source, (node, report) => {
      if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier) && node.importClause?.name) {
        const { text } = node.moduleSpecifier
        if (!styleSheetPattern.test(text)) return
        sheets.set(node.importClause.name.text, text.startsWith('#') ? text.slice(1) : join(dirname(source.path), text))
      }
      const sheet = ts.isIdentifier(node) && !ts.isImportClause(node.parent) ? sheets.get(node.text) : undefined
      const use = sheet && uses.get(sheet)
      if (!use) return
      const { parent } = node
      if (!ts.isPropertyAccessExpression(parent) || parent.expression !== node) {
        use.isHandedOn = true
        return
      }
      use.used.add(parent.name.text)
      if (!classes.get(sheet)!.has(parent.name.text))
        report(node, `asks for .${parent.name.text}, which ${sheet} doesn't have`)
    })
  })
  return { uses, missing }
}

/** A class that isn't there styles nothing and says nothing; one that nobody asks for is dead. */
export const styleClassesGate: Gate = {
  name: 'classes of style sheets',
  find: async (root) => {
    const sheets = readSources(root, /^web\/.*\.module\.css$/)
    const classes = new Map(sheets.map((sheet) => [sheet.path, listClasses(sheet)]))
    const { uses, missing } = readUses(readSources(root, /^web\/.*\.tsx?$/), classes)
    const dead = sheets.flatMap(({ path }) => {
      const { used, isHandedOn } = uses.get(path)!
      return isHandedOn
        ? []
        : [...classes.get(path)!]
            .filter((name) => !used.has(name))
            .map((name) => `${path} has .${name}, which nobody asks for`)
    })
    return [...missing, ...dead]
  },
}
