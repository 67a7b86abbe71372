import type { SourceFile } from './sources.ts'

export type Token = { text: string; file: string; line: number; isSql: boolean }

const codeTokenPattern = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[A-Za-z_$][\w$]*|\d[\w.]*|\S/y
const sqlTokenPattern = /--[^\n`]*|'(?:''|[^'\n`$])*'|"[^"\n`$]*"|[A-Za-z_][\w$]*|\d[\w.]*|\\.|\S/y

/** A template is read as SQL where it is tagged so, or says what a statement says. */
const sqlTagPattern = /\bsql(<[^`]*>)?$/
const sqlStatementPattern = /\b(select|from|where|insert into|delete from|values|coalesce)\b/

/** Texts and numbers are what a copy changes first; comments are no code. */
const getTokenKind = (word: string): string | null =>
  /^(\/\/|\/\*|--)/.test(word) ? null : /^['"]/.test(word) ? "''" : /^\d/.test(word) ? '0' : word

type SourceWord = { text: string; index: number; isSql: boolean }
type TokenizerResult = { words: SourceWord[]; end: number }

const matchNext = (lexeme: RegExp, text: string, from: number): RegExpExecArray | null => {
  lexeme.lastIndex = from
  return lexeme.exec(text)
}

/** From behind the backtick to behind the closing one. What isn't SQL is one text, with the code that stands in it. */
const readTemplate = (text: string, from: number): TokenizerResult => {
  const own: SourceWord[] = []
  const inside: SourceWord[] = []
  let at = from
  while (at < text.length && text[at] !== '`') {
    if (text.startsWith('${', at)) {
      const part = readCode(text, at + 2, true)
      inside.push(...part.words)
      own.push(...part.words)
      at = part.end
    } else {
      const found = matchNext(sqlTokenPattern, text, at)
      const word = found?.[0]
      if (word && word !== '`') own.push({ text: word, index: at, isSql: true })
      at += word?.length ?? 1
    }
  }
  const isSql =
    sqlTagPattern.test(text.slice(Math.max(0, from - 200), from - 1)) || sqlStatementPattern.test(text.slice(from, at))
  return { words: isSql ? own : [{ text: "''", index: from - 1, isSql: false }, ...inside], end: at + 1 }
}

/** Code to its end or, inside a template, to the brace that closes it. */
const readCode = (text: string, from: number, isPart: boolean): TokenizerResult => {
  const words: SourceWord[] = []
  let depth = 0
  let at = from
  while (at < text.length) {
    if (text[at] === '`') {
      const template = readTemplate(text, at + 1)
      words.push(...template.words)
      at = template.end
      continue
    }
    const word = matchNext(codeTokenPattern, text, at)?.[0]
    if (isPart && word === '}' && depth === 0) return { words, end: at + 1 }
    if (word === '{') depth += 1
    if (word === '}') depth -= 1
    if (word) words.push({ text: word, index: at, isSql: false })
    at += word?.length ?? 1
  }
  return { words, end: at }
}

const readSql = (text: string): TokenizerResult => ({
  words: [...text.matchAll(new RegExp(sqlTokenPattern, 'g'))].map(({ 0: word, index }) => ({
    text: word,
    index,
    isSql: true,
  })),
  end: text.length,
})

/** What a source says, SQL in its templates included: without imports and comments. */
export const tokenize = ({ path, text }: SourceFile): Token[] => {
  const shown = text.replace(/^import\s[^'"]*['"][^'"]*['"]/gm, (found) => found.replace(/[^\n]/g, ' '))
  const { words } = path.endsWith('.sql') ? readSql(shown) : readCode(shown, 0, false)
  let line = 1
  let read = 0
  return words.flatMap(({ text: word, index, isSql }) => {
    line += shown.slice(read, index).split('\n').length - 1
    read = index
    const kind = getTokenKind(word)
    return kind === null ? [] : [{ text: kind, file: path, line, isSql }]
  })
}
