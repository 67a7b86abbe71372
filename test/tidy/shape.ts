import ts from 'typescript-for-tools'
import type { Gate } from '../architecture/gate.ts'
import { isTestFile, readSources, type SourceFile } from './sources.ts'

const lengthLimits = { file: 400, median: 90, function: 70, component: 180 }

/** Components are drawn, not computed: their markup may be longer. What they contain may not. */
const isComponent = (path: string, name: string): boolean => /^web\/.*\.tsx$/.test(path) && /^[A-Z]/.test(name)

const getFunctionName = (node: ts.SignatureDeclaration): string => {
  if (node.name) return node.name.getText()
  const { parent } = node
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText() : ''
}

const findLongFunctions = ({ path, text }: SourceFile): string[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const lines = node.getText().split('\n')
      const name = getFunctionName(node)
      const length = lines.filter((line) => line.trim() !== '').length
      const at = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      const limit = isComponent(path, name) ? lengthLimits.component : lengthLimits.function
      if (length > limit) found.push(`${path}:${at} ${name || 'function'} has ${length} lines; at most ${limit}`)
    }
    node.forEachChild(visit)
  }
  visit(file)
  return found
}

/** A file that hands on what others export hides where things live, and grows cycles. */
const findReexports = ({ path, lines }: SourceFile): string[] =>
  lines.flatMap((line, n) =>
    /^export\s+(type\s+)?(\*|\{[^}]*\})(\s+as\s+\w+)?\s+from\b/.test(line)
      ? [`${path}:${n + 1} hands on another file's exports`]
      : [],
  )

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

export const codeShapeGate: Gate = {
  name: 'size and shape',
  find: async (root) => {
    const sources = readSources(root)
    const middle = median(sources.map(({ lines }) => lines.length))
    const code = sources.filter(({ path }) => /\.tsx?$/.test(path))
    return [
      ...sources
        .filter(({ lines }) => lines.length > lengthLimits.file)
        .map(({ path, lines }) => `${path} has ${lines.length} lines; at most ${lengthLimits.file}`),
      ...(middle > lengthLimits.median
        ? [`half of the files are longer than ${middle} lines; at most ${lengthLimits.median}`]
        : []),
      ...code.filter(({ path }) => !isTestFile(path)).flatMap(findLongFunctions),
      ...code.flatMap(findReexports),
      ...sources
        .filter(({ path }) => /(^|\/)index\.tsx?$/.test(path) || /[A-Z_]/.test(path.split('/').at(-1) ?? ''))
        .filter(({ path }) => !path.endsWith('.sql'))
        .map(({ path }) => `${path} is not named for what is in it, in kebab-case`),
    ]
  },
}
