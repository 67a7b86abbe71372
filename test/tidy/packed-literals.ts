import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'
import { isTestFile, readSources, type SourceFile } from './sources.ts'
import { findInSyntax } from './syntax.ts'

/** A long list of words may stand in groups; so may whatever a test goes through. */
const isListOfWords = (elements: readonly ts.Expression[]): boolean => elements.every(ts.isStringLiteralLike)

/** `const [a, b] = [x, y]`. A swap of two values, and what a function gives as several, are something else. */
const isPairedDeclaration = (node: ts.Node): boolean =>
  ts.isVariableDeclaration(node) &&
  ts.isArrayBindingPattern(node.name) &&
  node.initializer !== undefined &&
  ts.isArrayLiteralExpression(node.initializer) &&
  !node.initializer.elements.some(ts.isSpreadElement)

const findPackedLiterals = (source: SourceFile): string[] =>
  findInSyntax(source, (node, report) => {
    if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression))
      report(node, 'spreads a literal: write its properties, one a line where a line is too long')
    if (isPairedDeclaration(node)) report(node, 'declares several things by a literal: give each a line of its own')
    if (ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression) && !isTestFile(source.path))
      if (!isListOfWords(node.expression.elements))
        report(node, 'spreads a literal: write its elements, one a line where a line is too long')
  })

/** Literals packed into spreads keep lines short and hide what stands at which place. */
export const packedLiteralsGate: Gate = {
  name: 'packed literals',
  find: async (root) => readSources(root, /\.tsx?$/).flatMap(findPackedLiterals),
}
