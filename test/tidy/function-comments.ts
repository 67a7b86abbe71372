import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'
import { isTestFile, readSources, type SourceFile } from './sources.ts'

/** As many lines are read as fast as a comment, where they hold one expression. */
const maxShortLines = 3

type ExportedFunction = { name: string; line: number; lines: number; isExpression: boolean; comment: string | null }

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

const listFunctions = (node: ts.Statement): [string, ts.FunctionLikeDeclaration][] => {
  if (ts.isFunctionDeclaration(node)) return [[node.name?.text ?? 'default', node]]
  if (!ts.isVariableStatement(node)) return []
  return node.declarationList.declarations.flatMap(({ name, initializer }) =>
    initializer && ts.isIdentifier(name) && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      ? [[name.text, initializer] satisfies [string, ts.FunctionLikeDeclaration]]
      : [],
  )
}

const listExportedFunctions = ({ path, text }: SourceFile): ExportedFunction[] => {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  return file.statements.filter(isExported).flatMap((node) =>
    listFunctions(node).map(([name, body]) => {
      const from = file.getLineAndCharacterOfPosition(node.getStart()).line
      const comments = ts.getJSDocCommentsAndTags(node).map((comment) => comment.getText())
      return {
        name,
        line: from + 1,
        lines: file.getLineAndCharacterOfPosition(node.end).line - from + 1,
        isExpression: ts.isArrowFunction(body) && !ts.isBlock(body.body),
        comment: comments.length > 0 ? comments.join(' ') : null,
      }
    }),
  )
}

const smallWords = /^(a|an|and|as|by|for|from|in|is|it|its|of|on|or|that|the|their|this|to|with|s)$/
const toWords = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '' && !smallWords.test(word))

const repeatsName = ({ name, comment }: ExportedFunction): boolean => {
  const words = toWords(name)
  return comment !== null && toWords(comment).every((word) => words.includes(word))
}

/** Files that bind functions to endpoints: the `summary` of the endpoint says what such a function does. */
const bindingFilePattern = /^(server\/features\/[\w-]+)\/.*?(feature|routes|\.list)\.ts$/

const collectServedNames = (sources: readonly SourceFile[]): ReadonlySet<string> =>
  new Set(
    sources.flatMap(({ path, text }) => {
      const folder = bindingFilePattern.exec(path)?.[1]
      return folder ? [...text.matchAll(/\w+/g)].map(([name]) => `${folder} ${name}`) : []
    }),
  )

const isComponent = (path: string, name: string): boolean => path.endsWith('.tsx') && /^[A-Z]/.test(name)

/** Who calls an exported function reads its signature and its line, and not its body. */
export const functionCommentsGate: Gate = {
  name: 'comments of functions',
  find: async (root) => {
    const sources = readSources(root, /^(contract|rules|db|server|web)\/.*\.tsx?$/).filter(
      ({ path }) => !isTestFile(path),
    )
    const served = collectServedNames(sources)
    return sources.flatMap((source) => {
      const { path } = source
      const folder = path.split('/').slice(0, 3).join('/')
      return listExportedFunctions(source).flatMap((found) => {
        const { name, line, lines, isExpression, comment } = found
        if (repeatsName(found)) return [`${path}:${line} the comment of ${name} repeats its name`]
        const saysItself =
          (isExpression && lines <= maxShortLines) || isComponent(path, name) || served.has(`${folder} ${name}`)
        return comment === null && !saysItself ? [`${path}:${line} ${name} has no comment`] : []
      })
    })
  },
}
