import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'
import { isTestFile, readSources, type SourceFile } from './sources.ts'

const maxWords = 14

/** Words with which half a sentence begins: it needs its `describe` to be understood. */
const halfSentencePattern =
  /^(is|are|was|were|has|have|do|does|can|cannot|may|must|that|of|in|on|at|by|to|for|from|with|without|as|and|but|or|nor|not|which|who|whose|where|when|if|until|while|after|before|also|even|still|then|it|its|they|their|them|there)\b/i

/** The name under which a test is written: `test`, `it`, and what hangs on them (`test.each(rows)`, `test.runIf(there)`). */
const isTestCall = (callee: ts.Expression): boolean => {
  if (ts.isIdentifier(callee)) return callee.text === 'test' || callee.text === 'it'
  if (ts.isCallExpression(callee)) return isTestCall(callee.expression)
  return ts.isPropertyAccessExpression(callee) && isTestCall(callee.expression)
}

const titleProblems = ({ path, text }: SourceFile): string[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestCall(node.expression)) {
      const [title] = node.arguments
      if (title && ts.isStringLiteralLike(title)) {
        const { line } = file.getLineAndCharacterOfPosition(title.getStart())
        const at = `${path}:${line + 1} "${title.text}"`
        if (title.text.trim().split(/\s+/).length > maxWords) found.push(`${at}: more than ${maxWords} words`)
        if (halfSentencePattern.test(title.text))
          found.push(`${at}: half a sentence; say the subject, or begin with the verb`)
      }
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** The title of a test is understood alone, in a red line of a report. */
export const testTitles: Gate = {
  name: 'titles of tests',
  find: async (root) =>
    readSources(root)
      .filter(({ path }) => /\.tsx?$/.test(path) && isTestFile(path))
      .flatMap(titleProblems),
}
