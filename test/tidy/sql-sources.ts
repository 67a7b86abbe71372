import type { SourceFile } from './sources.ts'

/** A function or view that a migration makes: its text from `create` to its end, and the line that it begins at. */
export type SqlDefinition = { name: string; text: string; index: number; path: string; line: number; replaces: boolean }

const createPattern =
  /^create (?<replaces>or replace )?(?:function|view|procedure) (?<name>\w+)[\s\S]*?(?:\$\$[\s\S]*?\$\$[^;]*;|;\n(?=\S|$))/gim
const dropPattern = /^drop (?:function|view|procedure) (?:if exists )?(\w+)/gim

const getLineNumber = (text: string, index: number): number => text.slice(0, index).split('\n').length

/** Functions and views in the order in which a database gets them. */
export const findDefinitions = (sources: readonly SourceFile[]): SqlDefinition[] =>
  sources
    .filter(({ path }) => path.endsWith('.sql'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(createPattern)].map(({ 0: body, index, groups }) => ({
        name: groups!.name!,
        text: body,
        index,
        path,
        line: getLineNumber(text, index),
        replaces: !!groups!.replaces,
      })),
    )

/** Of each migration what still holds: what a later one makes anew, or drops, is blank; lines keep their numbers. */
export const removeReplaced = (sources: readonly SourceFile[]): SourceFile[] => {
  const all = findDefinitions(sources)
  const folder = (path: string): string => path.slice(0, path.lastIndexOf('/'))
  const isOver = (one: SqlDefinition): boolean =>
    all.some((later) => later.name === one.name && folder(later.path) === folder(one.path) && later.path > one.path) ||
    sources.some(
      ({ path, text }) =>
        folder(path) === folder(one.path) &&
        path > one.path &&
        [...text.matchAll(dropPattern)].some(([, name]) => name === one.name),
    )
  const over = all.filter(isOver)
  return sources.map((source) => {
    let { text } = source
    for (const one of over.filter(({ path }) => path === source.path))
      text = text.slice(0, one.index) + one.text.replace(/[^\n]/g, ' ') + text.slice(one.index + one.text.length)
    return { ...source, text }
  })
}
