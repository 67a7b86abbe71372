import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type SourceFile = { path: string; text: string; lines: string[] }

/** Made by tools: nobody writes them, so nobody is asked to shape them. */
const generatedPathPattern = /^(db\/types\.ts|db\/schema\/|locales\/\w+\/written\/)/
const skippedFolderPattern = /^(node_modules|dist|coverage|\..*)$/

const listFilesRecursively = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (skippedFolderPattern.test(entry.name)) return []
    if (entry.isDirectory()) return listFilesRecursively(root, path)
    return entry.isFile() ? [path] : []
  })

/** All files of these kinds, generated ones too, by path from the root, in order. */
export const readAllFiles = (root: string, kinds: RegExp): SourceFile[] =>
  listFilesRecursively(root, '')
    .filter((path) => kinds.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, lines: text.replace(/\n$/, '').split('\n') }
    })

/** The written files of these kinds, by path from the root, in order. */
export const readSources = (root: string, kinds = /\.(ts|tsx|mjs|cjs|css|sql|sh)$/): SourceFile[] =>
  readAllFiles(root, kinds).filter(({ path }) => !generatedPathPattern.test(path))

/** Tests, and what only tests use: the harness, and helpers beside the code that are named test-*. */
export const isTestFile = (path: string): boolean => /(^test\/|\.test\.tsx?$|\/test-[\w-]+\.ts$)/.test(path)
