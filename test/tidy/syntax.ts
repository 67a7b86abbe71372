import ts from 'typescript-for-tools'
import type { SourceFile } from './sources.ts'

type Report = (node: ts.Node, problem: string) => void

/** A line for each problem that `visit` reports of a node of the file, with the place. Parents are known. */
export const findInSyntax = ({ path, text }: SourceFile, visit: (node: ts.Node, report: Report) => void): string[] => {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const found: string[] = []
  const report: Report = (node, problem) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    found.push(`${path}:${line + 1} ${problem}`)
  }
  const visitAll = (node: ts.Node): void => {
    visit(node, report)
    node.forEachChild(visitAll)
  }
  visitAll(file)
  return found
}
