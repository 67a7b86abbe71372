import type { Gate } from '../architecture/gate.ts'
import { isTestFile, readSources, type SourceFile } from './sources.ts'

type WordRule = { why: string; pattern: RegExp; appliesTo: (path: string) => boolean }

const isCode = (path: string): boolean => /\.(tsx?|mjs|cjs)$/.test(path)
const isProductCode = (path: string): boolean =>
  isCode(path) && /^(contract|db|server|web|locales)\//.test(path) && !isTestFile(path)

/** What must not stand in the sources, and why. Each rule names what to do instead. */
const wordRules: readonly WordRule[] = [
  { why: 'unfinished work: finish it, or write an issue', pattern: /\b(TODO|FIXME|XXX|HACK)\b/, appliesTo: () => true },
  { why: 'the compiler is not to be silenced', pattern: /@ts-(ignore|nocheck)/, appliesTo: isCode },
  {
    why: 'only tests may expect an error of the compiler',
    pattern: /@ts-expect-error/,
    appliesTo: (path) => isCode(path) && !isTestFile(path),
  },
  { why: 'a test that never runs, or alone', pattern: /\b(test|it|describe)\.(only|skip|todo)\(/, appliesTo: isCode },
  {
    why: 'an error that nobody will ever see: say why it may be dropped',
    pattern: /catch\s*(\([^)]*\)\s*)?\{\s*\}/,
    appliesTo: isCode,
  },
  {
    why: 'the server logs through its logger, the web shows, or notes by web/core/note.ts',
    pattern: /\bconsole\.(log|debug|info)\(/,
    appliesTo: (path) => isProductCode(path) && path !== 'web/core/note.ts',
  },
  {
    why: 'one function calls the server: web/core/call.ts',
    pattern: /\bfetch\(/,
    appliesTo: (path) => /^web\/(?!core\/)/.test(path),
  },
  {
    why: 'a write says in the contract what it changes, and the page reads that anew: web/core/query-client.ts',
    pattern: /\b(invalidateQueries|refetchQueries|resetQueries)\(/,
    appliesTo: (path) => path.startsWith('web/') && path !== 'web/core/query-client.ts' && !isTestFile(path),
  },
  {
    why: 'one hook waits for typing to rest: web/ui/use-debounced.ts',
    pattern: /\buseDebounced(Value|Callback|State)\(/,
    appliesTo: (path) => path.startsWith('web/'),
  },
  {
    why: 'markup from text: it would run what people typed',
    pattern: /dangerouslySetInnerHTML|\.(inner|outer)HTML\s*=|\beval\(|new Function\(/,
    appliesTo: isProductCode,
  },
  { why: 'money never becomes a floating number', pattern: /\bparseFloat\(/, appliesTo: isProductCode },
  {
    why: 'no page asks another site for anything',
    pattern: /(src|href|import|url)\b[^\n]{0,20}['"(]https?:\/\//,
    appliesTo: (path) => path.startsWith('web/'),
  },
  {
    why: 'a ledger account by its number: rules/ledgers.ts has its name',
    pattern:
      /\bledger(_id)?"?\s*(=|<>|!=|<=?|>=?|in\s*\(|between)\s*\d|\bledger', '[=<>!]+', (sql\.lit\()?\d|\barray\[[^\]\n]*(?<![\w$])\d+\b[^\]\n]*\]::smallint\[\]/i,
    appliesTo: isCode,
  },
  {
    why: 'a prefix in a migration: what is one firm’s, or one country’s law, is a dated setting that the firm edits',
    pattern: /'(dino|dino_uab|cfl)'|current_schema\(\)\s*(=|<>|in\b)|case current_schema\(\)/,
    appliesTo: (path) => /^db\/tenant\/\d{4}_/.test(path) && Number(path.slice(10, 14)) > 50,
  },
  {
    why: 'a business date through Date: rules/calendar.ts reckons with days',
    pattern: /\bDate\.UTC\(|\bDate\.parse\(`\$\{\w+\}T00:00|\bnew Date\((\w*([dD]ay|On|Date)|date)\)/,
    appliesTo: (path) =>
      isProductCode(path) && !/^db\/seed\/|^contract\/core\/filter-check\.ts$|^web\/core\/format\.ts$/.test(path),
  },
  {
    why: 'a folder beside the project: test/harness/given-data.ts alone knows where public data is',
    pattern: /\.\.\/shared\b|'\.\.', 'shared'/,
    appliesTo: (path) => path !== 'test/harness/given-data.ts',
  },
  { why: 'a path of one machine', pattern: /['"`(\s]\/(home|Users|work)\/\w/, appliesTo: () => true },
]

const findForbiddenWords = ({ path, text }: SourceFile): string[] =>
  wordRules
    .filter(({ appliesTo }) => appliesTo(path))
    .flatMap(({ why, pattern }) =>
      [...text.matchAll(new RegExp(pattern, 'g'))].map(
        ({ index, 0: word }) => `${path}:${text.slice(0, index).split('\n').length} ${word.trim()}: ${why}`,
      ),
    )

/** Files that speak about the words themselves. */
const wordRuleFiles = /^test\/tidy\/(words|planted\.test)\.ts$/

/** Documents too: the rules that are about code name code. */
const kindsOfFiles = /\.(ts|tsx|mjs|cjs|css|sql|sh|md)$/

export const forbiddenWordsGate: Gate = {
  name: 'words',
  find: async (root) =>
    readSources(root, kindsOfFiles)
      .filter(({ path }) => !wordRuleFiles.test(path))
      .flatMap(findForbiddenWords),
}
