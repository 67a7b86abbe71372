import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'
import { isTestFile, readSources, type SourceFile } from './sources.ts'
import { findDefinitions, removeReplaced } from './sql-sources.ts'

/** Lines of a function of the database, or of a statement in a template: as many as a function of the server may have. */
const maxLines = 70

/** Functions of frozen migrations that are longer, and why they stay so. */
const allowedLongFunctions: Readonly<Record<string, string>> = {
  post_journal: 'one call from PL/pgSQL to another costs each posting: decision 101',
}

const countLines = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

const findLongFunctions = (migrations: readonly SourceFile[]): string[] =>
  findDefinitions(removeReplaced(migrations))
    .filter(({ name, text }) => !(name in allowedLongFunctions) && countLines(text) > maxLines)
    .map(({ path, line, name, text }) => `${path}:${line} ${name} has ${countLines(text)} lines; at most ${maxLines}`)

const findLongTemplates = ({ path, text }: SourceFile): string[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateLiteral(node) && countLines(node.getText()) > maxLines) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push(`${path}:${line} a template has ${countLines(node.getText())} lines; at most ${maxLines}`)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** SQL is code: what it may be long stands here, what it may repeat in the gate of duplication. */
export const sqlShapeGate: Gate = {
  name: 'shape of SQL',
  find: async (root) => {
    const code = readSources(root, /^(db|server)\/.*\.ts$/).filter(({ path }) => !isTestFile(path))
    return [
      ...findLongFunctions(readSources(root, /^db\/(tenant|registry)\/.*\.sql$/)),
      ...code.flatMap(findLongTemplates),
    ]
  },
}
