import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'
import { isTest, type Source, sourcesOf } from './sources.ts'
import { madeBy, withoutReplaced } from './sql-sources.ts'

/** Lines of a function of the database, or of a statement in a template: as many as a function of the server may have. */
const most = 70

/** Functions of frozen migrations that are longer, and why they stay so. */
const longer: Readonly<Record<string, string>> = {
  post_journal: 'one call from PL/pgSQL to another costs each posting: decision 101',
}

const lengthOf = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

const longFunctions = (migrations: readonly Source[]): string[] =>
  madeBy(withoutReplaced(migrations))
    .filter(({ name, text }) => !(name in longer) && lengthOf(text) > most)
    .map(({ path, line, name, text }) => `${path}:${line} ${name} has ${lengthOf(text)} lines; at most ${most}`)

const longTemplates = ({ path, text }: Source): string[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateLiteral(node) && lengthOf(node.getText()) > most) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      found.push(`${path}:${line} a template has ${lengthOf(node.getText())} lines; at most ${most}`)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** SQL is code: what it may be long stands here, what it may repeat in the gate of duplication. */
export const sqlShape: Gate = {
  name: 'shape of SQL',
  find: async (root) => {
    const code = sourcesOf(root, /^(db|server)\/.*\.ts$/).filter(({ path }) => !isTest(path))
    return [...longFunctions(sourcesOf(root, /^db\/(tenant|registry)\/.*\.sql$/)), ...code.flatMap(longTemplates)]
  },
}
