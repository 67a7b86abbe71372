import { basename } from 'node:path'
import type { Gate } from '../architecture/gate.ts'
import { readSources, type SourceFile } from './sources.ts'

type Decision = { path: string; file: string; number: number; title: string | undefined; text: string; status: string }

const decisionsFolder = 'docs/decisions'
const headings = ['Context', 'Decision', 'Consequences']

const link = String.raw`\[\d+\]\(\d{4}-[\w-]+\.md\)`
const links = `${link}(?:(?:, ${link})* and ${link})?`
const statusPattern = new RegExp(
  String.raw`^Status: (?:accepted|rejected|replaced by ${link}), \d{4}-\d{2}-\d{2}\.` +
    String.raw`(?: (?:Changes|Extends|Changed by|Extended by) ${links}(?:: [^.]+)?\.)*$`,
)
/** What a decision says of another, and what that one has to say in turn. */
const inverseRelations: Readonly<Record<string, string>> = {
  Changes: 'Changed by',
  Extends: 'Extended by',
  'Changed by': 'Changes',
  'Extended by': 'Extends',
}

const toDecision = ({ path, text }: SourceFile): Decision => {
  const file = basename(path)
  const number = Number(file.slice(0, 4))
  const title = new RegExp(String.raw`^# ${number}\. (.+)\n`).exec(text)?.[1]
  const status = (/^Status: [\s\S]*?(?=\n\n|$(?!\n))/m.exec(text)?.[0] ?? '').replaceAll('\n', ' ').trim()
  return { path, file, number, title, text, status }
}

/** 'Changes 12' for each decision that a status names. */
const listRelations = ({ status }: Decision): [relation: string, number: number][] =>
  [...status.matchAll(/(Changes|Extends|Changed by|Extended by) (\[[^:.]*(?:\.md\)[^:.]*)*)/g)].flatMap(
    ([, relation = '', named = '']) =>
      [...named.matchAll(/\[(\d+)\]\(/g)].map(({ 1: number }): [string, number] => [relation, Number(number)]),
  )

const listHeadings = ({ text }: Decision): string[] => [...text.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name)

const findDecisionProblems = (decision: Decision, all: ReadonlyMap<number, Decision>, index: string): string[] => {
  const { path, file, number, title, status } = decision
  const problems: string[] = []
  if (title === undefined) problems.push(`has a title of another number: '# ${number}. Title'`)
  else if (!index.includes(`- ${number}. [${title}](${file})\n`))
    problems.push(`is not listed in ${decisionsFolder}/README.md by its title`)
  if (!statusPattern.test(status))
    problems.push("has no status in the allowed form ('Status: accepted, 2026-01-31. Changes [1](0001-a.md): what.')")
  if (listHeadings(decision).join() !== headings.join()) problems.push(`has other headings than ${headings.join(', ')}`)
  for (const [relation, other] of listRelations(decision)) {
    const named = all.get(other)
    const inverse = inverseRelations[relation]
    if (named && !listRelations(named).some(([back, to]) => back === inverse && to === number))
      problems.push(`says '${relation} ${other}', and decision ${other} does not say '${inverse} ${number}'`)
  }
  return problems.map((problem) => `${path} ${problem}`)
}

/** Comments of the code that name a decision by its file, or by its number, which isn't there. */
const findUnknownDecisions = (decisions: readonly Decision[], { path, text }: SourceFile): string[] => {
  const files = new Set(decisions.map(({ file }) => file))
  const numbers = new Set(decisions.map(({ number }) => number))
  return [...text.matchAll(/docs\/decisions\/(\d{4}-[\w-]+\.md)|\bdecision (\d+)\b/gi)]
    .filter(([, file, number]) => (file ? !files.has(file) : !numbers.has(Number(number))))
    .map(({ 0: name, index }) => `${path}:${text.slice(0, index).split('\n').length} names ${name}, which is not there`)
}

/** Every decision can be found and weighed: by its number, its title, its status, its parts and its neighbours. */
export const decisionsGate: Gate = {
  name: 'decisions',
  find: async (root) => {
    const sources = readSources(root, /\.md$/)
    const index = sources.find(({ path }) => path === `${decisionsFolder}/README.md`)?.text ?? ''
    const decisions = sources.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path)).map(toDecision)
    const byNumber = new Map(decisions.map((decision) => [decision.number, decision]))
    return [
      ...decisions.flatMap((decision) => findDecisionProblems(decision, byNumber, index)),
      ...readSources(root)
        .filter(({ path }) => !path.startsWith('test/tidy/planted'))
        .flatMap((source) => findUnknownDecisions(decisions, source)),
    ]
  },
}
