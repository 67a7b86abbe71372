import type { Gate } from '../architecture/gate.ts'
import { isTestFile, readSources, type SourceFile } from './sources.ts'

type WordRule = { why: string; pattern: RegExp; where: (path: string) => boolean }

const isCode = (path: string): boolean => /\.(tsx?|mjs|cjs)$/.test(path)
const isProductCode = (path: string): boolean =>
  isCode(path) && /^(contract|db|server|web|locales)\//.test(path) && !isTestFile(path)

/** What must not stand in the sources, and why. Each rule names what to do instead. */
const wordRules: readonly WordRule[] = [
  { why: 'unfinished work: finish it, or write an issue', pattern: /\b(TODO|FIXME|XXX|HACK)\b/, where: () => true },
  { why: 'the compiler is not to be silenced', pattern: /@ts-(ignore|nocheck)/, where: isCode },
  {
    why: 'only tests may expect an error of the compiler',
    pattern: /@ts-expect-error/,
    where: (path) => isCode(path) && !isTestFile(path),
  },
  { why: 'a test that never runs, or alone', pattern: /\b(test|it|describe)\.(only|skip|todo)\(/, where: isCode },
  {
    why: 'an error that nobody will ever see: say why it may be dropped',
    pattern: /catch\s*(\([^)]*\)\s*)?\{\s*\}/,
    where: isCode,
  },
  {
    why: 'the server logs through its logger, the web shows, or notes by web/core/note.ts',
    pattern: /\bconsole\.(log|debug|info)\(/,
    where: (path) => isProductCode(path) && path !== 'web/core/note.ts',
  },
  {
    why: 'one function calls the server: web/core/call.ts',
    pattern: /\bfetch\(/,
    where: (path) => /^web\/(?!core\/)/.test(path),
  },
  {
    why: 'markup from text: it would run what people typed',
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|\beval\(|new Function\(/,
    where: isProductCode,
  },
  { why: 'money never becomes a floating number', pattern: /\bparseFloat\(/, where: isProductCode },
  {
    why: 'no page asks another site for anything',
    pattern: /(src|href|import|url)\b[^\n]{0,20}['"(]https?:\/\//,
    where: (path) => path.startsWith('web/'),
  },
  {
    why: 'a ledger account by its number: rules/ledgers.ts has its name',
    pattern:
      /\bledger(_id)?"?\s*(=|<>|!=|<=?|>=?|in\s*\(|between)\s*\d|\bledger', '[=<>!]+', (sql\.lit\()?\d|\barray\[[^\]\n]*(?<![\w$])\d+\b[^\]\n]*\]::smallint\[\]/i,
    where: isCode,
  },
  {
    why: 'a prefix in a migration: what is one firm’s, or one country’s law, is a dated setting that the firm edits',
    pattern: /'(dino|dino_uab|cfl)'|current_schema\(\)\s*(=|<>|in\b)|case current_schema\(\)/,
    where: (path) => /^db\/tenant\/\d{4}_/.test(path) && Number(path.slice(10, 14)) > 50,
  },
  { why: 'a path of one machine', pattern: /['"`(\s]\/(home|Users|work)\/\w/, where: () => true },
]

const findForbiddenWords = ({ path, text }: SourceFile): string[] =>
  wordRules
    .filter(({ where }) => where(path))
    .flatMap(({ why, pattern }) =>
      [...text.matchAll(new RegExp(pattern, 'g'))].map(
        ({ index, 0: word }) => `${path}:${text.slice(0, index).split('\n').length} ${word.trim()}: ${why}`,
      ),
    )

/** Files that speak about the words themselves. */
const wordRuleFiles = /^test\/tidy\/(words|planted\.test)\.ts$/

export const forbiddenWordsGate: Gate = {
  name: 'words',
  find: async (root) =>
    readSources(root)
      .filter(({ path }) => !wordRuleFiles.test(path))
      .flatMap(findForbiddenWords),
}
