import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'
import { readSources, type SourceFile } from './sources.ts'
import { findInSyntax } from './syntax.ts'

/** Written lists of what every feature exports by the same name: they alone need another name for each. */
const writtenListPattern = /\/all-[a-z-]+\.ts$/
const ownModulePattern = /^[#.]/
const routeBuilders = new Set(['buildRoute', 'buildPublicRoute', 'buildListRoutes', 'buildListExportRoute'])

const getImportSource = (node: ts.Node): string => {
  const declaration = ts.findAncestor(node, ts.isImportDeclaration)
  return declaration && ts.isStringLiteral(declaration.moduleSpecifier) ? declaration.moduleSpecifier.text : ''
}

const findAliases = (source: SourceFile): string[] =>
  findInSyntax(source, (node, report) => {
    if (ts.isImportSpecifier(node) && node.propertyName && ownModulePattern.test(getImportSource(node)))
      report(node, `imports ${node.getText()}: one name for one thing; where two collide, import * as the subject`)
  })

const getRoot = (node: ts.Expression): ts.Expression =>
  ts.isPropertyAccessExpression(node) ? getRoot(node.expression) : node

/** Contracts that routes are built from, imported by their names instead of as one namespace. */
const findNamedContracts = (source: SourceFile): string[] => {
  const named = new Set<string>()
  return findInSyntax(source, (node, report) => {
    if (ts.isImportSpecifier(node) && getImportSource(node).startsWith('#contract/')) named.add(node.name.text)
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return
    if (!routeBuilders.has(node.expression.text)) return
    const root = node.arguments[0] && getRoot(node.arguments[0])
    if (root && ts.isIdentifier(root) && named.has(root.text))
      report(node, `serves ${root.text}: import * as contract, so that contract.${root.text} and its handler differ`)
  })
}

/** What is imported keeps its name, so that a search finds every use; a contract is told from its handler by its namespace. */
export const importNamesGate: Gate = {
  name: 'names of imports',
  find: async (root) =>
    readSources(root, /\.tsx?$/)
      .filter(({ path }) => !writtenListPattern.test(path))
      .flatMap((source) => [
        ...findAliases(source),
        ...(/^server\/.*(?<!\.test)\.ts$/.test(source.path) ? findNamedContracts(source) : []),
      ]),
}
