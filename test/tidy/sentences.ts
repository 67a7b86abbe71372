import type { Gate } from '../architecture/gate.ts'
import { readSources, type SourceFile } from './sources.ts'

const maxWords = 25
const maxLineLength = 160

type Block = { line: number; text: string }

/** Paragraphs and list items. Code, tables and headings are left out. */
const listBlocks = ({ lines }: SourceFile): Block[] => {
  const blocks: Block[] = []
  let current: Block | undefined
  let inCode = false
  lines.forEach((line, index) => {
    if (/^\s*```/.test(line)) inCode = !inCode
    if (inCode || /^\s*(```|\||#|$)/.test(line)) {
      current = undefined
      return
    }
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)/.exec(line)?.[1]
    if (current && item === undefined) current.text += ` ${line.trim()}`
    else {
      current = { line: index + 1, text: item ?? line.trim() }
      blocks.push(current)
    }
  })
  return blocks
}

/** Code in backticks counts as one word, a link by its text. */
const toPlainText = (text: string): string =>
  text
    .replace(/`[^`]*`/g, 'code')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')

const countWords = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const findLongSentences = (source: SourceFile): string[] =>
  listBlocks(source)
    .filter(({ text }) => !text.startsWith('Status: '))
    .flatMap(({ line, text }) =>
      toPlainText(text)
        .split(/(?<=[.!?][)"”’']?)\s+/)
        .map((sentence) => ({ sentence, words: countWords(sentence) }))
        .filter(({ words }) => words > maxWords)
        .map(
          ({ sentence, words }) =>
            `${source.path}:${line} has a sentence of ${words} words, at most ${maxWords}: ${sentence.slice(0, 60)}`,
        ),
    )

const findLongLines = ({ path, lines }: SourceFile): string[] =>
  lines.flatMap((line, index) =>
    line.length > maxLineLength && !/^\s*\|/.test(line)
      ? [`${path}:${index + 1} has ${line.length} characters, at most ${maxLineLength}`]
      : [],
  )

/** Documents are read by people in a hurry, and by people who learned English at school. */
export const sentencesGate: Gate = {
  name: 'sentences of documents',
  find: async (root) =>
    readSources(root, /\.md$/).flatMap((source) => [...findLongSentences(source), ...findLongLines(source)]),
}
